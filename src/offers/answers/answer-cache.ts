import { LRUCache } from 'lru-cache';
import type { TextCache } from '../../platform/cache/cache-part.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { RenderedJson } from '../../platform/http/route.ts';
import { writeAnswer } from './write-answer.ts';

/** How long a repeated question gets the bytes of the first answer, on the organization's clock. */
const ANSWER_LIFE_SECONDS = 45;
const MIB = 1024 * 1024;
/** Bytes of whole answers cached in this process, of all searches together (budget 6). */
const CACHE_BYTES_MAX = 24 * MIB;
/** A longer answer is not cached: one caller's would push out everybody else's. */
const ANSWER_BYTES_MAX = 2 * MIB;

/** An answer that was just made, and whether it may be cached. */
export interface FreshAnswer {
  /** Plain data for `writeAnswer`; bytes where the operation had to write its answer to bound its size. */
  readonly value: unknown;
  readonly isCacheable: boolean;
  /**
   * Called each time the answer is given, the first time too. The cache holds it as long as the answer: it must not
   * refer to the offers the answer was made of.
   */
  readonly onGiven?: (() => void) | undefined;
}

/** A whole answer as it was sent, and the organization's instant it was made. */
interface CachedAnswer extends Pick<FreshAnswer, 'onGiven'> {
  readonly bytes: Buffer;
  readonly madeAt: Date;
}

/** Whole answers of all searches by organization and question. Losing one costs time, never an answer. */
export type AnswerCache = TextCache<CachedAnswer>;

/** An empty cache: each App has its own, so that two apps in one process share nothing. */
export function createAnswerCache(): LRUCache<string, CachedAnswer> {
  return new LRUCache({
    maxSize: CACHE_BYTES_MAX,
    maxEntrySize: ANSWER_BYTES_MAX,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });
}

/**
 * A query whose answer shows prices, for `answerOnce`: where the organization has had pricing rules, the version of its
 * fees is part of it, so that an answer made with other fees is never repeated.
 */
export function pricedQuery(operation: string, fees: { readonly version: number }, body: object): string {
  const version = fees.version === 0 ? '' : `fees ${fees.version}|`;
  return `${operation}|${version}${JSON.stringify(body)}`;
}

/**
 * The answer to a question this organization asked moments ago, byte for byte, or a fresh one. Tokens inside are sealed
 * for the organization, so nobody else is ever given them. Its own clock rules: moving it lets the answer lapse.
 * `query` begins with the name of the operation.
 */
export async function answerOnce(
  app: { readonly answers: AnswerCache },
  caller: Caller,
  query: string,
  answer: () => Promise<FreshAnswer>,
): Promise<RenderedJson> {
  const key = `${caller.organizationId}|${query}`;
  const cached = app.answers.get(key);
  if (cached !== undefined) {
    const ageSeconds = (caller.now.getTime() - cached.madeAt.getTime()) / 1000;
    if (ageSeconds >= 0 && ageSeconds < ANSWER_LIFE_SECONDS) {
      cached.onGiven?.();
      return new RenderedJson(cached.bytes);
    }
    app.answers.delete(key);
  }
  const { value, isCacheable, onGiven } = await answer();
  const bytes = value instanceof Buffer ? value : writeAnswer(value);
  if (isCacheable) app.answers.set(key, { bytes, madeAt: caller.now, onGiven });
  onGiven?.();
  return new RenderedJson(bytes);
}
