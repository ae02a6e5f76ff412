import { clockText, epochDayToIsoDate, type IsoDate, type LocalDateTime } from '../../src/travel/dates.ts';
import type {
  CabinClass,
  Fare,
  FlightAncillary,
  FlightOffer,
  Segment,
  SegmentPoint,
  Slice,
} from '../../src/travel/flight.ts';
import type { PassengerCounts } from '../../src/travel/passengers.ts';
import type { Atlas, AtlasAirline, AtlasAirport } from '../../src/reference/atlas.ts';
import { flightEmissionsKg } from '../schedule/emissions.ts';
import type { TicketPrices, TicketSlices } from '../fares/fares.ts';
import type { Inventory } from '../cabins/inventory.ts';
import { DAY_MINUTES, durationOf, type Leg } from '../itineraries/itinerary.ts';
import type { Network } from '../schedule/network.ts';
import { compareItineraries, writeItinerary } from './offer-key.ts';
import { cabinFlown, type PricedSlice } from '../fares/slice-prices.ts';
import { terminalOf } from '../../src/reference/terminals.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

const MINUTE_MS = 60_000;

/** What flights are described from. */
export interface OfferFlightFacts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly inventory: Inventory;
}
/** What all offers of a search have in common. */
export interface OfferSearch {
  readonly keyHead: string;
  readonly passengers: PassengerCounts;
  directionOf(slice: PricedSlice, index: number): WorldSlice;
  pricesOf(slices: TicketSlices): TicketPrices;
}

/**
 * A ticket as an offer: priced, described and named when it is read. Exchanges and discovery make hundreds of which
 * they use a few. Its fields are those of its class, so a copy made by spreading has none of them: `plainOffer` copies
 * what leaves the simulator.
 */
export class WorldOffer implements FlightOffer {
  readonly #search: OfferSearch;
  readonly #ticket: TicketSlices;
  #slices: readonly WorldSlice[] | undefined;
  #prices: TicketPrices | undefined;
  #offerKey: string | undefined;

  constructor(search: OfferSearch, ticket: TicketSlices) {
    this.#search = search;
    this.#ticket = ticket;
  }

  get owner(): string {
    return this.#ticket[0].carrier.code;
  }
  get validatingCarrier(): string {
    return this.#ticket[0].carrier.code;
  }
  get passengers(): PassengerCounts {
    return this.#search.passengers;
  }
  get slices(): readonly Slice[] {
    return this.#directions;
  }
  get fares(): readonly Fare[] {
    return this.#priced.fares;
  }
  /**
   * The first of its `fares`, without pricing the others; undefined where it has none. None of them undercuts it in any
   * part of its price, and all are in its cabin: a search sorts hundreds of offers by it that it never shows.
   */
  get cheapestFare(): Fare | undefined {
    return this.#priced.cheapest;
  }
  get ancillaries(): readonly FlightAncillary[] {
    return this.#priced.tariff.ancillaries;
  }

  get offerKey(): string {
    if (this.#offerKey === undefined) {
      let key = this.#search.keyHead;
      for (const direction of this.#directions) key += direction.key;
      this.#offerKey = key;
    }
    return this.#offerKey;
  }

  /** Compares the keys of two offers of one search, without writing them. */
  compareKey(facts: OfferFlightFacts, other: WorldOffer): number {
    const last = this.#ticket.length - 1;
    for (let i = 0; i <= last; i += 1) {
      const [own, others] = [this.#ticket[i], other.#ticket[i]];
      const order =
        own && others && own !== others ? compareItineraries(facts, own.itinerary, others.itinerary, i === last) : 0;
      if (order !== 0) return order;
    }
    return 0;
  }

  get emissionsKg(): number {
    let sum = 0;
    for (const direction of this.#directions) sum += direction.emissionsKg;
    return Math.round(sum);
  }

  get #directions(): readonly WorldSlice[] {
    this.#slices ??= this.#ticket.map(this.#search.directionOf);
    return this.#slices;
  }

  get #priced(): TicketPrices {
    this.#prices ??= this.#search.pricesOf(this.#ticket);
    return this.#prices;
  }
}

/** One direction, shared by the offers of a search that fly it. */
export class WorldSlice implements Slice {
  readonly origin: string;
  readonly destination: string;
  readonly durationMinutes: number;
  readonly #facts: OfferFlightFacts;
  readonly #priced: PricedSlice;
  readonly #index: number;
  readonly #cabin: CabinClass;
  #key: string | undefined;
  #emissionsKg: number | undefined;
  #segments: readonly Segment[] | undefined;

  constructor(facts: OfferFlightFacts, priced: PricedSlice, index: number, cabin: CabinClass) {
    this.origin = priced.market.origin.iata;
    this.destination = priced.market.destination.iata;
    this.durationMinutes = durationOf(priced.itinerary);
    this.#facts = facts;
    this.#priced = priced;
    this.#index = index;
    this.#cabin = cabin;
  }

