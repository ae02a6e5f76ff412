import { randomFillSync } from 'node:crypto';

/** Drawn from the system at once. A draw of a dozen bytes by itself takes longer than sealing a token with them. */
const POOL_BYTES = 4096;
const pool = { bytes: Buffer.alloc(POOL_BYTES), used: POOL_BYTES };

/**
 * Cryptographic chance, at most 4096 bytes. They are nobody else's: no byte is drawn twice, and none stays in the pool.
 */
export function drawBytes(count: number): Buffer {
  if (count > POOL_BYTES) throw new RangeError(`${count} bytes are drawn at once.`);
  if (pool.used + count > POOL_BYTES) {
    randomFillSync(pool.bytes);
    pool.used = 0;
  }
  const drawn = pool.bytes.subarray(pool.used, pool.used + count);
  const bytes = Buffer.from(drawn);
  drawn.fill(0);
  pool.used += count;
  return bytes;
}
