import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-';
const idLength = 9;

/** An id that nobody has seen before, of nine characters, as LiteAPI's prebooks and bookings have. */
export function makeId(): string {
  return Array.from(randomBytes(idLength), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
