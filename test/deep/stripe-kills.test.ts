import { afterAll, describe, expect, test } from 'vitest';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import { type MatrixCell, showMatrix } from '../support/faults/fault-matrix.ts';
import { makeCrashFixture } from '../support/faults/crash-fixture.ts';
import type { Server } from '../support/service/server-fixture.ts';
import {
  dieAndRecoverOnStripe,
  STRIPE_JOURNEYS,
  type StripeFaultJourney,
  type StripeJourneyName,
  type StripeFixture,
  traceStripeJourney,
} from '../support/faults/stripe-faults.ts';
import { startStripeStub } from '../../src/suppliers/stubs/stripe/start-stripe-stub.ts';

const LANE_TIMEOUT_MS = 1_800_000;
/**
 * What a process does at a boundary is the same on a server: the release is left to the embedded database, and to the
 * matrix of the other processor.
 */
const LANES: readonly (readonly StripeJourneyName[])[] =
  process.env['BLY_TEST_DATABASE_URL'] === undefined
    ? [
        ['page', 'rewritten'],
        ['agent', 'released'],
      ]
    : [['page'], ['agent']];

/** What has been seen so far, of all lanes. */
const cells: MatrixCell[] = [];
afterAll(() => showMatrix('Fault matrix, Stripe: where the process was killed, and how the trip ended', cells));

/**
 * Stripe (the stub) lives on in this process while the servers die: what it holds and has taken is the other side's own
 * word.
 */
describe('paid through Stripe, killed at every boundary from the first attempt on', () => {
  test.concurrent.for(LANES)(
    '%s: one booking, one capture at Stripe of what was booked, one event',
    { timeout: LANE_TIMEOUT_MS },
    async (names) => {
      const stub = await startStripeStub();
      const fixture = await makeCrashFixture({
        BLY_STRIPE_SECRET_KEY: stub.secretKey,
        BLY_STRIPE_WEBHOOK_SECRET: stub.webhookSecret,
        BLY_STRIPE_API_BASE: stub.url,
      });
      let server = await fixture.start();
      try {
        for (const name of names) server = await walk({ fixture, stub }, server, name);
        const { problems, output } = await fixture.reconcile();
        expect(output).toContain('nothing stands against it');
        expect(problems).toEqual([]);
      } finally {
        await server.kill();
        await stub.close();
      }
    },
  );
});

async function walk(at: StripeFixture, first: Server, name: StripeJourneyName): Promise<Server> {
  const journey: StripeFaultJourney = STRIPE_JOURNEYS[name];
  let server = first;
  const boundaries = await traceStripeJourney(at, server, journey);
  expect(boundaries.map(({ point }) => point)).toEqual(expect.arrayContaining([...passedBy(journey)]));
  for (const boundary of boundaries) {
    const step = `${boundary.point}#${boundary.pass}`;
    server = await dieAndRecoverOnStripe(at, server, { journey, boundary }).catch((cause: unknown) => {
      throw new Error(`${name}, killed at ${step}: ${cause instanceof Error ? cause.message : ''}`, { cause });
    });
    cells.push({ journey: name, step: boundary.point, outcome: journey.end });
  }
  return server;
}

/** What such a journey cannot miss: a list of boundaries without them enumerates something else. */
function passedBy({ payment, isRewritten, end }: StripeFaultJourney): readonly FaultPoint[] {
  const opened: readonly FaultPoint[] =
    payment === 'page'
      ? ['stripe.after_page_intent', 'stripe.after_page_call', 'stripe.after_page_saved']
      : ['stripe.after_token_intent', 'stripe.after_token_call', 'stripe.after_token_saved'];
  return isRewritten ? opened : [...opened, end === 'booked' ? 'fulfil.after_capture_call' : 'release.after_call'];
}
