import { CABIN_CLASSES, type CabinClass } from '../../src/travel/flight.ts';
import { epochDayToIsoDate, isIsoDate, isoDateToEpochDay } from '../../src/travel/dates.ts';
import { NO_PASSENGERS, PASSENGER_KINDS, type PassengerCounts } from '../../src/travel/passengers.ts';
import type { Atlas } from '../../src/reference/atlas.ts';
import type { Itinerary, Leg } from '../itineraries/itinerary.ts';
import { legOn } from '../itineraries/itinerary.ts';
import { findRoute, type Network, runsOn } from '../schedule/network.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** What an offer key says: which flights, for whom, in which cabin. */
export interface OfferContent {
  readonly cabin: CabinClass;
  readonly passengers: PassengerCounts;
  readonly itineraries: readonly Itinerary[];
}

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
}

const FLIGHT = /^([A-Z0-9]{2})([1-9]\d{0,3})([A-Z]{3})([A-Z]{3})(\d{2})(\d{2})(\d{2})$/;
const SLICES_MAX = 6;
const LEGS_MAX = 4;
/** Version, cabin, passengers. */
const HEAD_PARTS = 3;

/** What keys of one cabin and party begin with: version, cabin, passengers by kind. `1~0~200000`. */
export function offerKeyHead({ cabin, passengers }: Pick<OfferContent, 'cabin' | 'passengers'>): string {
  return `1~${CABIN_CLASSES.indexOf(cabin)}~${PASSENGER_KINDS.map((kind) => passengers[kind].toString(36)).join('')}`;
}

/** One direction in a key, its flights joined by `_`; directions follow the head and each other after `~`. */
export function writeItinerary(facts: Facts, { legs }: Itinerary): string {
  let text = '';
  for (const leg of legs) text += text === '' ? writeFlight(facts, leg) : `_${writeFlight(facts, leg)}`;
  return text;
}

/**
 * Negative where the first is written before the second, as texts are compared; 0 for the same flights. `isLast`: no
 * direction follows.
 */
export function compareItineraries(
  { atlas, network }: Facts,
  { legs }: Itinerary,
  { legs: others }: Itinerary,
  isLast: boolean,
): number {
  for (let i = 0; i < legs.length && i < others.length; i += 1) {
    const [a, b] = [legs[i], others[i]];
    if (!a || !b || (a.flight === b.flight && a.day === b.day)) continue;
    return compareFlights({ atlas, network }, a, b);
  }
  // What follows a flight is `_` and a flight, or `~` and a direction, or nothing: `_` stands before `~`.
  return isLast ? legs.length - others.length : others.length - legs.length;
}

