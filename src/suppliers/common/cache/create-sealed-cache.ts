import { AsyncLocalStorage } from 'node:async_hooks';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type InParts, runPartsFairly } from '../../../platform/scheduling/in-parts.ts';
import type { Sealer } from '../../../platform/security/crypto.ts';
import type { SharedState } from '../../../platform/shared-state/shared-state.ts';
import type { CacheScope, SealedCache } from '../sealed-cache.ts';
import { type JsonPart, readJsonParts, writeJsonParts } from './json-parts.ts';
import type { AnswerKey } from './store.ts';
import { chooseStoredBytes, type StoredBytes } from './stored-bytes.ts';

const MIB = 1024 * 1024;
/** An entry as it is stored: compressed and sealed. */
const entryBytesMax = 4 * MIB;
/** JSON of an entry; no smaller text can come out of 4 MiB that we have compressed ourselves. */
const textBytesMax = 48 * MIB;
/** JSON behind the values that this process has at hand, so that paging through an answer unpacks it once. */
const parsedBytesMax = 12 * MIB;
const parsedEntryBytesMax = 4 * MIB;
/** Format, key and nonce of sealed bytes: no two seals have the same. */
const versionBytes = 14;
const newline = 10;

const compress = promisify(gzip);
const unpack = promisify(gunzip);

/** What the cache stands on. */
export interface SealedCacheParts {
  readonly db: Db;
  readonly shared: SharedState;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A value as it was read last, and which seal it came out of. */
interface Parsed {
  readonly version: string;
  readonly value: unknown;
  readonly textBytes: number;
}

/**
 * Creates the cache. Values are written and read in parts of a third of a millisecond, and compressed beside the event
 * loop: 4 MB of JSON hold no other request up. A value that this process has read stays at hand while the store still
 * holds the same seal, so that another process's newer answer is seen at once. A value
 * that is found is shared with others and not to be changed.
 */
export function createSealedCache(parts: SealedCacheParts): SealedCache {
  const { sealer, log, clock } = parts;
  const stored = chooseStoredBytes(parts);
  const parsed = new LRUCache<string, Parsed>({
    maxSize: parsedBytesMax,
    maxEntrySize: parsedEntryBytesMax,
    sizeCalculation: ({ textBytes }) => textBytes + 1,
  });
  const loads = new Map<string, Promise<Parsed | undefined>>();
  // Of the process, not of the request that happens to ask first: that one's client may leave.
  const detached = AsyncLocalStorage.snapshot();

  async function findParsed(key: AnswerKey, context: string): Promise<Parsed | undefined> {
    const known = parsed.get(key.name);
    if (known === undefined) return await loadOnce(key, context);
    const version = await stored.findFirst(key, versionBytes);
    if (version?.toString('hex') === known.version) return known;
    parsed.delete(key.name);
    return version && (await loadOnce(key, context));
  }

  function loadOnce(key: AnswerKey, context: string): Promise<Parsed | undefined> {
    const running = loads.get(key.name);
    if (running !== undefined) return running;
    const load: Promise<Parsed | undefined> = detached(() => readEntry(stored, sealer, key, context))
      .then((entry) => {
        if (entry !== undefined) parsed.set(key.name, entry);
        return entry;
      })
      .finally(() => {
        if (loads.get(key.name) === load) loads.delete(key.name);
      });
    loads.set(key.name, load);
    return load;
  }

  return {
    async store(scope, name, value, expiresAt) {
      if (expiresAt.getTime() <= clock.now().getTime()) return;
      const context = contextOf(scope, name);
      const key = keyOf(sealer, scope, context);
      try {
        await detached(async () => {
          const sealed = await sealEntry(sealer, value, context);
          if (sealed !== undefined) await stored.put(key, sealed, expiresAt);
          else log.warn({ supplier: scope.supplier }, 'an answer of a supplier is too large to be stored');
        });
        // Who asks from now on is not to join a read of what stood there before.
        loads.delete(key.name);
      } catch (error) {
        log.warn({ err: error, supplier: scope.supplier }, 'an answer of a supplier could not be stored');
      }
    },
    async find(scope, name) {
      const context = contextOf(scope, name);
      try {
        return (await findParsed(keyOf(sealer, scope, context), context))?.value;
      } catch (error) {
        log.warn({ err: error, supplier: scope.supplier }, 'a stored answer of a supplier could not be read');
        return undefined;
      }
    },
  };
}

/** Whose the entry is, and its name: sealed under this, it opens for nothing else. */
function contextOf({ organizationId, accountId, supplier }: CacheScope, name: string): string {
  return JSON.stringify([organizationId, accountId, supplier, name]);
}

/** A keyed hash: the store learns neither accounts nor questions. */
function keyOf(sealer: Sealer, { organizationId }: CacheScope, context: string): AnswerKey {
  return { organizationId, name: sealer.keyedHash('supplier_answer', context) };
}

/** The sealed bytes of a value; undefined where they are too many. */
async function sealEntry(sealer: Sealer, value: unknown, context: string): Promise<Buffer | undefined> {
  const parts: JsonPart[] = [];
  await runPartsFairly(writeJsonParts(value, parts));
  if (parts.reduce((sum, part) => sum + part.length, 0) > textBytesMax) return undefined;
  const chunks: Buffer[] = [];
  await runPartsFairly(encodeParts(parts, chunks));
  const packed = await compress(Buffer.concat(chunks), { level: constants.Z_BEST_SPEED });
  const sealed = sealer.sealBytes('supplier_answer', packed, context);
  return sealed.length > entryBytesMax ? undefined : sealed;
}

function* encodeParts(parts: readonly JsonPart[], chunks: Buffer[]): InParts<void> {
  for (const part of parts) {
    chunks.push(Buffer.from(`${part}\n`));
    yield;
  }
}

async function readEntry(
  stored: StoredBytes,
  sealer: Sealer,
  key: AnswerKey,
  context: string,
): Promise<Parsed | undefined> {
  const sealed = await stored.find(key);
  const packed = sealed && sealer.openBytes('supplier_answer', sealed, context);
  if (sealed === undefined || packed === undefined) return undefined;
  const text = await unpack(packed, { maxOutputLength: 4 * textBytesMax });
  const value = await runPartsFairly(readJsonParts(partsOf(text)));
  return { version: sealed.subarray(0, versionBytes).toString('hex'), value, textBytes: text.length };
}

function* partsOf(text: Buffer): Generator<JsonPart, void, void> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(newline, from);
    if (end < 0) throw new Error('A stored answer is cut off.');
    yield text.toString('utf8', from, end);
    from = end + 1;
  }
}
