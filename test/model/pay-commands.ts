import fc from 'fast-check';
import { expect } from 'vitest';
import { openPage, submitPage } from '../support/faults/page-journeys.ts';
import type { Answer } from '../support/service/service.ts';
import { CARD_3DS, CARD_DECLINED, CARD_OK } from '../support/faults/trip-journeys.ts';
import { asleep, command, expectRefusal, type TripCommand, type Wants, which } from './commands.ts';
import type { Run } from './observe.ts';
import {
  authorise,
  isInFlight,
  isLive,
  isOver,
  lapse,
  type ModelTrip,
  quoteTrip,
  refusalOf,
  totalOf,
} from './trip-model.ts';

/** A card or token of the sandbox, and what its bank says. */
interface Means {
  readonly name: string;
  readonly card?: string;
  readonly token?: string;
  readonly verdict: 'good' | 'bad' | 'asks' | 'asks_then_bad' | 'slow';
  readonly challenge?: 'approve' | 'reject';
  readonly more?: object;
  readonly delaySeconds?: number;
}

const slow = (delaySeconds: number): Means => ({
  name: `slow ${delaySeconds}`,
  card: CARD_OK,
  verdict: 'slow',
  delaySeconds,
  more: { authorise_delay_seconds: delaySeconds },
});
const CARDS: readonly Means[] = [
  { name: 'ok', card: CARD_OK, verdict: 'good' },
  { name: 'ok again', card: CARD_OK, verdict: 'good' },
  { name: 'declined', card: CARD_DECLINED, verdict: 'bad' },
  { name: 'no funds', card: '4000000000009995', verdict: 'bad' },
  { name: 'processing error', card: '4000000000000119', verdict: 'bad' },
  { name: '3DS', card: CARD_3DS, verdict: 'asks' },
  { name: '3DS then declined', card: '4000008400001629', verdict: 'asks_then_bad' },
  { name: '3DS approved', card: CARD_3DS, verdict: 'good', challenge: 'approve' },
  { name: '3DS rejected', card: CARD_3DS, verdict: 'bad', challenge: 'reject' },
  { name: 'none', verdict: 'good' },
  slow(30),
  slow(200),
  slow(400),
  slow(1200),
  slow(90_000),
  {
    ...slow(400),
    name: '3DS approved, slow 400',
    card: CARD_3DS,
    challenge: 'approve',
  },
];
const TOKENS: readonly Means[] = [
  { name: 'token ok', token: 'spt_test_ok', verdict: 'good' },
  { name: 'token declined', token: 'spt_test_declined', verdict: 'bad' },
  { name: 'token step-up', token: 'spt_test_step_up', verdict: 'asks' },
  { name: 'token unknown', token: 'spt_nobody', verdict: 'bad' },
];

const aQuotedTrip: Wants = ({ status, quote }) => status === 'quoted' && quote?.kind === 'ready';

const STATUS = {
  good: 'authorised',
  bad: 'declined',
  asks: 'requires_action',
  asks_then_bad: 'requires_action',
  slow: 'processing',
} as const satisfies Record<Means['verdict'], string>;

/** What an attempt that was let through leads to. */
function takeAttempt(trip: ModelTrip, now: number, means: Means): void {
  const isGood = means.verdict !== 'asks_then_bad';
  if (means.verdict === 'good' || totalOf(trip) === 0) authorise(trip, now);
  else if (means.verdict === 'slow')
    trip.attempt = {
      kind: 'processing',
      startedAt: now,
      isGood,
      readyAt: now + (means.delaySeconds ?? 0) * 1000,
      // A bank that a test made slow is queried right behind its delay.
      askAt: now + ((means.delaySeconds ?? 44) + 1) * 1000,
    };
  else if (means.verdict !== 'bad')
    trip.attempt = { kind: 'requires_action', startedAt: now, isGood, readyAt: now, askAt: now };
}

