import { greatCircleKm } from '../../../../travel/geography/distance.ts';
import { isoDateToEpochDay } from '../../../../travel/dates.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import type { DuffelAirport } from '../objects.ts';
import { ANY_HUBS, CARRIERS, type Carrier } from './carriers.ts';
import type { StubPlaces } from './places.ts';

/** One flight of an itinerary. Instants are UTC minutes since 1970. */
export interface Leg {
  readonly carrier: Carrier;
  readonly operator: Carrier;
  readonly flightNumber: string;
  readonly from: DuffelAirport;
  readonly to: DuffelAirport;
  readonly departs: number;
  readonly arrives: number;
  readonly km: number;
  readonly aircraft: string;
  readonly fromTerminal: string;
  readonly toTerminal: string;
  readonly stop?: { readonly airport: DuffelAirport; readonly arrives: number; readonly departs: number } | undefined;
}

/** One direction as it can be flown, without fares. */
export interface Itinerary {
  readonly legs: readonly Leg[];
  readonly km: number;
  /** Equal for equal flights, in every search. */
  readonly key: string;
}

/** What an airline is looked for: one direction on a date. */
export interface Direction {
  readonly from: DuffelAirport;
  readonly to: DuffelAirport;
  readonly date: string;
}

/** What decides the flights of a day, besides the direction. */
export interface Timetable {
  readonly seed: string;
  readonly places: StubPlaces;
  /** Whether some flights are flown by an airline without a code. */
  readonly hasNamelessOperators: boolean;
}

/** Departures lie between 6 and 22 o'clock, at each five minutes; the step visits all of them before any again. */
const FIRST_MINUTE = 360;
const SLOTS = 192;
const SLOT_MINUTES = 5;
const SLOT_STEP = 37;
const DETOUR_MAX = 1.7;
const SHORT_HAUL_KM = 3_000;
const NAMELESS = CARRIERS.find(({ code }) => code === null);

/** An airline's nonstop flights in a direction, `count` of them; none where it does not fly it. */
export function nonstopItineraries(
  timetable: Timetable,
  carrier: Carrier,
  direction: Direction,
  count: number,
  hasStop: boolean,
): readonly Itinerary[] {
  const { from, to } = direction;
  const countries = [from.iata_country_code, to.iata_country_code];
  const isServed =
    carrier.code === null
      ? kmBetween(from, to) < SHORT_HAUL_KM
      : carrier.country === undefined || countries.includes(carrier.country);
  if (!isServed) return [];
  const stopAt = hasStop ? bestHub(timetable.places, from, to) : undefined;
  return Array.from({ length: count }, (_, index) => {
    const random = createSeededRandom(`${timetable.seed}|${carrier.name}|${from.iata_code}|${to.iata_code}|${index}`);
    const departs = firstDeparture(timetable.places, direction, index, carrier);
    return toItinerary([flyLeg({ carrier, from, to, departs, random, index, stopAt })]);
  });
}

/** An airline's itineraries with one connection in a direction, `count` of them; none where its hub lies far off. */
export function connectingItineraries(
  timetable: Timetable,
  carrier: Carrier,
  direction: Direction,
  count: number,
): readonly Itinerary[] {
  const { from, to } = direction;
  const { places, seed } = timetable;
  const hub = carrier.hub === undefined ? bestHub(places, from, to) : places.airport(carrier.hub);
  if (hub === undefined || carrier.code === null || !isOnRoute(from, hub, to)) return [];
  return Array.from({ length: count }, (_, index) => {
    const random = createSeededRandom(
      `${seed}|${carrier.name}|${from.iata_code}|${hub.iata_code}|${to.iata_code}|${index}`,
    );
    const departs = firstDeparture(places, direction, index + 11, carrier);
    const operator = timetable.hasNamelessOperators && index % 4 === 1 ? NAMELESS : undefined;
    const first = flyLeg({ carrier, operator, from, to: hub, departs, random, index });
    const wait = random.whole(12, 34) * SLOT_MINUTES;
    const second = flyLeg({ carrier, from: hub, to, departs: first.arrives + wait, random, index });
    return toItinerary([first, second]);
  });
}

interface Flown {
  readonly carrier: Carrier;
  readonly operator?: Carrier | undefined;
  readonly from: DuffelAirport;
  readonly to: DuffelAirport;
  readonly departs: number;
  readonly random: ReturnType<typeof createSeededRandom>;
  readonly index: number;
  readonly stopAt?: DuffelAirport | undefined;
}

function flyLeg({ carrier, operator, from, to, departs, random, index, stopAt }: Flown): Leg {
  const km = kmBetween(from, to);
  const base = { carrier, operator: operator ?? carrier, from, to, departs, km };
  const flightNumber = String(((random.whole(1, 899) * 10 + index) % 9_999) + 1).padStart(4, '0');
  const rest = {
    flightNumber,
    aircraft: aircraftFor(km, index),
    fromTerminal: '2',
    toTerminal: String(random.whole(1, 5)),
  };
  if (stopAt === undefined) return { ...base, ...rest, arrives: departs + blockMinutes(km) };
  const arrivesAtStop = departs + blockMinutes(kmBetween(from, stopAt));
  const leavesStop = arrivesAtStop + 60;
  return {
    ...base,
    ...rest,
    stop: { airport: stopAt, arrives: arrivesAtStop, departs: leavesStop },
    arrives: leavesStop + blockMinutes(kmBetween(stopAt, to)),
  };
}

function toItinerary(legs: readonly [Leg, ...Leg[]]): Itinerary {
  return {
    legs,
    km: legs.reduce((sum, leg) => sum + leg.km, 0),
    key: legs.map(({ carrier, flightNumber, departs }) => `${carrier.code ?? '-'}${flightNumber}.${departs}`).join('+'),
  };
}

function firstDeparture(places: StubPlaces, { from, date }: Direction, index: number, { name }: Carrier): number {
  const slot = (name.length * 7 + index * SLOT_STEP) % SLOTS;
  return places.toUtc(from, isoDateToEpochDay(date) * 1_440 + FIRST_MINUTE + slot * SLOT_MINUTES);
}

function bestHub(places: StubPlaces, from: DuffelAirport, to: DuffelAirport): DuffelAirport | undefined {
  const hubs = ANY_HUBS.flatMap((code) => places.airport(code) ?? []).filter((hub) => isOnRoute(from, hub, to));
  return hubs.toSorted((a, b) => kmBetween(from, a) + kmBetween(a, to) - kmBetween(from, b) - kmBetween(b, to))[0];
}

/** Whether a connection there is sold: a short journey may take a detour that would be absurd on a long one. */
function isOnRoute(from: DuffelAirport, hub: DuffelAirport, to: DuffelAirport): boolean {
  if (
    hub === from ||
    hub === to ||
    hub.iata_city_code === from.iata_city_code ||
    hub.iata_city_code === to.iata_city_code
  )
    return false;
  return kmBetween(from, hub) + kmBetween(hub, to) <= kmBetween(from, to) * DETOUR_MAX + 400;
}

function kmBetween(a: DuffelAirport, b: DuffelAirport): number {
  return greatCircleKm(a.latitude, a.longitude, b.latitude, b.longitude);
}

function blockMinutes(km: number): number {
  return Math.ceil((35 + km / 13.6) / SLOT_MINUTES) * SLOT_MINUTES;
}

function aircraftFor(km: number, index: number): string {
  const fleet = km > 4_500 ? ['789', '77W', '359', '388'] : km > 800 ? ['320', '738'] : ['E90', 'AT7'];
  return fleet[index % fleet.length] ?? '320';
}
