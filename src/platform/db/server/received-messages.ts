/** Reused from one answer to the next: what a page of rows takes. What a longer message needs goes with it. */
const KEPT_BYTES = 131_072;
/** One letter, and the length of what follows, itself included. */
const HEADER_BYTES = 5;
/**
 * The answer to a request for TLS is one letter, S or N, and no message: all there is on a connection at that moment.
 */
const TLS_ANSWERS: readonly (number | undefined)[] = [0x53, 0x4e];

/**
 * What a connection's first message may be (authentication, error, notice, protocol version), and no longer than libpq
 * believes.
 */
const FIRST_LETTERS: readonly (number | undefined)[] = [0x52, 0x45, 0x4e, 0x76];
const FIRST_BYTES_MAX = 30_000;

/**
 * What PostgreSQL sends, received in one place again and again, and handed on in whole messages. A buffer for every 64
 * KiB that come, and pg's own to join them in, are counted by the engine until it collects its whole heap: with large
 * answers, every fifty of them.
 */
export class ReceivedMessages {
  #bytes = Buffer.alloc(KEPT_BYTES);
  #held = 0;
  #hasBegun = false;

  /** Where the next bytes go. */
  room(): Uint8Array {
    if (this.#held === this.#bytes.length) this.#move(2 * this.#bytes.length);
    return this.#bytes.subarray(this.#held);
  }

  /**
   * Takes note of bytes that came into the room, and hands on the messages that are whole now: to be read at once.
   * False: what answers there is not PostgreSQL, and nothing was handed on.
   */
  take(count: number, handOn: (messages: Buffer) => void): boolean {
    this.#held += count;
    if (this.#isForeign()) return false;
    const end = this.#endOfWhole();
    if (end === 0) return true;
    this.#hasBegun = true;
    handOn(this.#bytes.subarray(0, end));
    this.#bytes.copyWithin(0, end, this.#held);
    this.#held -= end;
    if (this.#bytes.length > KEPT_BYTES && this.#held < KEPT_BYTES) this.#move(KEPT_BYTES);
    return true;
  }

  /** Checked before the first bytes of an unknown peer are buffered. */
  #isForeign(): boolean {
    if (this.#hasBegun || this.#held < HEADER_BYTES) return false;
    const length = this.#bytes.readUInt32BE(1);
    return !FIRST_LETTERS.includes(this.#bytes[0]) || length < HEADER_BYTES - 1 || length > FIRST_BYTES_MAX;
  }

  #endOfWhole(): number {
    if (!this.#hasBegun && this.#held === 1 && TLS_ANSWERS.includes(this.#bytes[0])) return 1;
    let end = 0;
    while (end + HEADER_BYTES <= this.#held) {
      const next = end + 1 + this.#bytes.readUInt32BE(end + 1);
      if (next > this.#held) break;
      end = next;
    }
    return end;
  }

  #move(length: number): void {
    const bytes = Buffer.alloc(length);
    this.#bytes.copy(bytes, 0, 0, this.#held);
    this.#bytes = bytes;
  }
}
