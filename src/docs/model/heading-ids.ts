/** The anchors of a document's headings, as GitHub names them, so that a link to a heading works in both places. */
export class HeadingIds {
  readonly #seen = new Map<string, number>();

  /** Of the next heading, in its own words; one that was there before gets a number. */
  of(heading: string): string {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const seen = this.#seen.get(slug) ?? 0;
    this.#seen.set(slug, seen + 1);
    return seen === 0 ? slug : `${slug}-${seen}`;
  }
}
