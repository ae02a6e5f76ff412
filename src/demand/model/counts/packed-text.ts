/** Bytes that PostgreSQL sent as base64, decoded where they are read. */
export interface PackedText {
  /**
   * The bytes from an index up to another, by default all. The next `read` of the same text may overwrite them, so the
   * caller uses them at once.
   */
  read(from?: number, to?: number): Uint8Array;
}

/** PostgreSQL breaks base64 into lines: so many bytes, as so many letters and the break. */
const LINE_BYTES = 57;
const LINE_LETTERS = 77;
/** Longer parts are decoded into memory of their own, which goes with them. */
const SCRATCH_BYTES_MAX = 262_144;

/**
 * Bytes as PostgreSQL's `encode(…, 'base64')` writes them. A page of rows needs a thirtieth of a month's shapes, so
 * only the lines that hold the wanted bytes are decoded, into one scratch buffer of this text: a buffer for each of the
 * thousands of reads was most of what made the process collect its whole heap.
 */
export function packedText(text: string): PackedText {
  let scratch = Buffer.alloc(0);
  const scratchFor = (bytes: number): Buffer => {
    if (bytes > SCRATCH_BYTES_MAX) return Buffer.allocUnsafe(bytes);
    if (scratch.length < bytes) scratch = Buffer.alloc(Math.min(SCRATCH_BYTES_MAX, 2 * bytes));
    return scratch;
  };
  return {
    read(from = 0, to = text.length) {
      const line = Math.floor(from / LINE_BYTES);
      const part = text.slice(line * LINE_LETTERS, Math.ceil(to / LINE_BYTES) * LINE_LETTERS);
      const bytes = scratchFor(part.length);
      const start = line * LINE_BYTES;
      return bytes.subarray(from - start, Math.min(to - start, bytes.write(part, 'base64')));
    },
  };
}
