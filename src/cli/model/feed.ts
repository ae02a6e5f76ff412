/**
 * What of a feed has been seen. Events come newest first by id, and one that was written late may appear under others
 * that were seen before it: so what is new is what is not known, not what is above the last.
 */
export class Feed<T extends { readonly event_id: string }> {
  readonly #known = new Set<string>();
  #oldest: string | undefined;
  #hasBegun = false;

  /** Whether anything was taken yet, even nothing at all. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Whether a page goes back to what is known: nothing older than that is new. */
  reaches(events: readonly T[]): boolean {
    return events.some(({ event_id }) => this.#known.has(event_id) || this.#isOlder(event_id));
  }

  /** The events that were not known, oldest first; they are known from then on. */
  take(events: readonly T[]): readonly T[] {
    const fresh = events.filter(({ event_id }) => !this.#known.has(event_id) && !this.#isOlder(event_id));
    if (!this.#hasBegun) this.#oldest = events.at(-1)?.event_id;
    this.#hasBegun = true;
    for (const { event_id } of fresh) this.#known.add(event_id);
    return fresh.toReversed();
  }

  #isOlder(eventId: string): boolean {
    return this.#oldest !== undefined && eventId < this.#oldest;
  }
}
