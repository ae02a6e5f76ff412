/** Bytes that came as text and are unpacked where they are looked at. */
export interface PackedText {
  /** Those from a place up to another, or all. To be used at once: whatever is read next lies in the same place. */
  read(from?: number, to?: number): Uint8Array;
}

/** PostgreSQL breaks base64 into lines: so many bytes, as so many letters and the break. */
const LINE_BYTES = 57;
const LINE_LETTERS = 77;
/** What is longer is unpacked where nothing is stored. */
const ROOM_BYTES_MAX = 262_144;
let room = Buffer.alloc(0);

/**
 * Bytes as PostgreSQL's `encode(…, 'base64')` writes them. Of all shapes of a month a page of rows needs a thirtieth;
 * and buffers of megabytes a question, which the engine counts until they are collected, were most of what made it
 * collect its whole heap.
 */
export function packedText(text: string): PackedText {
  return {
    read(from = 0, to = text.length) {
      const line = Math.floor(from / LINE_BYTES);
      const part = text.slice(line * LINE_LETTERS, Math.ceil(to / LINE_BYTES) * LINE_LETTERS);
      const bytes = roomFor(part.length);
      const start = line * LINE_BYTES;
      return bytes.subarray(from - start, Math.min(to - start, bytes.write(part, 'base64')));
    },
  };
}

function roomFor(bytes: number): Buffer {
  if (bytes > ROOM_BYTES_MAX) return Buffer.allocUnsafe(bytes);
  if (room.length < bytes) room = Buffer.alloc(Math.min(ROOM_BYTES_MAX, 2 * bytes));
  return room;
}
