import { type AirportOperations, operationsOf } from './airport-traffic.ts';
import type { Aircraft, Atlas, AtlasAirport } from '../../src/reference/atlas.ts';
import { blockMinutes, type Sector, sectorOf } from './block-times.ts';
import { type FlightHours, isLongHaul } from './departure-times.ts';
import { mix } from '../../src/reference/hash.ts';
import type { RouteGroup, RouteOperator } from './route-groups.ts';
import type { RoutePair } from './route-pairs.ts';
import { createTurnarounds, turnaroundMinutesMin } from './turnarounds.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** The flights of every group, neighbours in the groups' order, before they are packed by route. */
export interface FlightDraft {
  /** First flight of each group; one more entry than groups. */
  readonly firstFlight: Uint32Array;
  readonly operator: Uint16Array;
  readonly aircraft: Uint8Array;
  readonly departure: Uint16Array;
  readonly block: Uint16Array;
  readonly days: Uint8Array;
}

/**
 * Zone differences of a January and a July: one schedule must suit both, and times of departure do not move with the
 * summer.
 */
const REFERENCE_UTC_MINUTES = [Date.UTC(2027, 0, 13) / 60_000, Date.UTC(2027, 6, 14) / 60_000] as const;

/** Block times are planned in steps of so many minutes. */
const PLANNED_MINUTES = 30;

interface Facts {
  readonly atlas: Atlas;
  readonly operations: readonly AirportOperations[];
  /** Minutes east of UTC of every zone, in January and in July. */
  readonly offsets: readonly (readonly [number, number])[];
  readonly slots: ReturnType<typeof createTurnarounds>;
}

/** One flight out and the flight back of the same aircraft. */
interface RotationPlan {
  readonly operator: RouteOperator;
  readonly aircraft: number;
  readonly weekdays: number;
  readonly outBlock: number;
  readonly backBlock: number;
  /** Both flights as the planner sees them: block times rounded up, so that routes alike are planned alike. */
  readonly out: FlightHours;
  readonly back: FlightHours;
  readonly turnaroundMin: number;
}

/**
 * Drafts every pair as rotations: what leaves one end comes back from the other, with time to turn and on a day it is
 * there.
 */
export function draftRotations(
  groups: readonly RouteGroup[],
  pairs: readonly RoutePair[],
  atlas: Atlas,
  zones: ZoneClock,
): FlightDraft {
  const draft = emptyDraft(groups);
  const facts: Facts = {
    atlas,
    operations: atlas.airports.map(operationsOf),
    offsets: atlas.zoneNames.map(
      (_, zone) =>
        [zones.offsetAt(zone, REFERENCE_UTC_MINUTES[0]), zones.offsetAt(zone, REFERENCE_UTC_MINUTES[1])] as const,
    ),
    slots: createTurnarounds(),
  };
  for (const pair of pairs) draftPair(draft, pair, groups, facts);
  return draft;
}

function emptyDraft(groups: readonly RouteGroup[]): FlightDraft {
  const firstFlight = new Uint32Array(groups.length + 1);
  groups.forEach((group, index) => {
    const count = group.operators.reduce((sum, operator) => sum + Math.ceil(operator.flightsPerWeek / 7), 0);
    firstFlight[index + 1] = (firstFlight[index] ?? 0) + count;
  });
  const flightCount = firstFlight[groups.length] ?? 0;
  return {
    firstFlight,
    operator: new Uint16Array(flightCount),
    aircraft: new Uint8Array(flightCount),
    departure: new Uint16Array(flightCount),
    block: new Uint16Array(flightCount),
    days: new Uint8Array(flightCount),
  };
}

function draftPair(draft: FlightDraft, pair: RoutePair, groups: readonly RouteGroup[], facts: Facts): void {
  const group = groups[pair.out];
  if (!group) return;
  const plans = planRotations(group, facts);
  const slots = facts.slots(plans, group.hash);
  const [firstOut, firstBack] = [
    draft.firstFlight[pair.out] ?? 0,
    pair.back < 0 ? -1 : (draft.firstFlight[pair.back] ?? 0),
  ];
  plans.forEach((plan, i) => {
    const turnaround = slots[i];
    if (!turnaround) return;
    writeFlight(draft, firstOut + i, plan, { departure: turnaround.out, block: plan.outBlock, days: plan.weekdays });
    if (firstBack < 0) return;
    writeFlight(draft, firstBack + i, plan, {
      departure: turnaround.back,
      block: plan.backBlock,
      days: laterDays(plan.weekdays, turnaround.backDay),
    });
  });
}

function writeFlight(
  draft: FlightDraft,
  flight: number,
  plan: RotationPlan,
  flown: { readonly departure: number; readonly block: number; readonly days: number },
): void {
  draft.operator[flight] = plan.operator.operator;
  draft.aircraft[flight] = plan.aircraft;
  draft.departure[flight] = flown.departure;
  draft.block[flight] = flown.block;
  draft.days[flight] = flown.days;
}

