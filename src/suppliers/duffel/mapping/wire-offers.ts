import { CABIN_CLASSES, type CabinClass } from '../../../travel/flight.ts';
import type { Money } from '../../../travel/money.ts';
import type { IdentityDocument } from '../../../travel/traveler-requirements.ts';
import { readAmount } from '../amounts.ts';
import { toBoolean, toObject, toObjects, toQuantity, toText, toTexts } from './read-json.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

/**
 * Why an offer of Duffel is not sold: the part of it that cannot be read. `partial` is a part of a journey, which
 * cannot be booked by itself.
 */
export const UNREADABLE_PARTS = [
  'id',
  'price',
  'passengers',
  'slices',
  'places',
  'times',
  'carriers',
  'cabin',
  'documents',
  'expiry',
  'partial',
] as const;
export type UnreadablePart = (typeof UNREADABLE_PARTS)[number];

/** Thrown while one offer is read. Never leaves this folder: offers that cannot be read are counted and left out. */
export class UnreadableOffer extends Error {
  readonly part: UnreadablePart;

  constructor(part: UnreadablePart) {
    super(`An offer of Duffel cannot be read: ${part}.`);
    this.name = 'UnreadableOffer';
    this.part = part;
  }
}

/** An airport. `zone` is an IANA name as it was sent. */
export interface WirePlace {
  readonly code: string;
  readonly cityCode: string | undefined;
  readonly zone: string | undefined;
}

/** An airline. Some have no code: their name stands in its place. */
export interface WireCarrier {
  readonly code: string;
  readonly hasCode: boolean;
  /** Undefined where Duffel leaves it out. */
  readonly name: string | undefined;
}

/** How one passenger travels on a segment. */
export interface WireSegmentPassenger {
  readonly passengerId: string;
  readonly cabinClass: CabinClass | undefined;
  readonly fareBasisCode: string | undefined;
  /** Pieces by type; undefined where nothing is said of bags. What a list does not name is not included. */
  readonly bags: { readonly checked: number; readonly carryOn: number } | undefined;
}

/** A flight: what offers that share it have in common. */
export interface WireFlight {
  /** All of it as it was sent, as one text: equal for equal flights. */
  readonly sent: string;
  readonly origin: WirePlace;
  readonly destination: WirePlace;
  readonly originTerminal: string | undefined;
  readonly destinationTerminal: string | undefined;
  /** Wall-clock times of the places, as they were sent. */
  readonly departingAt: string;
  readonly arrivingAt: string;
  readonly distanceKm: number | undefined;
  readonly aircraft: string | undefined;
  readonly marketing: WireCarrier;
  readonly operating: WireCarrier;
  /** Without the carrier and without leading zeros. */
  readonly flightNumber: string;
}

export interface WireSegment {
  readonly id: string;
  readonly flight: WireFlight;
  readonly passengers: readonly WireSegmentPassenger[];
}

/** Flights that have been read, by `sent`. */
export type KnownFlights = Map<string, WireFlight>;

export interface WireSlice {
  readonly id: string;
  readonly brandName: string | undefined;
  readonly hasSeatSelection: boolean | undefined;
  readonly hasPriorityBoarding: boolean | undefined;
  readonly segments: readonly WireSegment[];
}

/** What a change or a refund costs the whole party; undefined where the airline does not say if it is allowed. */
export type WireCondition = undefined | 'forbidden' | { readonly penalty: Money | 'unknown' };

export interface WirePassenger {
  readonly id: string;
  readonly type: string | undefined;
  /** On the day of the last departure; undefined for adults. */
  readonly age: number | undefined;
}

/** What we read of an offer. */
export interface WireOffer {
  readonly id: string;
  readonly owner: WireCarrier;
  readonly total: Money;
  readonly taxes: Money | undefined;
  readonly emissionsKg: number | undefined;
  readonly expiresAt: Date | undefined;
  readonly change: WireCondition;
  readonly refund: WireCondition;
  readonly needsDocument: boolean;
  readonly documents: readonly IdentityDocument[];
  readonly passengers: readonly WirePassenger[];
  readonly slices: readonly WireSlice[];
  /** `available_services` as they were sent; undefined where they were not asked for. */
  readonly services: readonly JsonObject[] | undefined;
}

