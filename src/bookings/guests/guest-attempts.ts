import { createHash } from 'node:crypto';
import type { App, Caller } from '../../context.ts';
import { type Refusal, refuse } from '../../platform/errors.ts';
import {
  type BoundedCounter,
  countAll,
  findReached,
  type NetworkBounds,
  networkCounters,
} from '../../platform/limits/network-limits.ts';
import { networksOf } from '../../platform/limits/ip-prefix.ts';

/** Failed look-ups are counted over this long (contract, section 4). */
const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_REFERENCE_MAX = 10;
const FAILURES_PER_END_USER_MAX = 50;
const FAILURES_PER_KEY_MAX = 500;
const FAILURES_PER_ADDRESS_MAX = 50;
/**
 * Failures on pages by network: anyone who has a /48 of IPv6 or a /24 of IPv4 guesses as often as eight visitors, not
 * as often as thousands.
 */
const FAILURES_PER_NETWORK_MAX: NetworkBounds = {
  '/64': FAILURES_PER_ADDRESS_MAX,
  '/56': 150,
  '/48': 400,
  '/32': FAILURES_PER_ADDRESS_MAX,
  '/24': 400,
};
/**
 * Failures of all visitors together for one reference within a day: beyond it a page asks for one detail more. It never
 * locks anybody out.
 */
const FAILURES_BEFORE_PROOF = 50;
const PROOF_WINDOW_SECONDS = 24 * 60 * 60;

/** Failures counted together, and how many there may be. */
export interface AttemptCounter {
  readonly key: string;
  readonly failuresMax: number;
}

/**
 * Refuses a caller who has guessed too often, whatever the guess: references that do not exist count like those that
 * do.
 */
export async function refuseTooManyAttempts(app: App, counters: readonly AttemptCounter[]): Promise<void> {
  const seconds = await findReached(app, counters.map(toBounded), WINDOW_SECONDS);
  if (seconds !== undefined) throw tooMany(app, seconds);
}

/** Counts a failed look-up. Those who guess in parallel meet the limit here: the failure that crosses it is refused. */
export async function countFailedAttempt(app: App, counters: readonly AttemptCounter[]): Promise<void> {
  const seconds = await countAll(app, counters.map(toBounded), WINDOW_SECONDS);
  if (seconds !== undefined) throw tooMany(app, seconds);
}

function toBounded({ key, failuresMax }: AttemptCounter): BoundedCounter {
  return { key, max: failuresMax };
}

function tooMany(app: App, seconds: number): Refusal {
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
  return [
    ...counters,
    { key: `guest-user:${caller.organizationId}:${caller.endUserId}`, failuresMax: FAILURES_PER_END_USER_MAX },
  ];
}

/**
 * What a guess on a page counts towards: there the caller is an address (contract, section 4), so that no stranger
 * locks a guest out.
 */
export function countersOfAddress(address: string, bookingRef: string): readonly AttemptCounter[] {
  const [smallest] = networksOf(address);
  return [
    { key: `guest-page-ref:${smallest?.key ?? ''}:${hashOf(bookingRef)}`, failuresMax: FAILURES_PER_REFERENCE_MAX },
    { key: `guest-page:${smallest?.key ?? ''}`, failuresMax: FAILURES_PER_ADDRESS_MAX },
  ];
}

/** The wider networks of an address, counted beside it. */
export function countersOfNetworks(address: string): readonly AttemptCounter[] {
  return networkCounters('guest-page', address, FAILURES_PER_NETWORK_MAX)
    .slice(1)
    .map(({ key, max }) => ({ key, failuresMax: max }));
}

/** A document link that opens nothing counts like a failed look-up. Links that are sealed by us are never refused. */
export async function countUnknownLink(app: App, address: string): Promise<void> {
  await countFailedAttempt(
    app,
    networkCounters('guest-page', address, FAILURES_PER_NETWORK_MAX).map(({ key, max }) => ({ key, failuresMax: max })),
  );
}

/**
 * Counts a visitor's look-up of a reference as a failure before the pair is looked at, so that guessing in parallel
 * gains nothing; `forgiveLookUp` takes it back. Answers whether visitors, wherever they are, have failed so often with
 * it today that the pair alone is not believed: alike for references that do not exist.
 */
export async function countLookUp(
  app: Pick<App, 'shared'>,
  bookingRef: string,
): Promise<{ readonly needsProof: boolean }> {
  return {
    needsProof: (await app.shared.addToCounter(proofKey(bookingRef), 1, PROOF_WINDOW_SECONDS)) > FAILURES_BEFORE_PROOF,
  };
}

/** The look-up was no failure. */
export async function forgiveLookUp(app: Pick<App, 'shared'>, bookingRef: string): Promise<void> {
  await app.shared.addToCounter(proofKey(bookingRef), -1, PROOF_WINDOW_SECONDS);
}

function proofKey(bookingRef: string): string {
  return `guest-proof:${hashOf(bookingRef)}`;
}

/** A stranger's text of any length makes a key of one length. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