/** Operators take turns over the day: each rotation has the place its share of its operator's flights gives it. */
function planRotations(group: RouteGroup, facts: Facts): readonly RotationPlan[] {
  const { atlas, operations } = facts;
  const [origin, destination] = [atlas.airports[group.origin], atlas.airports[group.destination]];
  const airline = atlas.airlines[group.airline];
  const [from, to] = [operations[group.origin], operations[group.destination]];
  if (!origin || !destination || !airline || !from || !to)
    throw new RangeError('A route between airports that are not there');
  const sector = sectorOf(origin, destination, airline, group.km);
  const hoursOf = hoursBetween({ origin, destination, from, to, sector, offsets: facts.offsets });
  const known = new Map<number, ReturnType<typeof hoursOf>>();
  return operatorSlots(group).map(({ operator, index, count }, dayShare) => {
    const aircraft = operator.equipment[mix(group.hash, dayShare + 7) % operator.equipment.length] ?? 0;
    const hours = known.get(aircraft) ?? hoursOf(atlas.aircraft[aircraft] ?? { body: 'N', cruiseKmh: 800 });
    known.set(aircraft, hours);
    const flights = index === count - 1 ? operator.flightsPerWeek - 7 * index : 7;
    const hash = mix(mix(group.hash, atlas.airlines[operator.operator]?.hash ?? 0), index);
    return { operator, aircraft, weekdays: weekdays(flights, hash, !hours.isLong), ...hours };
  });
}

interface Ends {
  readonly origin: AtlasAirport;
  readonly destination: AtlasAirport;
  readonly from: AirportOperations;
  readonly to: AirportOperations;
  readonly sector: Sector;
  readonly offsets: Facts['offsets'];
}

/** What both flights of a rotation take, for any aircraft type. */
function hoursBetween({ origin, destination, from, to, sector, offsets }: Ends) {
  const [here, there] = [offsets[origin.zoneIndex] ?? [0, 0], offsets[destination.zoneIndex] ?? [0, 0]];
  const ahead = [there[0] - here[0], there[1] - here[1]] as const;
  const behind = [-ahead[0], -ahead[1]] as const;
  const isDomestic = origin.nation === destination.nation;
  return (aircraft: Pick<Aircraft, 'body' | 'cruiseKmh'>) => {
    const outBlock = blockMinutes(sector, 1, aircraft, { from, to });
    const backBlock = blockMinutes(sector, -1, aircraft, { from: to, to: from });
    const out = { blockMinutes: planned(outBlock), zoneDifferences: ahead, from, to, isDomestic };
    const back = { blockMinutes: planned(backBlock), zoneDifferences: behind, from: to, to: from, isDomestic };
    const longest = Math.max(out.blockMinutes, back.blockMinutes);
    return {
      outBlock,
      backBlock,
      out,
      back,
      turnaroundMin: turnaroundMinutesMin(aircraft, longest),
      isLong: isLongHaul(longest, isDomestic),
    };
  };
}

function planned(minutes: number): number {
  return Math.ceil(minutes / PLANNED_MINUTES) * PLANNED_MINUTES;
}

interface OperatorSlot {
  readonly operator: RouteOperator;
  readonly index: number;
  readonly count: number;
  /** Where in the day it stands, from 0 to 1. */
  readonly dayShare: number;
}

/** Operators take turns over the day; a flight that does not run daily is one of the middle of it. */
function operatorSlots(group: RouteGroup): readonly OperatorSlot[] {
  const slots: OperatorSlot[] = [];
  for (const operator of group.operators) {
    const count = Math.ceil(operator.flightsPerWeek / 7);
    const daily = Math.floor(operator.flightsPerWeek / 7);
    for (let index = 0; index < count; index += 1)
      slots.push({ operator, index, count, dayShare: index < daily ? (index + 0.5) / daily : 0.5 });
  }
  return slots.length > 1 ? slots.sort((a, b) => a.dayShare - b.dayShare || a.index - b.index) : slots;
}

/**
 * Which weekdays a flight runs: spread evenly from a day chosen by the hash, but six short flights a week rest on
 * Saturday.
 */
function weekdays(flights: number, hash: number, isShort: boolean): number {
  if (flights === 6 && isShort) return 0b1011111;
  let mask = 0;
  for (let i = 0; i < flights; i += 1) mask |= 1 << ((hash + Math.floor((i * 7) / flights)) % 7);
  return mask;
}

/** A weekly pattern some days later: bit 0 is Monday. */
function laterDays(mask: number, days: number): number {
  const shift = ((days % 7) + 7) % 7;
  return ((mask << shift) | (mask >> (7 - shift))) & 0b1111111;
}
