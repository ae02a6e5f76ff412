import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Coding } from './accept-encoding.ts';

/** Shorter bodies fit into a packet or two as they are. */
export const COMPRESSED_BYTES_MIN = 1024;

/**
 * Bodies compressed at once. Further ones are sent as they are: waiting would cost their callers more than the bytes
 * do.
 */
const UNDER_WAY_MAX = 16;
/** Compressed forms of bodies that are sent more than once. */
const CACHE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Levels for answers that are sent once: zstd compresses 370 KB of flights to 11 KB in 0.5 ms, brotli in 1 ms, gzip to
 * 16 KB in 2 ms.
 */
const COMPRESS: Readonly<Record<Coding, (body: Buffer | string) => Promise<Buffer>>> = {
  zstd: (body) => promisify(zstdCompress)(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
};

/** Compresses bodies on the threads of libuv, off the event loop. */
export interface Compressor {
  /**
   * The body in a coding; undefined where too much is under way or nothing would be saved. With `isSentAgain` the very
   * same buffer serves many answers, such as a cached search: its compressed form is cached, and made once for all
   * requests that wait for it at the same time.
   */
  compress(body: Buffer | string, coding: Coding, isSentAgain: boolean): Promise<Buffer | undefined>;
}

/** A compressor of one server. */
export function createCompressor(): Compressor {
  const sizeCalculation = ({ length }: Buffer) => Math.max(1, length);
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES_MAX, sizeCalculation });
  const underWay = new Map<string, Promise<Buffer>>();
  const numbers = new WeakMap<Buffer, number>();
  let numbered = 0;
  let count = 0;

  /** A cache key of a buffer, by its identity. */
  function keyOf(body: Buffer, coding: Coding): string {
    const number = numbers.get(body) ?? numbered++;
    numbers.set(body, number);
    return `${coding} ${number}`;
  }

  async function run(body: Buffer | string, coding: Coding): Promise<Buffer> {
    count += 1;
    try {
      return await COMPRESS[coding](body);
    } finally {
      count -= 1;
    }
  }

  async function runOnce(body: Buffer | string, coding: Coding, name: string): Promise<Buffer> {
    const running = underWay.get(name) ?? run(body, coding).finally(() => underWay.delete(name));
    underWay.set(name, running);
    const compressed = await running;
    cache.set(name, compressed);
    return compressed;
  }

  return {
    async compress(body, coding, isSentAgain) {
      const name = isSentAgain && typeof body !== 'string' ? keyOf(body, coding) : undefined;
      const known = name === undefined ? undefined : cache.get(name);
      const isUnderWay = name !== undefined && underWay.has(name);
      if (known === undefined && !isUnderWay && count >= UNDER_WAY_MAX) return undefined;
      const compressed = known ?? (await (name === undefined ? run(body, coding) : runOnce(body, coding, name)));
      return compressed.length < body.length ? compressed : undefined;
    },
  };
}