function compareFlights({ atlas, network }: Pick<Facts, 'atlas' | 'network'>, a: Leg, b: Leg): number {
  const codeOf = ({ flight }: Leg): string => atlas.airlines[network.flightAirline[flight] ?? 0]?.code ?? '';
  const routes = [network.routeOfFlight[a.flight] ?? 0, network.routeOfFlight[b.flight] ?? 0] as const;
  const iataOf = (airport: number | undefined): string => atlas.airports[airport ?? 0]?.iata ?? '';
  return (
    compareTexts(codeOf(a), codeOf(b)) ||
    compareNumbers(network.numberOfFlight[a.flight] ?? 0, network.numberOfFlight[b.flight] ?? 0) ||
    compareTexts(iataOf(network.routeOrigin[routes[0]]), iataOf(network.routeOrigin[routes[1]])) ||
    compareTexts(iataOf(network.routeDestination[routes[0]]), iataOf(network.routeDestination[routes[1]])) ||
    a.day - b.day
  );
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Flight numbers as they stand in a key, a letter after them: `123J` before `12J`. */
function compareNumbers(a: number, b: number): number {
  return digitsOf(a) === digitsOf(b) ? a - b : compareTexts(`${a}A`, `${b}A`);
}

function digitsOf(number: number): number {
  return number >= 1000 ? 4 : number >= 100 ? 3 : number >= 10 ? 2 : 1;
}

/** A key in its parts: the head, and each direction as it is written. */
export interface OfferKeyParts {
  readonly head: string;
  readonly directions: readonly string[];
}

/** Takes a key apart, to make another of some of its directions. */
export function splitOfferKey(key: string): OfferKeyParts {
  const parts = key.split('~');
  return { head: parts.slice(0, HEAD_PARTS).join('~'), directions: parts.slice(HEAD_PARTS) };
}

/** The key of these parts. */
export function joinOfferKey({ head, directions }: OfferKeyParts): string {
  return [head, ...directions].join('~');
}

/** The content of a key; undefined when it is none of ours or its flights do not exist in this world. */
export function readOfferKey(facts: Facts, key: string): OfferContent | undefined {
  const [version, cabinIndex, passengerText, ...sliceTexts] = key.split('~');
  const cabin = CABIN_CLASSES.find((_, index) => String(index) === cabinIndex);
  if (version !== '1' || !cabin || sliceTexts.length === 0 || sliceTexts.length > SLICES_MAX) return undefined;
  const passengers = readPassengers(passengerText ?? '');
  const itineraries = sliceTexts.map((text) => readItinerary(facts, text));
  const known = itineraries.filter((itinerary) => itinerary !== undefined);
  return passengers && known.length === itineraries.length ? { cabin, passengers, itineraries: known } : undefined;
}

function writeFlight({ atlas, network }: Facts, leg: Leg): string {
  const route = network.routeOfFlight[leg.flight] ?? 0;
  const origin = atlas.airports[network.routeOrigin[route] ?? 0]?.iata;
  const destination = atlas.airports[network.routeDestination[route] ?? 0]?.iata;
  return `${atlas.airlines[network.flightAirline[leg.flight] ?? 0]?.code}${network.numberOfFlight[leg.flight]}${origin}${destination}${dateText(leg.day)}`;
}

/** `YYMMDD`. */
function dateText(day: number): string {
  const date = epochDayToIsoDate(day);
  return date.slice(2, 4) + date.slice(5, 7) + date.slice(8);
}

function readPassengers(text: string): PassengerCounts | undefined {
  if (!/^[0-9a-z]{6}$/.test(text)) return undefined;
  const counts: Record<keyof PassengerCounts, number> = { ...NO_PASSENGERS };
  PASSENGER_KINDS.forEach((kind, index) => {
    counts[kind] = Number.parseInt(text[index] ?? '0', 36);
  });
  return counts;
}

function readItinerary(facts: Facts, text: string): Itinerary | undefined {
  const texts = text.split('_');
  if (texts.length > LEGS_MAX) return undefined;
  const legs = texts.map((flight) => readFlight(facts, flight));
  const [first, ...others] = legs.filter((leg) => leg !== undefined);
  if (!first || others.length + 1 !== texts.length) return undefined;
  const last = others.at(-1) ?? first;
  const routeOf = (leg: Leg): number => facts.network.routeOfFlight[leg.flight] ?? 0;
  const flownKm = [first, ...others].reduce((sum, leg) => sum + (facts.network.routeKm[routeOf(leg)] ?? 0), 0);
  return {
    origin: facts.network.routeOrigin[routeOf(first)] ?? 0,
    destination: facts.network.routeDestination[routeOf(last)] ?? 0,
    legs: [first, ...others],
    flownKm,
  };
}

function readFlight({ atlas, network, zones }: Facts, text: string): Leg | undefined {
  const match = FLIGHT.exec(text);
  if (!match) return undefined;
  const [, code = '', number, from = '', to = '', year, month, dayOfMonth] = match;
  const date = `20${year}-${month}-${dayOfMonth}`;
  const airline = atlas.airlineByCode.get(code);
  const origin = atlas.airportByCode.get(from);
  const destination = atlas.airportByCode.get(to);
  if (!airline || !origin || !destination || !isIsoDate(date)) return undefined;
  const route = findRoute(network, origin.index, destination.index);
  if (route < 0) return undefined;
  const day = isoDateToEpochDay(date);
  for (let flight = network.flightStart[route] ?? 0; flight < (network.flightStart[route + 1] ?? 0); flight += 1) {
    if (network.flightAirline[flight] !== airline.index || network.numberOfFlight[flight] !== Number(number)) continue;
    return runsOn(network, flight, day) ? legOn(network, zones, origin.zoneIndex, flight, day) : undefined;
  }
  return undefined;
}
