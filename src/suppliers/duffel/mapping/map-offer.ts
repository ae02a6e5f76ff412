import type { CabinClass, CarrierNames, Fare, PenaltyRule, Slice } from '../../../travel/flight.ts';
import { money, zeroMoney } from '../../../travel/money.ts';
import type { TravelerRequirements } from '../../../travel/traveler-requirements.ts';
import { type KnownSlices, type MappedSlices, type MappingTools, mapSlices, namesOf } from './map-slices.ts';
import {
  UnreadableOffer,
  type WireCondition,
  type WireOffer,
  type WirePassenger,
  type WireSegmentPassenger,
} from './wire-offers.ts';

/** One offer of Duffel in our words: one fare of a journey. */
export interface MappedOffer {
  /** Equal for offers of the same flights at the same times, and in the same cabins where these differ by flight. */
  readonly journey: string;
  readonly slices: readonly Slice[];
  /** By flight, all directions in a row; undefined where it is not said. */
  readonly cabins: readonly (CabinClass | undefined)[];
  readonly fare: Fare;
  readonly owner: string;
  readonly carrierNames?: CarrierNames;
  readonly emissionsKg: number | undefined;
  readonly expiresAt: Date | undefined;
  readonly requirements: TravelerRequirements;
}

/** From this age on Duffel takes somebody as an adult whose age need not be known. */
export const ADULT_FROM = 18;
/** Below this age an infant travels on a lap. */
const CHILD_FROM = 2;
const TITLES = ['mr', 'ms', 'mrs', 'miss', 'dr'] as const;
const NAME_LENGTH_MAX = 20;

/** Maps an offer. Throws UnreadableOffer where its times or cabins cannot be read. `known` as for `mapSlices`. */
export function mapOffer(wire: WireOffer, tools: MappingTools, known?: KnownSlices): MappedOffer {
  const seated = new Set(wire.passengers.filter((passenger) => !isLapInfant(passenger)).map(({ id }) => id));
  const mapped = mapSlices(wire.slices, tools, known);
  const cabinClass = cabinOf(mapped);
  const isMixed = mapped.cabins.some((cabin) => cabin !== cabinClass);
  return {
    journey: isMixed ? `${mapped.flights} ${mapped.cabins.join()}` : mapped.flights,
    slices: mapped.slices,
    cabins: mapped.cabins,
    fare: mapFare(wire, cabinClass, seated),
    owner: wire.owner.code,
    ...namesOf(wire.owner),
    emissionsKg: wire.emissionsKg,
    expiresAt: wire.expiresAt,
    requirements: requirementsOf(wire),
  };
}

/** Whether somebody has no seat of their own, and no bags or seats to buy. */
export function isLapInfant({ type, age }: WirePassenger): boolean {
  return age === undefined ? type === 'infant_without_seat' : age < CHILD_FROM;
}

/** The cabin of the longest flight: what somebody means who says in which class they travel. */
function cabinOf({ cabins, minutes }: MappedSlices): CabinClass {
  const longest = minutes.reduce((best, length, index) => (length > (minutes[best] ?? 0) ? index : best), 0);
  const cabin = cabins[longest];
  if (cabin === undefined) throw new UnreadableOffer('cabin');
  return cabin;
}

function mapFare(wire: WireOffer, cabinClass: CabinClass, seated: ReadonlySet<string>): Fare {
  const { total, slices } = wire;
  const travelers = wire.passengers.length;
  const bags = bagsOf(
    slices.flatMap(({ segments }) => segments.flatMap(({ passengers }) => passengers)),
    seated,
  );
  const taxes = wire.taxes;
  const hasTaxes = taxes?.currency === total.currency && taxes.value >= 0 && taxes.value <= total.value;
  return {
    fareKey: wire.id,
    brandName: brandOf(slices.map(({ brandName }) => brandName)),
    brandCode: undefined,
    cabinClass,
    fareBasisCodes: fareBasisOf(wire),
    bookingClasses: [],
    seatsLeft: undefined,
    total,
    passengerPrices: [],
    partyTaxes: hasTaxes ? taxes : undefined,
    bookingFees: zeroMoney(total.currency),
    isChangeable: isAllowed(wire.change),
    isRefundable: isAllowed(wire.refund),
    // Airlines decide; Duffel names an order's own window once there is one.
    voidWindow: 'none',
    isNameChangeable: undefined,
    rules: [...rulesOf('change', wire.change, travelers), ...rulesOf('refund', wire.refund, travelers)],
    checkedBags: { pieces: bags?.checked, weight: undefined, dimensions: undefined },
    carryOn: { pieces: bags?.carryOn, weight: undefined, dimensions: undefined },
    hasSeatSelection: saidOfAll(slices.map(({ hasSeatSelection }) => hasSeatSelection)),
    hasPriorityBoarding: saidOfAll(slices.map(({ hasPriorityBoarding }) => hasPriorityBoarding)),
  };
}