const DOCUMENTS: readonly IdentityDocument[] = [
  'passport',
  'tax_id',
  'known_traveler_number',
  'passenger_redress_number',
];
const PLACE_CODE = /^[A-Z0-9]{3}$/;
/** No zone and no offset: a wall clock. Seconds and fractions of them are let through. */
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
const slicesMax = 8;
const segmentsMax = 12;
const passengersMax = 20;

/**
 * Reads an offer. Unknown fields and words are left alone. Throws UnreadableOffer where it lacks what a sale needs.
 * Offers of one answer are given the same `flights`, so that a flight is read once, however many offers have it.
 */
export function readOffer(value: unknown, flights: KnownFlights = new Map()): WireOffer {
  const offer = toObject(value);
  const id = toText(offer?.['id']);
  if (offer === undefined || id === undefined) throw new UnreadableOffer('id');
  if (offer['partial'] === true) throw new UnreadableOffer('partial');
  const total = readMoney(offer, 'total');
  if (total === undefined || total.value < 0) throw new UnreadableOffer('price');
  const conditions = toObject(offer['conditions']);
  const documents = toTexts(offer['supported_passenger_identity_document_types']);
  return {
    id,
    owner: readCarrier(offer['owner']),
    total,
    taxes: readMoney(offer, 'tax'),
    emissionsKg: toQuantity(offer['total_emissions_kg']),
    expiresAt: readInstant(offer['expires_at']),
    change: readCondition(conditions?.['change_before_departure']),
    refund: readCondition(conditions?.['refund_before_departure']),
    needsDocument: offer['passenger_identity_documents_required'] === true,
    documents: DOCUMENTS.filter((document) => documents.includes(document)),
    passengers: readList(offer['passengers'], 'passengers', passengersMax).map(readPassenger),
    slices: readList(offer['slices'], 'slices', slicesMax).map((slice) => readSlice(slice, flights)),
    services: toObjects(offer['available_services']),
  };
}

/** An amount and its currency, which stand side by side; undefined where either is missing or not exact. */
export function readMoney(from: JsonObject, name: 'total' | 'tax' | 'penalty'): Money | undefined {
  const [amount, currency] = [from[`${name}_amount`], from[`${name}_currency`]];
  return typeof amount === 'string' && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
    ? readAmount(amount, currency)
    : undefined;
}

/** A cabin we know; undefined for another word. */
export function readCabin(value: unknown): CabinClass | undefined {
  return CABIN_CLASSES.find((cabin) => cabin === value);
}

function readInstant(value: unknown): Date | undefined {
  if (value === undefined || value === null) return undefined;
  const instant = new Date(typeof value === 'string' ? value : Number.NaN);
  if (Number.isNaN(instant.getTime())) throw new UnreadableOffer('expiry');
  return instant;
}

function readList(value: unknown, part: UnreadablePart, lengthMax: number): readonly JsonObject[] {
  const list = toObjects(value);
  if (list === undefined || list.length === 0 || list.length > lengthMax) throw new UnreadableOffer(part);
  return list;
}

function readPassenger(passenger: JsonObject): WirePassenger {
  const id = toText(passenger['id']);
  if (id === undefined) throw new UnreadableOffer('passengers');
  return { id, type: toText(passenger['type']), age: toQuantity(passenger['age']) };
}

/** Reads one direction. Throws UnreadableOffer where it lacks what a sale needs. */
export function readSlice(slice: JsonObject, flights: KnownFlights): WireSlice {
  const conditions = toObject(slice['conditions']);
  return {
    id: toText(slice['id']) ?? '',
    brandName: toText(slice['fare_brand_name']),
    hasSeatSelection: toBoolean(conditions?.['advance_seat_selection']),
    hasPriorityBoarding: toBoolean(conditions?.['priority_boarding']),
    segments: readList(slice['segments'], 'slices', segmentsMax).map((segment) => ({
      id: toText(segment['id']) ?? '',
      flight: findFlight(segment, flights),
      passengers: (toObjects(segment['passengers']) ?? []).map(readSegmentPassenger),
    })),
  };
}

function findFlight(segment: JsonObject, flights: KnownFlights): WireFlight {
  const sent = sentOf(segment);
  const known = flights.get(sent);
  if (known !== undefined) return known;
  const flight = { sent, ...readFlight(segment) };
  flights.set(sent, flight);
  return flight;
}

