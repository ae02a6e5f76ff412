import { knownFee } from '../../../src/travel/penalty.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancellationTimeline } from '../../../src/bookings/model/cancellation-timeline.ts';
import { changePenalty } from '../../../simulator/flights/flight-exchanges-rules.ts';
import { flightTermsOf, judgeFlightRefund } from '../../../simulator/flights/flight-terms.ts';
import { soldFare } from '../../../simulator/flights/flights-order.ts';
import type { OrderState } from '../../../simulator/order-book/order-states.ts';
import { enactOfferScenario } from '../../../simulator/scenarios/scenarios.ts';
import { NOTHING_SOLD } from '../../../simulator/cabins/inventory.ts';
import type { Fare, FlightOffer } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { aBookingItem, aTripItem } from '../../support/products/bookings.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../../support/products/world.ts';

const HOUR_MS = 3_600_000;
const ROUTES = [
  ['QAA', 'QAL'],
  ['CDG', 'LIS'],
  ['LHR', 'JFK'],
  ['BER', 'PMI'],
] as const;

const party = fc
  .record({
    adt: fc.integer({ min: 1, max: 4 }),
    chd: fc.integer({ min: 0, max: 3 }),
    infants: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ adt, chd, infants }) => ({ ...NO_PASSENGERS, adt, chd, inf_lap: Math.min(adt, infants) }));

function offersFor(route: readonly [string, string], passengers: FlightOffer['passengers']): readonly FlightOffer[] {
  const query = worldQuery(route[0], route[1], ['2027-01-14'], { passengers, offersMax: 3 });
  return testWorld()
    .find(query, { now: WORLD_NOW, sold: NOTHING_SOLD })
    .offers.map((offer) => enactOfferScenario(offer, WORLD_NOW));
}

function orderOf({ total }: Pick<Fare, 'total'>): OrderState {
  const at = { bookedAt: WORLD_NOW, confirmedAt: WORLD_NOW };
  return {
    reference: 'r',
    orderId: 'o',
    status: 'booked',
    scenario: undefined,
    confirmationNumber: 'ABCDEF',
    total,
    untilConfirmed: undefined,
    ...at,
  };
}

/**
 * The most that fees and percentages of a party may come to: a fee or a percentage of each ticket, and never more than
 * that ticket.
 */
function penaltyMax({ passengerPrices }: Fare, perHead: (ticket: number) => number): number {
  return passengerPrices.reduce(
    (sum, { quantity, baseFare, taxes }) =>
      sum + quantity * Math.min(baseFare.value + taxes.value, perHead(baseFare.value + taxes.value)),
    0,
  );
}

test('refund and penalty come to what was paid, and nobody is charged more than their own ticket: any party, route, fare and hour', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ROUTES),
      party,
      fc.integer({ min: 25, max: 54 * 24 }),
      (route, passengers, hours) => {
        const now = new Date(WORLD_NOW.getTime() + hours * HOUR_MS);
        for (const offer of offersFor(route, passengers)) {
          for (const fare of offer.fares) {
            const sold = soldFare(fare, WORLD_NOW);
            const quote = judgeFlightRefund({ ...orderOf(fare), terms: flightTermsOf(offer, sold) }, now);
            if (quote.kind !== 'quoted') continue;
            const { refund, penalty } = quote.terms;
            expect(refund.value + penalty.value).toBe(fare.total.value);
            const rules = fare.rules.filter((rule) => rule.ruleType === 'refund' && rule.isAllowed);
            const dearest = Math.max(0, ...rules.map((rule) => knownFee(rule)?.value ?? 0));
            const share = rules.find((rule) => rule.share !== undefined)?.share;
            if (refund.value > 0)
              expect(penalty.value).toBeLessThanOrEqual(
                penaltyMax(fare, (ticket) => (share === undefined ? dearest : Math.round(ticket * share))),
              );
            const changed = changePenalty(sold, offer.slices[0]?.segments[0]?.depart.instant ?? now, now);
            const dearestChange = Math.max(
              0,
              ...fare.rules.filter(({ ruleType }) => ruleType === 'change').map((rule) => knownFee(rule)?.value ?? 0),
            );
            if (changed !== undefined) expect(changed.value).toBeLessThanOrEqual(penaltyMax(fare, () => dearestChange));
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('an adult with a lap infant gives up a fifth of both tickets of QAL, not twice a fifth of the adult’s', () => {
  const [offer] = offersFor(['QAA', 'QAL'], { ...NO_PASSENGERS, adt: 1, inf_lap: 1 });
  const [fare] = offer?.fares ?? [];
  if (offer === undefined || fare === undefined) throw new Error('There is no fare.');
  const now = new Date(WORLD_NOW.getTime() + 25 * HOUR_MS);
  const quote = judgeFlightRefund({ ...orderOf(fare), terms: flightTermsOf(offer, soldFare(fare, WORLD_NOW)) }, now);
  const penalty = quote.kind === 'quoted' ? quote.terms.penalty.value : 0;
  expect(penalty / fare.total.value).toBeCloseTo(0.2, 3);
  const tripItem = { ...aTripItem('a', fare), offer };
  const item = aBookingItem('a', {
    status: 'confirmed',
    bookedAt: WORLD_NOW,
    originTotal: fare.total,
    total: fare.total,
    nonRefundable: { value: 0, currency: fare.total.currency },
    tripItem,
  });
  expect(cancellationTimeline(item).find(({ until }) => now < until)?.penalty?.value).toBe(penalty);
});
