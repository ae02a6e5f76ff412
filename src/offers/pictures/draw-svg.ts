/** Whole numbers that are always the same for a text: what a drawing varies by. */
export class Variation {
  #state: number;

  constructor(text: string) {
    let state = 0x811c9dc5;
    for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
    this.#state = state >>> 0;
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + ((this.#state >>> 8) % (most - least + 1));
  }

  /** One of a list. */
  oneOf<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0];
  }
}

/** A text inside an SVG. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Fonts every machine has; nothing is loaded. */
export const FONT = 'font-family="Avenir Next, Segoe UI, Helvetica Neue, Arial, sans-serif"';
