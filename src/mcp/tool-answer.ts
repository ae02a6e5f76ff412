/** What a tool answers: texts, of which the last is the data as JSON. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  /** The data of the last text, for what is made of it here. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** The page that only a person can go through, when that is what comes next. */
  readonly page: PersonPage | undefined;
}

/** A page for a person, and the sentence that goes with it. */
export interface PersonPage {
  readonly url: string;
  readonly message: string;
}