  get departureDate(): IsoDate {
    return epochDayToIsoDate(this.#priced.itinerary.legs[0].day);
  }

  /** What the direction adds to an offer's key. */
  get key(): string {
    this.#key ??= `~${writeItinerary(this.#facts, this.#priced.itinerary)}`;
    return this.#key;
  }

  get emissionsKg(): number {
    this.#emissionsKg ??= this.#priced.itinerary.legs.reduce(
      (kg, leg) => kg + legEmissionsKg(this.#facts, leg, this.#cabin),
      0,
    );
    return this.#emissionsKg;
  }

  get segments(): readonly Segment[] {
    const slice = this.#index + 1;
    this.#segments ??= this.#priced.itinerary.legs.map(
      (leg, position) => new WorldSegment(this.#facts, leg, this.#cabin, `s${slice}-${position + 1}`),
    );
    return this.#segments;
  }
}

class WorldSegment implements Segment {
  readonly segmentId: string;
  readonly marketingCarrier: string;
  readonly #facts: OfferFlightFacts;
  readonly #leg: Leg;
  readonly #cabin: CabinClass;
  #cabinClass: CabinClass | undefined;
  #flightNumber: string | undefined;
  #depart: SegmentPoint | undefined;
  #arrive: SegmentPoint | undefined;

  constructor(facts: OfferFlightFacts, leg: Leg, cabin: CabinClass, segmentId: string) {
    this.segmentId = segmentId;
    this.marketingCarrier = marketingOf(facts, leg).code;
    this.#facts = facts;
    this.#leg = leg;
    this.#cabin = cabin;
  }

  get flightNumber(): string {
    this.#flightNumber ??= `${this.marketingCarrier}${this.#facts.network.numberOfFlight[this.#leg.flight]}`;
    return this.#flightNumber;
  }

  get operatingCarrier(): string {
    const { atlas, network } = this.#facts;
    return known(atlas.airlines[network.flightOperator[this.#leg.flight] ?? 0], this.#leg).code;
  }

  get aircraft(): string {
    const { atlas, network } = this.#facts;
    return atlas.aircraft[network.flightAircraft[this.#leg.flight] ?? 0]?.iata ?? '';
  }

  get durationMinutes(): number {
    return this.#leg.arriveUtc - this.#leg.departUtc;
  }

  get distanceKm(): number {
    const { network } = this.#facts;
    return network.routeKm[network.routeOfFlight[this.#leg.flight] ?? 0] ?? 0;
  }

  get cabinClass(): CabinClass {
    this.#cabinClass ??= cabinFlown(this.#facts.inventory, this.#leg, this.#cabin) ?? 'economy';
    return this.#cabinClass;
  }

  get depart(): SegmentPoint {
    if (this.#depart === undefined) {
      const { origin, destination } = endsOf(this.#facts, this.#leg);
      this.#depart = pointAt(this.#facts, { at: origin, other: destination, leg: this.#leg }, this.#leg.departUtc);
    }
    return this.#depart;
  }

  get arrive(): SegmentPoint {
    if (this.#arrive === undefined) {
      const { origin, destination } = endsOf(this.#facts, this.#leg);
      this.#arrive = pointAt(this.#facts, { at: destination, other: origin, leg: this.#leg }, this.#leg.arriveUtc);
    }
    return this.#arrive;
  }
}

function known<T>(value: T | undefined, { flight }: Leg): T {
  if (value === undefined) throw new RangeError(`Line ${flight} is not of this world`);
  return value;
}

function marketingOf({ atlas, network }: OfferFlightFacts, leg: Leg): AtlasAirline {
  return known(atlas.airlines[network.flightAirline[leg.flight] ?? 0], leg);
}

function endsOf(
  { atlas, network }: OfferFlightFacts,
  leg: Leg,
): { readonly origin: AtlasAirport; readonly destination: AtlasAirport } {
  const route = network.routeOfFlight[leg.flight] ?? 0;
  return {
    origin: known(atlas.airports[network.routeOrigin[route] ?? 0], leg),
    destination: known(atlas.airports[network.routeDestination[route] ?? 0], leg),
  };
}

interface LegEnd {
  readonly at: AtlasAirport;
  readonly other: AtlasAirport;
  readonly leg: Leg;
}

function pointAt(facts: OfferFlightFacts, { at, other, leg }: LegEnd, utcMinute: number): SegmentPoint {
  return {
    airport: at.iata,
    cityCode: at.cityCode,
    terminal: terminalOf(at, marketingOf(facts, leg), at.nation !== other.nation),
    timeLocal: localText(facts.zones.toLocal(at.zoneIndex, utcMinute)),
    instant: new Date(utcMinute * MINUTE_MS),
  };
}

function localText(localMinute: number): LocalDateTime {
  const day = Math.floor(localMinute / DAY_MINUTES);
  return `${epochDayToIsoDate(day)}T${clockText(localMinute - day * DAY_MINUTES)}:00`;
}

function legEmissionsKg({ atlas, network, inventory }: OfferFlightFacts, leg: Leg, cabin: CabinClass): number {
  const aircraft = atlas.aircraft[network.flightAircraft[leg.flight] ?? 0];
  const km = network.routeKm[network.routeOfFlight[leg.flight] ?? 0] ?? 0;
  return aircraft ? flightEmissionsKg(aircraft, km, cabinFlown(inventory, leg, cabin) ?? 'economy') : 0;
}
