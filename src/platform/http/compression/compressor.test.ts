import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createCompressor } from './compressor.ts';

const TEXT = JSON.stringify(Array.from({ length: 500 }, (_none, index) => ({ index, name: 'Hôtel de la Gare' })));
const DECOMPRESS = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };

test.each(['gzip', 'br', 'zstd'] as const)('%s leaves a fraction, and all of it comes back', async (coding) => {
  for (const body of [TEXT, Buffer.from(TEXT)]) {
    const compressed = await createCompressor().compress(body, coding, false);
    expect(compressed?.length).toBeLessThan(TEXT.length / 5);
    expect(DECOMPRESS[coding](compressed ?? '').toString()).toBe(TEXT);
  }
});

test('bytes that are sent again are compressed once for each coding, also for those who ask at the same time', async () => {
  const compressor = createCompressor();
  const body = Buffer.from(TEXT);
  const [first, second] = await Promise.all(['gzip', 'gzip'].map(() => compressor.compress(body, 'gzip', true)));
  expect(first).toBeDefined();
  expect(second).toBe(first);
  expect(await compressor.compress(body, 'gzip', true)).toBe(first);
  expect(await compressor.compress(body, 'br', true)).not.toBe(first);
  expect(await compressor.compress(Buffer.from(TEXT), 'gzip', true)).not.toBe(first);
});

test('what gets no shorter, and what comes while too much is under way, is left as it is', async () => {
  const compressor = createCompressor();
  expect(await compressor.compress(randomBytes(4_096), 'gzip', false)).toBeUndefined();
  const all = await Promise.all(Array.from({ length: 20 }, () => compressor.compress(TEXT, 'zstd', false)));
  expect(all.map((one) => one !== undefined)).toEqual(Array.from({ length: 20 }, (_none, index) => index < 16));
  expect(await compressor.compress(TEXT, 'zstd', false)).toBeDefined();
});
