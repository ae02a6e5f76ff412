import type { App, Caller } from '../context.ts';
import { flightCaches } from './flight-caches.ts';

/** How long the same question gets the same bytes, on the organization's clock. */
const ANSWER_LIFE_SECONDS = 45;

/** What decides whether an answer may be kept. */
export interface FreshAnswer {
  readonly bytes: Buffer;
  readonly isCacheable: boolean;
}

/**
 * The answer to a question this organization asked moments ago, byte for byte, or a fresh one. Tokens inside are sealed for
 * the organization, so nobody else is ever given them. Its own clock rules: moving it lets the answer lapse.
 */
export async function answerOnce(app: App, caller: Caller, question: string, answer: () => Promise<FreshAnswer>): Promise<Buffer> {
  const { answers } = flightCaches(app);
  const key = `${caller.organizationId}|${question}`;
  const known = answers.get(key);
  if (known !== undefined) {
    const ageSeconds = (caller.now.getTime() - known.madeAt.getTime()) / 1000;
    if (ageSeconds >= 0 && ageSeconds < ANSWER_LIFE_SECONDS) return known.bytes;
    answers.drop(key);
  }
  const { bytes, isCacheable } = await answer();
  if (isCacheable) answers.put(key, { bytes, madeAt: caller.now });
  return bytes;
}