/** Every member of a segment that `readFlight` reads, as it was sent. */
function sentOf(segment: JsonObject): string {
  const [origin, destination] = [toObject(segment['origin']), toObject(segment['destination'])];
  const [marketing, operating] = [toObject(segment['marketing_carrier']), toObject(segment['operating_carrier'])];
  return JSON.stringify([
    [origin?.['iata_code'], origin?.['iata_city_code'], toObject(origin?.['city'])?.['iata_code']],
    [destination?.['iata_code'], destination?.['iata_city_code'], toObject(destination?.['city'])?.['iata_code']],
    [origin?.['time_zone'], destination?.['time_zone'], segment['origin_terminal'], segment['destination_terminal']],
    [segment['departing_at'], segment['arriving_at'], segment['distance']],
    [toObject(segment['aircraft'])?.['iata_code'], segment['marketing_carrier_flight_number']],
    [marketing?.['iata_code'], marketing?.['name'], operating?.['iata_code'], operating?.['name']],
    // An operating carrier that is not named is the marketing one; one that cannot be read is not.
    segment['operating_carrier'] === undefined || segment['operating_carrier'] === null,
  ]);
}

function readFlight(segment: JsonObject): Omit<WireFlight, 'sent'> {
  const marketing = readCarrier(segment['marketing_carrier']);
  const number = toText(segment['marketing_carrier_flight_number'])?.replace(/^0+(?=.)/, '');
  if (number === undefined) throw new UnreadableOffer('carriers');
  const operating = segment['operating_carrier'];
  return {
    origin: readPlace(segment['origin']),
    destination: readPlace(segment['destination']),
    originTerminal: toText(segment['origin_terminal']),
    destinationTerminal: toText(segment['destination_terminal']),
    departingAt: readLocalTime(segment['departing_at']),
    arrivingAt: readLocalTime(segment['arriving_at']),
    distanceKm: toQuantity(segment['distance']),
    aircraft: toText(toObject(segment['aircraft'])?.['iata_code']),
    marketing,
    operating: operating === null || operating === undefined ? marketing : readCarrier(operating),
    flightNumber: number,
  };
}

function readSegmentPassenger(passenger: JsonObject): WireSegmentPassenger {
  const bags = toObjects(passenger['baggages']);
  return {
    passengerId: toText(passenger['passenger_id']) ?? '',
    cabinClass: readCabin(passenger['cabin_class']),
    fareBasisCode: toText(passenger['fare_basis_code']),
    bags: bags && { checked: piecesOf(bags, 'checked'), carryOn: piecesOf(bags, 'carry_on') },
  };
}

function piecesOf(bags: readonly JsonObject[], type: string): number {
  return bags.reduce((sum, bag) => sum + (bag['type'] === type ? Math.floor(toQuantity(bag['quantity']) ?? 0) : 0), 0);
}

function readPlace(value: unknown): WirePlace {
  const place = toObject(value);
  const code = toText(place?.['iata_code']);
  if (place === undefined || code === undefined || !PLACE_CODE.test(code)) throw new UnreadableOffer('places');
  const city = toText(place['iata_city_code']) ?? toText(toObject(place['city'])?.['iata_code']);
  return { code, cityCode: city, zone: toText(place['time_zone']) };
}

function readCarrier(value: unknown): WireCarrier {
  const carrier = toObject(value);
  const code = toText(carrier?.['iata_code']);
  const name = toText(carrier?.['name']);
  const shown = code ?? name;
  if (shown === undefined) throw new UnreadableOffer('carriers');
  return { code: shown, hasCode: code !== undefined, name };
}

/** `2027-03-01T09:15:00`, whatever seconds it was sent with. */
function readLocalTime(value: unknown): string {
  if (typeof value !== 'string' || !LOCAL_TIME.test(value)) throw new UnreadableOffer('times');
  return `${value.slice(0, 16)}:00`;
}

function readCondition(value: unknown): WireCondition {
  const condition = toObject(value);
  const isAllowed = toBoolean(condition?.['allowed']);
  if (condition === undefined || isAllowed === undefined) return undefined;
  if (!isAllowed) return 'forbidden';
  const penalty = readMoney(condition, 'penalty');
  return { penalty: penalty === undefined || penalty.value < 0 ? 'unknown' : penalty };
}
