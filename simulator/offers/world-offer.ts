import { clockText, epochDayToIsoDate, type LocalDateTime } from '../../src/travel/dates.ts';
import type {
  CabinClass,
  Fare,
  FlightAncillary,
  FlightOffer,
  Segment,
  SegmentPoint,
  Slice,
} from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import type { PassengerCounts } from '../../src/travel/passengers.ts';
import type { Atlas, AtlasAirport } from '../../src/reference/atlas.ts';
import { flightEmissionsKg } from '../schedule/emissions.ts';
import type { TicketPrices } from '../fares/fares.ts';
import type { TicketSlices } from '../fares/tariffs.ts';
import type { Inventory } from '../cabins/inventory.ts';
import { DAY_MINUTES, durationOf, type Leg } from '../itineraries/itinerary.ts';
import type { Network } from '../schedule/network.ts';
import { compareItineraries, writeItinerary } from './offer-key.ts';
import { cabinFlown, type PricedSlice } from '../fares/slice-prices.ts';
import { terminalOf } from '../schedule/terminals.ts';
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
  directionOf(slice: PricedSlice, index: number): WorldDirection;
  pricesOf(slices: TicketSlices): TicketPrices;
}

/**
 * A ticket as an offer: priced, described and named when it is read. Exchanges and discovery make hundreds of which
 * they use a few. Directions and fares are plain data; its own fields are those of its class, so a copy made by
 * spreading has none of them: `plainOffer` copies what leaves the simulator.
 */
export class WorldOffer implements FlightOffer {
  readonly #search: OfferSearch;
  readonly #ticket: TicketSlices;
  #flown: readonly WorldDirection[] | undefined;
  #slices: readonly Slice[] | undefined;
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
    this.#slices ??= this.#directions.map(({ slice }) => slice);
    return this.#slices;
  }
  get fares(): readonly Fare[] {
    return this.#priced.fares;
  }
  /**
   * The total of the first of its `fares`, without writing them; undefined where it has none. No fare undercuts it, and
   * all are in one cabin and currency: a search sorts by it, and published fares are no more than it.
   */
  get lowestTotal(): Money | undefined {
    return this.#priced.lowestTotal;
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

  get #directions(): readonly WorldDirection[] {
    this.#flown ??= this.#ticket.map(this.#search.directionOf);
    return this.#flown;
  }

  get #priced(): TicketPrices {
    this.#prices ??= this.#search.pricesOf(this.#ticket);
    return this.#prices;
  }
}

/** One direction, shared by the offers of a search that fly it. */
export class WorldDirection {
  readonly #facts: OfferFlightFacts;
  readonly #priced: PricedSlice;
  readonly #index: number;
  readonly #cabin: CabinClass;
  #key: string | undefined;
  #emissionsKg: number | undefined;
  #slice: Slice | undefined;

  constructor(facts: OfferFlightFacts, priced: PricedSlice, index: number, cabin: CabinClass) {
    this.#facts = facts;
    this.#priced = priced;
    this.#index = index;
    this.#cabin = cabin;
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

  /** Its flights, written in full when they are first read. */
  get slice(): Slice {
    this.#slice ??= writeSlice(this.#facts, this.#priced, this.#index, this.#cabin);
    return this.#slice;
  }
}

function writeSlice(
  facts: OfferFlightFacts,
  { market, itinerary }: PricedSlice,
  index: number,
  cabin: CabinClass,
): Slice {
  return {
    origin: market.origin.iata,
    destination: market.destination.iata,
    departureDate: epochDayToIsoDate(itinerary.legs[0].day),
    durationMinutes: durationOf(itinerary),
    segments: itinerary.legs.map((leg, position) => writeSegment(facts, leg, cabin, `s${index + 1}-${position + 1}`)),
  };
}

function writeSegment(facts: OfferFlightFacts, leg: Leg, cabin: CabinClass, segmentId: string): Segment {
  const { atlas, network, inventory } = facts;
  const { flight, departUtc, arriveUtc } = leg;
  const route = network.routeOfFlight[flight] ?? 0;
  const airline = known(atlas.airlines[network.flightAirline[flight] ?? 0], leg);
  const origin = known(atlas.airports[network.routeOrigin[route] ?? 0], leg);
  const destination = known(atlas.airports[network.routeDestination[route] ?? 0], leg);
  const isInternational = origin.nation !== destination.nation;
  return {
    segmentId,
    marketingCarrier: airline.code,
    operatingCarrier: known(atlas.airlines[network.flightOperator[flight] ?? 0], leg).code,
    flightNumber: `${airline.code}${network.numberOfFlight[flight]}`,
    aircraft: atlas.aircraft[network.flightAircraft[flight] ?? 0]?.iata ?? '',
    depart: writePoint(facts, origin, terminalOf(origin, airline, isInternational), departUtc),
    arrive: writePoint(facts, destination, terminalOf(destination, airline, isInternational), arriveUtc),
    durationMinutes: arriveUtc - departUtc,
    distanceKm: network.routeKm[route] ?? 0,
    cabinClass: cabinFlown(inventory, leg, cabin) ?? 'economy',
  };
}

function writePoint(
  { zones }: OfferFlightFacts,
  { iata, cityCode, zoneIndex }: AtlasAirport,
  terminal: string | undefined,
  utcMinute: number,
): SegmentPoint {
  return {
    airport: iata,
    cityCode,
    terminal,
    timeLocal: localText(zones.toLocal(zoneIndex, utcMinute)),
    instant: new Date(utcMinute * MINUTE_MS),
  };
}

function known<T>(value: T | undefined, { flight }: Leg): T {
  if (value === undefined) throw new RangeError(`Line ${flight} is not of this world`);
  return value;
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
