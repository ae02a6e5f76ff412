import PDFDocument from 'pdfkit';
import type { Paper, PaperParty, PaperRow, PaperSection } from '../../../web/manage/paper.ts';
import { type FontSet, openFonts, piecesOf, readFonts } from './paper-fonts.ts';

const MARGIN = 56;
const SIZES = { title: 22, heading: 12.5, text: 10, small: 8.5 } as const;
const LINE = 1.45;
const VALUE_WIDTH = 130;
const INK = '#1d1d1f';
const QUIET = '#63636a';
const RULE = '#d8d8de';

interface Style {
  readonly size: number;
  readonly color: string;
  readonly isBold?: boolean;
}

/** The fonts of both weights, read once for the life of the thread: opening them takes longer than drawing a page. */
function createFonts(): () => Readonly<Record<400 | 700, { files: ReturnType<typeof readFonts>; set: FontSet }>> {
  const open = (weight: 400 | 700) => {
    const files = readFonts(weight);
    return { files, set: openFonts(files) };
  };
  let opened: ReturnType<ReturnType<typeof createFonts>> | undefined;
  return () => {
    opened ??= { 400: open(400), 700: open(700) };
    return opened;
  };
}
const fontsOf = createFonts();

/** Draws one paper. Runs in a worker thread. */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  const weights = fontsOf();
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: paper.language,
    displayTitle: true,
    info: { Title: paper.title },
  });
  for (const { files } of [weights[400], weights[700]])
    for (const { name, bytes } of files) doc.registerFont(name, bytes);
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve) => doc.on('end', resolve));
  doc.on('data', (part: Buffer) => void parts.push(part));
  new Sheet(doc, { 400: weights[400].set, 700: weights[700].set }, paper.language).draw(paper);
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

/** The pen of one document: where it stands, and how lines are broken. */
class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: Readonly<Record<400 | 700, FontSet>>;
  readonly #segmenter: Intl.Segmenter;
  #y = MARGIN;

  constructor(doc: PDFKit.PDFDocument, fonts: Readonly<Record<400 | 700, FontSet>>, language: string) {
    this.#doc = doc;
    this.#fonts = fonts;
    this.#segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  }

  draw({ title, facts, parties, sections, notes, colour }: Paper): void {
    this.#write(title, { size: SIZES.title, color: INK, isBold: true });
    for (const fact of facts) this.#write(fact, { size: SIZES.text, color: QUIET });
    this.#rule(colour ?? RULE, colour === undefined ? 1 : 2);
    this.#parties(parties);
    for (const section of sections) this.#section(section);
    this.#y += 10;
    for (const note of notes) this.#write(note, { size: SIZES.small, color: QUIET });
  }

  get #width(): number {
    return this.#doc.page.width - 2 * MARGIN;
  }

  #parties(parties: readonly PaperParty[]): void {
    const top = this.#y;
    const width = this.#width / Math.max(parties.length, 1) - 12;
    let bottom = top;
    parties.forEach(({ heading, lines }, at) => {
      this.#y = top;
      const place = { x: MARGIN + at * (width + 24), width };
      this.#write(heading, { size: SIZES.small, color: QUIET }, place);
      for (const line of lines) this.#write(line, { size: SIZES.text, color: INK }, place);
      bottom = Math.max(bottom, this.#y);
    });
    this.#y = bottom;
  }

  #section({ heading, rows }: PaperSection): void {
    this.#y += 16;
    this.#write(heading, { size: SIZES.heading, color: INK, isBold: true });
    this.#rule(RULE, 1);
    for (const row of rows) this.#row(row);
  }

  #row({ label, notes, value, isTotal }: PaperRow): void {
    this.#room(SIZES.text * LINE * (2 + notes.length));
    const top = this.#y;
    const style = { size: SIZES.text, color: INK, isBold: isTotal };
    this.#set(value, style, MARGIN + this.#width - this.#widthOf(value, style), top);
    const place = { x: MARGIN, width: this.#width - VALUE_WIDTH };
    this.#write(label, style, place);
    for (const note of notes) this.#write(note, { size: SIZES.small, color: QUIET }, place);
    this.#y += 5;
  }

  #rule(color: string, width: number): void {
    this.#y += 4;
    this.#doc
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + this.#width, this.#y)
      .lineWidth(width)
      .stroke(color);
    this.#y += 8;
  }

  /** Text below what is there, broken where words end: a word that is wider than its place is broken inside. */
  #write(text: string, style: Style, { x, width } = { x: MARGIN, width: this.#width }): void {
    for (const line of this.#linesOf(text, style, width)) {
      this.#room(style.size * LINE);
      this.#set(line, style, x, this.#y);
      this.#y += style.size * LINE;
    }
  }

  #linesOf(text: string, style: Style, width: number): readonly string[] {
    const lines: string[] = [];
    let line = '';
    const segments = [...this.#segmenter.segment(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))].map(
      ({ segment }) => segment,
    );
    for (const word of segments.flatMap((one) => (this.#widthOf(one, style) > width ? [...one] : [one]))) {
      if (line !== '' && this.#widthOf(line + word.trimEnd(), style) > width) {
        lines.push(line.trimEnd());
        line = word.trimStart();
      } else line += word;
    }
    return [...lines, line.trimEnd()];
  }

  #widthOf(text: string, { size, isBold }: Style): number {
    return piecesOf(this.#fonts[isBold ? 700 : 400], text).reduce(
      (sum, piece) => sum + this.#doc.font(piece.font).fontSize(size).widthOfString(piece.text),
      0,
    );
  }

  #set(text: string, { size, color, isBold }: Style, x: number, y: number): void {
    let at = x;
    for (const piece of piecesOf(this.#fonts[isBold ? 700 : 400], text)) {
      this.#doc.font(piece.font).fontSize(size).fillColor(color);
      // Fonts stand on different heights: one line has one baseline.
      this.#doc.text(piece.text, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
      at += this.#doc.widthOfString(piece.text);
    }
  }

  /** Goes on on the next page where there is no room for so much. */
  #room(height: number): void {
    if (this.#y + height <= this.#doc.page.height - MARGIN) return;
    this.#doc.addPage();
    this.#y = MARGIN;
  }
}