/** The refusal of an attempt, where there is one. */
function refuseAttempt(
  trip: ModelTrip,
  now: number,
  hasMeans: boolean,
): { readonly status: number; readonly code: string } | undefined {
  if (trip.status !== 'quoted') return refusalOf(trip);
  if (isInFlight(trip, now)) return { status: 409, code: 'TRIP_STATE_CONFLICT' };
  if (!isLive(trip, now)) return { status: 410, code: 'QUOTE_EXPIRED' };
  if (!hasMeans && totalOf(trip) > 0) return { status: 422, code: 'BAD_REQUEST' };
  return trip.attempt ? { status: 409, code: 'TRIP_STATE_CONFLICT' } : undefined;
}

const payByCard = (which: number, means: Means, isAsleep: boolean): TripCommand =>
  command(
    `pay ${means.name}`,
    which,
    isAsleep,
    async ({ world }, trip) => {
      const answer = await world.call('POST', '/v1/sandbox/pay', {
        trip_id: trip.tripId,
        ...(means.card ? { card: means.card } : {}),
        ...(means.challenge ? { challenge: means.challenge } : {}),
        ...means.more,
      });
      if (means.challenge !== undefined && isChallenged(trip, world.now()))
        return expectDecided(trip, answer, means.challenge, world.now());
      const refusal = refuseAttempt(trip, world.now(), means.card !== undefined);
      if (refusal) return expectRefusal(answer, refusal);
      return expectTaken(trip, answer, means, world.now());
    },
    aQuotedTrip,
  );

/** True while the bank waits for the payer's answer to its challenge. */
function isChallenged(trip: ModelTrip, now: number): boolean {
  return trip.status === 'quoted' && trip.attempt?.kind === 'requires_action' && isInFlight(trip, now);
}

/** A second call that says how to answer the open challenge decides it; its card is not looked at. */
function expectDecided(trip: ModelTrip, answer: Answer, challenge: 'approve' | 'reject', now: number): string {
  const status = challenge === 'approve' && trip.attempt?.isGood ? 'authorised' : 'declined';
  expect([answer.status, answer.body.status], answer.text).toEqual([200, status]);
  decideChallenge(trip, challenge, now);
  return status;
}

function decideChallenge(trip: ModelTrip, challenge: 'approve' | 'reject', now: number): void {
  if (challenge === 'approve' && trip.attempt?.isGood) authorise(trip, now);
  else trip.attempt = undefined;
}

function expectTaken(trip: ModelTrip, answer: Answer, means: Means, now: number): string {
  const status = totalOf(trip) === 0 ? 'authorised' : STATUS[means.verdict];
  expect([answer.status, answer.body.status], answer.text).toEqual([200, status]);
  expect(answer.body.booking_ref === undefined).toBe(status !== 'authorised');
  takeAttempt(trip, now, means);
  return status;
}

const payAsAgent = (which: number, means: Means, isAsleep: boolean): TripCommand =>
  command(
    `pay ${means.name}`,
    which,
    isAsleep,
    async ({ world }, trip) => {
      const answer = await world.call('POST', '/v1/submit_agent_payment', {
        trip_id: trip.tripId,
        shared_payment_token: means.token,
      });
      const now = world.now();
      const earlier = earlierState(trip, now);
      if (earlier) {
        expect([answer.status, answer.body.status, answer.body.payment_verified]).toEqual([
          200,
          earlier,
          earlier === 'authorised',
        ]);
        return `again ${earlier}`;
      }
      const refusal = refuseAttempt(trip, now, true);
      if (refusal) return expectRefusal(answer, refusal);
      const taken = expectTaken(trip, answer, means, now);
      expect([answer.body.payment_verified, answer.body.checkout_url === undefined]).toEqual([
        taken === 'authorised',
        taken === 'authorised',
      ]);
      return taken;
    },
    aQuotedTrip,
  );

function earlierState(trip: ModelTrip, now: number): string | undefined {
  if (trip.status === 'fulfilling' || trip.status === 'fulfilled') return 'authorised';
  if (trip.status === 'failed') return 'released';
  return trip.status === 'quoted' && isInFlight(trip, now) ? trip.attempt?.kind : undefined;
}