function isAllowed(condition: WireCondition): boolean | undefined {
  return condition === undefined ? undefined : condition !== 'forbidden';
}

/**
 * Duffel names what the whole party pays, our rules what each traveler pays: rounded up, so that nobody pays more than
 * was announced.
 */
function rulesOf(ruleType: 'change' | 'refund', condition: WireCondition, travelers: number): readonly PenaltyRule[] {
  if (condition === undefined) return [];
  const always = {
    minMinutesBeforeDeparture: undefined,
    maxMinutesBeforeDeparture: undefined,
    maxMinutesAfterDeparture: undefined,
  };
  if (condition === 'forbidden') return [{ ruleType, isAllowed: false, fee: undefined, ...always }];
  const { penalty } = condition;
  if (penalty === 'unknown') return [{ ruleType, isAllowed: true, fee: 'unknown', ...always }];
  const fee = penalty.value === 0 ? undefined : money(Math.ceil(penalty.value / travelers), penalty.currency);
  return [{ ruleType, isAllowed: true, fee, ...always }];
}

/** What everybody with a seat has on every flight; undefined where nothing is said of somebody's bags. */
function bagsOf(
  passengers: readonly WireSegmentPassenger[],
  seated: ReadonlySet<string>,
): WireSegmentPassenger['bags'] {
  const counted = passengers.filter(({ passengerId }) => seated.has(passengerId)).map(({ bags }) => bags);
  const said = counted.filter((bags) => bags !== undefined);
  if (said.length === 0 || said.length < counted.length) return undefined;
  return {
    checked: Math.min(...said.map(({ checked }) => checked)),
    carryOn: Math.min(...said.map(({ carryOn }) => carryOn)),
  };
}

/** `Basic`, or `Basic / Flex` where directions differ; undefined where one of them has no name. */
function brandOf(names: readonly (string | undefined)[]): string | undefined {
  const known = names.filter((name) => name !== undefined);
  return known.length < names.length ? undefined : [...new Set(known)].join(' / ');
}

function fareBasisOf({ slices }: WireOffer): readonly string[] {
  const codes = slices.flatMap(({ segments }) => segments[0]?.passengers[0]?.fareBasisCode ?? []);
  return codes.length === slices.length ? codes : [];
}

/** True or false where it holds of all directions or is known not to; undefined where one is not known. */
function saidOfAll(answers: readonly (boolean | undefined)[]): boolean | undefined {
  return answers.includes(undefined) ? undefined : answers.every((answer) => answer === true);
}

function requirementsOf({ needsDocument, documents, passengers }: WireOffer): TravelerRequirements {
  if (needsDocument && documents.length === 0) throw new UnreadableOffer('documents');
  const others = passengers.flatMap(({ age }) => (age !== undefined && age < ADULT_FROM ? [age] : []));
  const minors = passengers.filter(
    ({ type, age }) => age === undefined && (type === 'child' || isLapInfant({ id: '', type, age })),
  );
  return {
    ...(needsDocument && { documents }),
    ...(minors.length === 0 && { ages: { adultFrom: ADULT_FROM, others } }),
    titles: TITLES,
    nameLengthMax: NAME_LENGTH_MAX,
    needsLatinNames: true,
    needsDistinctNames: true,
  };
}
