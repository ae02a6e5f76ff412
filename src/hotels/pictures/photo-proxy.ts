import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { imageTypeOf } from './image-type.ts';

const MIB = 1024 * 1024;
/** A photo that is larger is not shown. */
const photoBytesMax = 8 * MIB;
/** Photos at hand in this process, and the largest that is put there. */
const cachedBytesMax = 12 * MIB;
const cachedPhotoBytesMax = 2 * MIB;
/** Photos that are fetched at once; others are refused for a moment. */
const fetchesMax = 24;
const timeoutMs = 10_000;
/** A photo that could not be had is asked for again after this long. */
const missingMs = 60_000;
const missingMax = 2_000;
const TYPES = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

/** A photo as it was fetched. */
export interface Photo {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
}

/** Why a photo is not there. `gone`: its host has none at this address, or none that can be shown. */
export type MissingPhoto = 'gone' | 'unreachable' | 'busy';

/** Photos of suppliers by their addresses: fetched once, bounded in size and number, cached for a while. */
export interface PhotoProxy {
  get(url: string): Promise<Photo | MissingPhoto>;
}

/**
 * Creates the proxy. It fetches through the door that judges and pins every address, follows no redirect, and believes
 * the bytes of a photo, not its sender, about what it is. Its caller must have proven that the address is a supplier's.
 */
export function createPhotoProxy({ outbound }: { readonly outbound: Outbound }): PhotoProxy {
  const cached = new LRUCache<string, Photo>({
    maxSize: cachedBytesMax,
    maxEntrySize: cachedPhotoBytesMax,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const missing = new LRUCache<string, { readonly reason: MissingPhoto }>({ max: missingMax, ttl: missingMs });
  const fetches = new Map<string, Promise<Photo | MissingPhoto>>();

  async function fetchOnce(url: string): Promise<Photo | MissingPhoto> {
    const found = await fetchPhoto(outbound, url);
    if (typeof found === 'string') missing.set(url, { reason: found });
    else cached.set(url, found);
    return found;
  }

  return {
    async get(url) {
      const known = cached.get(url) ?? missing.get(url)?.reason ?? fetches.get(url);
      if (known !== undefined) return await known;
      if (fetches.size >= fetchesMax) return 'busy';
      const started = fetchOnce(url).finally(() => fetches.delete(url));
      fetches.set(url, started);
      return await started;
    },
  };
}

async function fetchPhoto(outbound: Outbound, url: string): Promise<Photo | MissingPhoto> {
  const answer = await outbound.toPublicForBytes({
    method: 'GET',
    url,
    headers: { accept: TYPES },
    timeoutMs,
    responseBytesMax: photoBytesMax,
    lane: 'photos',
  });
  if (answer.kind === 'failed')
    return answer.reason === 'bad_url' || answer.reason === 'refused_address' ? 'gone' : 'unreachable';
  if (answer.status >= 500) return 'unreachable';
  const type = imageTypeOf(answer.body);
  const isCalledImage = (answer.headers['content-type'] ?? '').toLowerCase().startsWith('image/');
  if (answer.status !== 200 || answer.isTruncated || type === undefined || !isCalledImage) return 'gone';
  return { bytes: answer.body, type, etag: `"${hash('sha1', answer.body, 'base64url')}"` };
}
