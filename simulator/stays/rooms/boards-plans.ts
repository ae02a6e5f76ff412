import type { BoardType, PaymentType } from '../../../src/travel/stay.ts';
import { mix, unitOf } from '../../../src/reference/hash.ts';
import type { CityStock } from '../content/city-columns.ts';
import { hotelTypeOf } from '../content/hotel-types.ts';
import { NEMO_HOTELS } from '../content/scenario-hotels.ts';

/**
 * What the meals of a board cost, as shares of the price of a breakfast. A breakfast that the hotel includes in every
 * rate (BI) costs less than one that is sold beside it.
 */
export const BOARD_BREAKFASTS = { RO: 0, BI: 0.6, BB: 1, HB: 2.7, FB: 3.9, AI: 5.4 } as const satisfies Record<
  BoardType,
  number
>;

/** The rate plans a room is sold on, by the letter they have in rate keys. */
export const PLAN_CODES = ['N', 'S', 'F', 'P'] as const;
export type PlanCode = (typeof PLAN_CODES)[number];

/** A rate plan of a hotel: when a room is paid, and what that does to its price. */
export interface RatePlan {
  readonly code: PlanCode;
  readonly name: string;
  readonly paymentType: PaymentType;
  /** On the price of the flexible plan. */
  readonly factor: number;
}

const FLEXIBLE: RatePlan = { code: 'F', name: 'Flexible', paymentType: 'pay_now', factor: 1 };
const AT_PROPERTY: RatePlan = {
  code: 'P',
  name: 'Flexible, pay at the property',
  paymentType: 'pay_at_property',
  factor: 1.03,
};
const SEMI_FLEXIBLE: RatePlan = { code: 'S', name: 'Semi-flexible', paymentType: 'pay_now', factor: 0.95 };
const SCENARIO_NON_REFUNDABLE: RatePlan = { code: 'N', name: 'Non-refundable', paymentType: 'pay_now', factor: 0.9 };

/** What plans are called: pages have them in every language. */
export const PLAN_NAMES = [FLEXIBLE, AT_PROPERTY, SEMI_FLEXIBLE, SCENARIO_NON_REFUNDABLE].map(({ name }) => name);

const NON_REFUNDABLE = [0.87, 0.89, 0.9, 0.92].map((factor): RatePlan => ({ ...SCENARIO_NON_REFUNDABLE, factor }));

/** The rate plans of a hotel, cheapest first. */
export function plansOf(stock: CityStock, at: number): readonly RatePlan[] {
  const hash = stock.hash[at] ?? 0;
  if (stock.isScenario) return plansOfScenario(at);
  const cheapest = NON_REFUNDABLE[mix(hash, 71) % NON_REFUNDABLE.length] ?? FLEXIBLE;
  const drawn = unitOf(mix(hash, 72));
  switch (hotelTypeOf(stock.typeId[at] ?? 1).key) {
    case 'guest_house':
    case 'riad':
      return drawn < 0.35 ? [AT_PROPERTY] : drawn < 0.8 ? [cheapest, AT_PROPERTY] : [cheapest, FLEXIBLE, AT_PROPERTY];
    case 'hostel':
      return drawn < 0.5 ? [cheapest, AT_PROPERTY] : [cheapest, FLEXIBLE];
    case 'apartment':
      return drawn < 0.3
        ? [SEMI_FLEXIBLE, FLEXIBLE]
        : drawn < 0.6
          ? [cheapest, SEMI_FLEXIBLE]
          : [cheapest, SEMI_FLEXIBLE, FLEXIBLE];
    case 'resort':
      return drawn < 0.6 ? [cheapest, SEMI_FLEXIBLE, FLEXIBLE] : [cheapest, FLEXIBLE, AT_PROPERTY];
    default:
      return drawn < 0.3
        ? [cheapest, FLEXIBLE]
        : drawn < 0.45
          ? [cheapest, SEMI_FLEXIBLE, FLEXIBLE]
          : [cheapest, FLEXIBLE, AT_PROPERTY];
  }
}

function plansOfScenario(at: number): readonly RatePlan[] {
  if (NEMO_HOTELS[at] === 'non_refundable') return [SCENARIO_NON_REFUNDABLE];
  if (NEMO_HOTELS[at] === 'pay_at_property') return [AT_PROPERTY];
  return [SCENARIO_NON_REFUNDABLE, FLEXIBLE];
}

const BEACHES: ReadonlySet<string> = new Set(['beach', 'tropic', 'monsoon', 'island']);
const RO: readonly BoardType[] = ['RO'];
const RO_BB: readonly BoardType[] = ['RO', 'BB'];
const BB: readonly BoardType[] = ['BB'];
const BI: readonly BoardType[] = ['BI'];

/** The boards a hotel sells, cheapest first. */
export function boardsOf(stock: CityStock, at: number): readonly BoardType[] {
  if (stock.isScenario) return RO_BB;
  const drawn = unitOf(mix(stock.hash[at] ?? 0, 81));
  const isByTheSea = BEACHES.has(stock.city.shape);
  switch (hotelTypeOf(stock.typeId[at] ?? 1).key) {
    case 'apartment':
      return drawn < 0.85 ? RO : RO_BB;
    case 'hostel':
      return drawn < 0.5 ? RO : RO_BB;
    case 'guest_house':
    case 'inn':
      return drawn < 0.55 ? BB : drawn < 0.65 ? BI : RO_BB;
    case 'motel':
      return drawn < 0.5 ? RO : BI;
    case 'resort':
      if (!isByTheSea) return ['BB', 'HB'];
      return drawn < 0.3 ? ['AI'] : drawn < 0.6 ? ['HB', 'AI'] : drawn < 0.8 ? ['BB', 'HB', 'FB'] : RO_BB;
    case 'ryokan':
      return drawn < 0.4 ? ['HB'] : ['RO', 'BB', 'HB'];
    case 'riad':
      return drawn < 0.6 ? BB : ['BB', 'HB'];
    default:
      if (isByTheSea && drawn < 0.3) return ['BB', 'HB'];
      return drawn < 0.4 ? BB : drawn < 0.48 ? BI : RO_BB;
  }
}

/** A breakfast for one, by the town's prices and the stars. */
export function breakfastUsd(stock: CityStock, at: number): number {
  return (3 + 0.07 * stock.city.usd) * (BREAKFAST_BY_STARS[(stock.stars[at] ?? 3) - 1] ?? 1);
}
const BREAKFAST_BY_STARS = [0.6, 0.75, 1, 1.5, 2.2] as const;
