import type { App, Caller } from '../../context.ts';
import { RenderedJson } from '../../platform/http/route.ts';
import { type AnswerShelf, type CachedAnswer, createAnswerShelf, type ShelfSize } from './answer-shelf.ts';

/** How long the same question gets the same bytes, on the organization's clock. */
const ANSWER_LIFE_SECONDS = 45;
const MIB = 1024 * 1024;
/** Bytes of whole answers kept in this process, of all searches together (budget 6). */
const ANSWERS: ShelfSize = { onceBytesMax: 16 * MIB, againBytesMax: 12 * MIB };
/** A longer answer is not kept: one caller's would push out everybody else's. */
const ANSWER_SIZE_MAX = 2 * MIB;

/** An answer, and whether it may be kept. */
export interface FreshAnswer extends Pick<CachedAnswer, 'onGiven'> {
  /** Made for this answer alone: they are gone once they are sent. */
  readonly bytes: Buffer;
  readonly isCacheable: boolean;
}

/**
 * One cache for each App, so that two apps in one process (tests) share nothing. Losing it costs time, never an answer.
 */
const answersOf = new WeakMap<App, AnswerShelf>();

/**
 * The answer to a question this organization asked moments ago, byte for byte, or a fresh one. Tokens inside are sealed
 * for the organization, so nobody else is ever given them. Its own clock rules: moving it lets the answer lapse.
 * `question` begins with the name of the operation.
 */
export async function answerOnce(
  app: App,
  caller: Caller,
  question: string,
  answer: () => Promise<FreshAnswer>,
): Promise<RenderedJson> {
  const answers = openAnswers(app);
  const key = `${caller.organizationId}|${question}`;
  const known = answers.get(key);
  if (known !== undefined) {
    const ageSeconds = (caller.now.getTime() - known.madeAt.getTime()) / 1000;
    if (ageSeconds >= 0 && ageSeconds < ANSWER_LIFE_SECONDS) {
      known.onGiven?.();
      return new RenderedJson(known.bytes);
    }
    answers.drop(key);
  }
  const { bytes, isCacheable, onGiven } = await answer();
  if (isCacheable && bytes.length <= ANSWER_SIZE_MAX) answers.put(key, { bytes, madeAt: caller.now, onGiven });
  onGiven?.();
  return new RenderedJson(bytes, {}, true);
}

function openAnswers(app: App): AnswerShelf {
  const known = answersOf.get(app);
  if (known !== undefined) return known;
  const made = createAnswerShelf(ANSWERS);
  answersOf.set(app, made);
  return made;
}
