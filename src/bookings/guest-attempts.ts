import { createHash } from 'node:crypto';
import type { App, Caller } from '../context.ts';
import { type Refusal, refuse } from '../platform/errors.ts';
import { neighbourhoodOf } from '../platform/neighbourhood.ts';

/** Failed look-ups are counted over this long (contract, section 4). */
const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_REFERENCE_MAX = 10;
const FAILURES_PER_END_USER_MAX = 50;
const FAILURES_PER_KEY_MAX = 500;
const FAILURES_PER_ADDRESS_MAX = 50;

/** Failures counted together, and how many there may be. */
export interface AttemptCounter {
  readonly key: string;
  readonly failuresMax: number;
}

/** Refuses a caller who has guessed too often, whatever the guess: references that do not exist count like those that do. */
export async function refuseTooManyAttempts(app: App, counters: readonly AttemptCounter[]): Promise<void> {
  const exceeded = await Promise.all(counters.map(async (counter) =>
    ((await app.shared.getCounter(counter.key)) ?? 0) >= counter.failuresMax ? counter : undefined));
  const first = exceeded.find((counter) => counter !== undefined);
  if (first !== undefined) throw await tooMany(app, first);
}

/** Counts a failed look-up. Those who guess in parallel meet the limit here: the failure that crosses it is refused. */
export async function countFailedAttempt(app: App, counters: readonly AttemptCounter[]): Promise<void> {
  const counted = await Promise.all(counters.map(async (counter) => {
    const failures = await app.shared.addToCounter(counter.key, 1, WINDOW_SECONDS);
    if (failures === 1) await app.shared.setCounter(untilKey(counter), app.clock.now().getTime() + WINDOW_SECONDS * 1000, WINDOW_SECONDS);
    return failures > counter.failuresMax ? counter : undefined;
  }));
  const first = counted.find((counter) => counter !== undefined);
  if (first !== undefined) throw await tooMany(app, first);
}

async function tooMany(app: App, counter: AttemptCounter): Promise<Refusal> {
  const until = await app.shared.getCounter(untilKey(counter));
  const seconds = until === undefined ? WINDOW_SECONDS : Math.max(1, Math.ceil((until - app.clock.now().getTime()) / 1000));
  return refuse('guest_attempts_exceeded', {
    headers: { 'Retry-After': String(seconds) },
    keys: { limit: 'rate', resets_at: new Date(app.clock.now().getTime() + seconds * 1000).toISOString() },
  });
}

/** What a guess of a caller of the API counts towards. */
export function countersOfCaller(caller: Caller, bookingRef: string): readonly AttemptCounter[] {
  const counters = [
    { key: `guest-ref:${caller.credentialId}:${hashOf(bookingRef)}`, failuresMax: FAILURES_PER_REFERENCE_MAX },
    { key: `guest-key:${caller.credentialId}`, failuresMax: FAILURES_PER_KEY_MAX },
  ];
  if (caller.endUserId === undefined) return counters;
  return [...counters, { key: `guest-user:${caller.organizationId}:${caller.endUserId}`, failuresMax: FAILURES_PER_END_USER_MAX }];
}

/** What a guess on a page counts towards: there the caller is an address (contract, section 4), so that no stranger locks a guest out. */
export function countersOfAddress(address: string, bookingRef: string): readonly AttemptCounter[] {
  const visitor = neighbourhoodOf(address);
  return [
    { key: `guest-page-ref:${visitor}:${hashOf(bookingRef)}`, failuresMax: FAILURES_PER_REFERENCE_MAX },
    { key: `guest-page:${visitor}`, failuresMax: FAILURES_PER_ADDRESS_MAX },
  ];
}

/** A stranger's text of any length makes a key of one length. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function untilKey(counter: AttemptCounter): string {
  return `${counter.key}:until`;
}
