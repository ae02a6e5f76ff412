import { sumOfParts } from '../../src/travel/fare-total.ts';
import type { Fare, FlightOffer, FlightQuery, FlightQuerySlice, PassengerPrice } from '../../src/travel/flight.ts';
import { addMoney, money, type Money, shareOfMoney, subtractMoney } from '../../src/travel/money.ts';
import { plainOffer } from '../offers/plain-offer.ts';
import { SupplierFailure } from '../../src/suppliers/ports/supplier.ts';
import { SCENARIO_AIRLINES, SCENARIO_COUNTRY, SCENARIO_ORIGIN, SCENARIO_ROUTES } from './scenario-places.ts';

/**
 * What each scenario route from QAA does (contract, section 11), by its destination. QAB, QAC, QAQ and QAR are in the
 * schedule itself.
 */
export const SCENARIOS = {
  QAD: 'never_answers',
  QAE: 'already_expired',
  QAF: 'dearer',
  QAG: 'cheaper',
  QAH: 'gone',
  QAI: 'refused',
  QAJ: 'slow',
  QAK: 'schedule_change',
  QAL: 'refund_with_penalty',
  QAM: 'refund_manual',
  QAN: 'unavailable',
  QAO: 'unknown',
  QAP: 'rejected',
  QAS: 'renumbered',
  QAT: 'rerouted',
  QAU: 'cancelled_by_airline',
} as const;
export type Scenario = (typeof SCENARIOS)[keyof typeof SCENARIOS];

const scenarioByAirport: ReadonlyMap<string, Scenario> = new Map(Object.entries(SCENARIOS));
const routesFrom = Map.groupBy(SCENARIO_ROUTES, ({ origin }) => origin);
const RETRY_AFTER_SECONDS = 7;
const PRICE_STEP = 0.07;
const REFUND_PENALTY_SHARE = 0.2;
const HOUR_MS = 3_600_000;
const SLOW_CONFIRMATION_MS = 6 * HOUR_MS;
const UNKNOWN_MS = HOUR_MS / 6;

/**
 * The scenario of a journey that begins at one airport and goes to another first; a round trip follows its outbound.
 */
function scenarioOf(origin: string, destination: string): Scenario | undefined {
  return origin === SCENARIO_ORIGIN ? scenarioByAirport.get(destination) : undefined;
}

/** Whether a search may find offers of a scenario at all. */
export function mayHoldScenarios({ slices: [out] }: FlightQuery): boolean {
  return out?.origins.includes(SCENARIO_ORIGIN) === true;
}

/** The scenario of an offer. */
export function scenarioOfOffer(offer: FlightOffer): Scenario | undefined {
  const [out] = offer.slices;
  return out && scenarioOf(out.origin, out.destination);
}

/**
 * The currency every price of a scenario route is in (QAQ yen, QAR dinars); undefined for dollars and for every
 * ordinary route.
 */
export function scenarioCurrency({
  origins,
  destinations,
}: Pick<FlightQuerySlice, 'origins' | 'destinations'>): string | undefined {
  const route = origins
    .flatMap((code) => routesFrom.get(code) ?? [])
    .find(({ destination }) => destinations.includes(destination));
  if (route === undefined) return undefined;
  const currency = SCENARIO_AIRLINES.find(({ code }) => code === route.airline)?.currency;
  return currency === SCENARIO_COUNTRY.currency ? undefined : currency;
}

/** What happens before a search is answered: some routes never answer, are down or refuse. */
export async function enactSearchScenario(query: FlightQuery, signal: AbortSignal): Promise<void> {
  const [out] = query.slices;
  const destination = out?.origins.includes(SCENARIO_ORIGIN)
    ? out.destinations.find((code) => scenarioByAirport.has(code))
    : undefined;
  switch (destination && scenarioOf(SCENARIO_ORIGIN, destination)) {
    case 'never_answers':
      await aborted(signal);
      throw new SupplierFailure('timeout', 'The sandbox scenario QAD never answers.');
    case 'unavailable':
      throw new SupplierFailure('unavailable', 'The sandbox scenario QAN is down.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    case 'rejected':
      throw new SupplierFailure('rejected', 'The sandbox scenario QAP rejects every search.');
    default:
  }
}

/** An offer as its scenario shows it in a search. */
export function enactOfferScenario(offer: FlightOffer, now: Date): FlightOffer {
  switch (scenarioOfOffer(offer)) {
    case 'already_expired':
      return { ...plainOffer(offer), expiresAt: new Date(now.getTime() - 1000) };
    case 'refund_with_penalty':
      return { ...plainOffer(offer), fares: offer.fares.map((fare) => refundable(fare, REFUND_PENALTY_SHARE)) };
    case 'refund_manual':
      return {
        ...plainOffer(offer),
        fares: offer.fares.map((fare) => ({ ...refundable(fare, 0), refundSupport: 'manual' as const })),
      };
    default:
      return offer;
  }
}

/** A fare as its scenario prices it at checkout: `undefined` when it is gone. */
export function enactPriceScenario(scenario: Scenario | undefined, fare: Fare): Fare | undefined {
  switch (scenario) {
    case 'gone':
      return undefined;
    case 'dearer':
      return scaleFare(fare, 1 + PRICE_STEP);
    case 'cheaper':
      return scaleFare(fare, 1 - PRICE_STEP);
    default:
      return fare;
  }
}

/** When the airline confirms an order, and what it says until then. */
export function confirmationOf(
  scenario: Scenario | undefined,
  now: Date,
): { readonly confirmedAt: Date; readonly untilConfirmed: 'pending' | 'unknown' | undefined } {
  if (scenario === 'slow')
    return { confirmedAt: new Date(now.getTime() + SLOW_CONFIRMATION_MS), untilConfirmed: 'pending' };
  if (scenario === 'unknown') return { confirmedAt: new Date(now.getTime() + UNKNOWN_MS), untilConfirmed: 'unknown' };
  return { confirmedAt: now, untilConfirmed: undefined };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Moves each passenger's price by a factor: taxes stay, the base fare takes the difference, so that the parts still add
 * up.
 */
function scaleFare(fare: Fare, factor: number): Fare {
  const passengerPrices = fare.passengerPrices.map((price): PassengerPrice => {
    const moved = shareOfMoney(addMoney(price.baseFare, price.taxes), factor);
    return { ...price, baseFare: atLeastZero(subtractMoney(moved, price.taxes)) };
  });
  return { ...fare, passengerPrices, total: sumOfParts(passengerPrices, fare.bookingFees) };
}

function atLeastZero(amount: Money): Money {
  return money(Math.max(0, amount.value), amount.currency);
}

function refundable(fare: Fare, penaltyShare: number): Fare {
  const [first] = fare.passengerPrices;
  const fee = first && penaltyShare > 0 ? shareOfMoney(addMoney(first.baseFare, first.taxes), penaltyShare) : undefined;
  const share = penaltyShare > 0 ? { share: penaltyShare } : {};
  const rules = fare.rules.map((rule) =>
    rule.ruleType === 'refund' ? { ...rule, isAllowed: true, fee, ...share } : rule,
  );
  return { ...fare, isRefundable: true, rules };
}
