import type { ServerResponse } from 'node:http';

/** Smaller answers are left to the collector: they cost more to give back than to keep for a moment. */
const GIVEN_BACK_BYTES_MIN = 16 * 1024;

/**
 * Gives the memory of an answer back when its last byte is with the operating system. Left to the collector, some
 * ninety answers of a third of a megabyte lie about until it next looks. Whoever reads the bytes later finds none;
 * those of a client that left are the collector's.
 */
export function giveBackOnceSent(response: ServerResponse, payload: string | Buffer): void {
  if (typeof payload === 'string' || payload.length < GIVEN_BACK_BYTES_MIN) return;
  response.once('finish', () => giveBack(payload));
}

/** Gives the memory of bytes back at once. Nobody may read them from then on. */
export function giveBack(payload: string | Buffer): void {
  if (typeof payload === 'string' || payload.length < GIVEN_BACK_BYTES_MIN) return;
  const { buffer } = payload;
  // A part of a larger memory, such as Node's pool of small buffers, is not ours alone.
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== payload.length) return;
  buffer.transfer(0);
}