/** The payer's answer to the bank, on the hosted page. */
const answerBank = (which: number, action: 'approve' | 'reject', isAsleep: boolean): TripCommand =>
  command(
    `bank ${action}`,
    which,
    isAsleep,
    async ({ world }, trip) => {
      const now = world.now();
      if (!isChallenged(trip, now) || !trip.quote) return 'nothing asked';
      const path = `/checkout/${trip.quote.sessionId}`;
      const answer = await submitPage(world.service, path, await openPage(world.service, path), { action });
      if (answer.status === 429) return 'too many forms';
      expect(answer.status).toBe(303);
      decideChallenge(trip, action, now);
      return action;
    },
    ({ attempt }) => attempt?.kind === 'requires_action',
  );

/** The hosted page: renews a quote that has run out, shows what has moved, and pays once that is accepted. */
const payOnPage = (which: number, isAsleep: boolean): TripCommand =>
  command(
    'page',
    which,
    isAsleep,
    async (run, trip) => {
      const { world } = run;
      if (trip.status !== 'quoted' || trip.quote?.kind !== 'ready') return 'no page';
      const now = world.now();
      const path = `/checkout/${trip.quote.sessionId}`;
      const page = await openPage(world.service, path);
      if (isInFlight(trip, now)) return 'attempt under way';
      if (now >= trip.quote.linkExpiresAt) {
        expect(page.status).toBe(410);
        // Looking at the page is a read: money that is still on its way to a trip left idle for a day is given back.
        lapse(trip, now);
        return isOver(trip) ? 'lapsed' : 'link expired';
      }
      const first = await submitPage(world.service, path, page, acceptanceOn(page));
      if (first.status === 429) return 'too many forms';
      if (now >= trip.quote.expiresAt) renewQuote(run, trip);
      if (first.status === 422) {
        const second = await submitPage(world.service, path, first, acceptanceOn(first));
        if (second.status === 429) return 'too many forms';
        expect(second.status).toBe(303);
      } else expect(first.status).toBe(303);
      authorise(trip, now);
      // Its prices are read from the trip by the time it is observed.
      return await adoptRenewed(run, trip);
    },
    aQuotedTrip,
  );

function renewQuote(run: Run, trip: ModelTrip): void {
  if (!trip.quote) throw new Error('there is no quote to renew');
  const { sessionId, linkExpiresAt } = trip.quote;
  quoteTrip(trip, run.world.now(), { sessionId, linkExpiresAt });
  run.mayReprice = true;
}

/** A renewed quote may have other prices: those the payer has just accepted. */
async function adoptRenewed(run: Run, trip: ModelTrip): Promise<string> {
  if (!run.mayReprice) return 'paid';
  const { body } = await run.world.call('GET', `/v1/trip/${trip.tripId}`);
  trip.items.forEach((item, index) => {
    item.price = body.items[index].price.amount;
  });
  Object.assign(trip.fulfilment ?? {}, { total: totalOf(trip) });
  return 'paid after renewal';
}

function acceptanceOn(page: Answer): Readonly<Record<string, string>> {
  const quoteId = /name="accept_price" value="([^"]+)"/.exec(page.text)?.[1];
  return quoteId === undefined ? {} : { accept_price: quoteId };
}

/** Every way to pay, and every answer a bank may give. */
export const payCommands: readonly fc.Arbitrary<TripCommand>[] = [
  ...[1, 2, 3].map(() => fc.tuple(which, fc.constantFrom(...CARDS), asleep).map((parts) => payByCard(...parts))),
  // Most payers pay.
  ...[1, 2].map(() =>
    fc.tuple(which, fc.constantFrom(...CARDS.slice(0, 2)), asleep).map((parts) => payByCard(...parts)),
  ),
  fc.tuple(which, fc.constantFrom(...TOKENS), asleep).map((parts) => payAsAgent(...parts)),
  fc
    .tuple(which, fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const), asleep)
    .map((parts) => answerBank(...parts)),
  fc.tuple(which, asleep).map((parts) => payOnPage(...parts)),
];
