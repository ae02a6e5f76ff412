import { createHash } from 'node:crypto';
import type { App, Caller } from '../context.ts';
import { type Refusal, refuse } from '../platform/errors.ts';

/** Failed look-ups are counted over this long (contract, section 4). */
const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_REFERENCE_MAX = 10;
const FAILURES_PER_END_USER_MAX = 50;
const FAILURES_PER_KEY_MAX = 500;

interface AttemptCounter {
  readonly key: string;
  readonly failuresMax: number;
}

/** Refuses a caller who has guessed too often, whatever the guess: references that do not exist count like those that do. */
export async function refuseTooManyAttempts(app: App, caller: Caller, bookingRef: string): Promise<void> {
  const exceeded = await Promise.all(countersOf(caller, bookingRef).map(async (counter) =>
    ((await app.shared.getCounter(counter.key)) ?? 0) >= counter.failuresMax ? counter : undefined));
  const first = exceeded.find((counter) => counter !== undefined);
  if (first !== undefined) throw await tooMany(app, first);
}

/** Counts a failed look-up. Those who guess in parallel meet the limit here: the failure that crosses it is refused. */
export async function countFailedAttempt(app: App, caller: Caller, bookingRef: string): Promise<void> {
  const counted = await Promise.all(countersOf(caller, bookingRef).map(async (counter) => {
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

function countersOf(caller: Caller, bookingRef: string): readonly AttemptCounter[] {
  // The reference is a stranger's text of any length: its hash is a key of one length.
  const reference = createHash('sha256').update(bookingRef).digest('base64url');
  const counters = [
    { key: `guest-ref:${caller.keyId}:${reference}`, failuresMax: FAILURES_PER_REFERENCE_MAX },
    { key: `guest-key:${caller.keyId}`, failuresMax: FAILURES_PER_KEY_MAX },
  ];
  if (caller.endUserId === undefined) return counters;
  return [...counters, { key: `guest-user:${caller.organizationId}:${caller.endUserId}`, failuresMax: FAILURES_PER_END_USER_MAX }];
}

function untilKey(counter: AttemptCounter): string {
  return `${counter.key}:until`;
}
