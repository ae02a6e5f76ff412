/** A document for a printer before it is a PDF: plain data, so that a worker thread can draw it. */
export interface Paper {
  /** A BCP 47 tag: how lines are broken, and what the file says it is in. */
  readonly language: string;
  readonly title: string;
  /** Under the title, small. */
  readonly facts: readonly string[];
  /** Who issues it, at the top; and for whom. */
  readonly parties: readonly PaperParty[];
  readonly sections: readonly PaperSection[];
  /** At the end, small. */
  readonly notes: readonly string[];
  /** `#rrggbb`, of the line under the title. */
  readonly colour: string | undefined;
}
export interface PaperParty {
  readonly heading: string;
  readonly lines: readonly string[];
}
export interface PaperSection {
  readonly heading: string;
  readonly rows: readonly PaperRow[];
}
/** What on the left, how much on the right. */
export interface PaperRow {
  readonly label: string;
  readonly notes: readonly string[];
  readonly value: string;
  readonly isTotal: boolean;
}
