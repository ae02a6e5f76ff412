import { createHash } from 'node:crypto';

/** The built-in chains are numbered below it. */
const FIRST = 1_000_000;
const BYTES = 5;

/**
 * Our number of a chain of hotels that a supplier names: equal for equal names, however they are written, so that a
 * chain has one number with all suppliers. It is made of the name alone, for nobody lists all chains there are.
 */
export function chainIdOf(name: string): number {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return FIRST + createHash('sha256').update(folded).digest().readUIntBE(0, BYTES);
}
