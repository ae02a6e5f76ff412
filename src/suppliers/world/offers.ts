import { epochDayToIsoDate, type LocalDateTime } from '../../travel/dates.ts';
import type { CabinClass, FlightOffer, Segment, SegmentPoint, Slice } from '../../travel/flight.ts';
import type { ExchangeRates } from '../ports.ts';
import type { Atlas, AtlasAirport } from './atlas.ts';
import { flightEmissionsKg } from './emissions.ts';
import { createFareBuilder, type TariffStore, type TicketSlices, type TicketTerms } from './fares.ts';
import type { Inventory } from './inventory.ts';
import { DAY_MINUTES, durationOf, type Leg } from './itinerary.ts';
import type { Network } from './network.ts';
import { offerKeyHead, writeItinerary } from './offer-key.ts';
import { cabinFlown, type PricedSlice } from './slice-prices.ts';
import { terminalOf } from './terminals.ts';
import type { ZoneClock } from './zones.ts';

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly inventory: Inventory;
  readonly rates: ExchangeRates;
  readonly tariffs: TariffStore;
}

/** Writes the tickets of a search out as offers: segments with local times, every branded fare, extras, one passenger's emissions. */
export type OfferBuilder = (slices: TicketSlices) => FlightOffer;

/** What one direction contributes to every offer it stands in. */
interface Direction {
  readonly slice: Slice;
  readonly key: string;
  readonly emissionsKg: number;
}

/**
 * The builder of one search. Directions stand in many journeys: each is written once, and shared by the offers that fly it.
 * Offers of one builder come from slices priced in its cabin for its passengers.
 */
export function createOfferBuilder(facts: Facts, terms: TicketTerms): OfferBuilder {
  const priceTicket = createFareBuilder(facts, terms);
  const keyHead = offerKeyHead(terms);
  const known: Map<PricedSlice, Direction>[] = [];

  function directionOf(slice: PricedSlice, index: number): Direction {
    const written = known[index] ?? new Map<PricedSlice, Direction>();
    known[index] = written;
    const direction = written.get(slice);
    if (direction) return direction;
    const made = writeDirection(facts, slice, index, terms.cabin);
    written.set(slice, made);
    return made;
  }

  return (slices) => {
    const { carrier } = slices[0];
    const directions = slices.map(directionOf);
    let offerKey = keyHead;
    let emissionsKg = 0;
    for (const direction of directions) {
      offerKey += direction.key;
      emissionsKg += direction.emissionsKg;
    }
    const { fares, ancillaries } = priceTicket(slices);
    return {
      offerKey,
      owner: carrier.code,
      validatingCarrier: carrier.code,
      passengers: terms.passengers,
      slices: directions.map(({ slice }) => slice),
      fares,
      ancillaries,
      emissionsKg: Math.round(emissionsKg),
    };
  };
}

/** One ticket as an offer. Whoever has several of one search uses a builder. */
export function buildOffer(facts: Facts, { slices, ...terms }: TicketTerms & { readonly slices: TicketSlices }): FlightOffer {
  return createOfferBuilder(facts, terms)(slices);
}

function writeDirection(facts: Facts, priced: PricedSlice, index: number, cabin: CabinClass): Direction {
  const { itinerary, market } = priced;
  const slice = {
    origin: market.origin.iata,
    destination: market.destination.iata,
    departureDate: epochDayToIsoDate(itinerary.legs[0].day),
    durationMinutes: durationOf(itinerary),
    segments: itinerary.legs.map((leg, position) => buildSegment(facts, leg, { cabin, segmentId: `s${index + 1}-${position + 1}` })),
  };
  return {
    slice,
    key: `~${writeItinerary(facts, itinerary)}`,
    emissionsKg: itinerary.legs.reduce((kg, leg) => kg + legEmissionsKg(facts, leg, cabin), 0),
  };
}

function buildSegment(facts: Facts, leg: Leg, { cabin, segmentId }: { readonly cabin: CabinClass; readonly segmentId: string }): Segment {
  const { atlas, network } = facts;
  const edge = network.lineEdge[leg.line] ?? 0;
  const origin = atlas.airports[network.edgeOrigin[edge] ?? 0];
  const destination = atlas.airports[network.edgeDestination[edge] ?? 0];
  const marketing = atlas.airlines[network.lineAirline[leg.line] ?? 0];
  const operating = atlas.airlines[network.lineOperator[leg.line] ?? 0];
  if (!origin || !destination || !marketing || !operating) throw new RangeError(`Line ${leg.line} is not of this world`);
  const isAbroad = origin.nation !== destination.nation;
  return {
    segmentId,
    marketingCarrier: marketing.code,
    operatingCarrier: operating.code,
    flightNumber: `${marketing.code}${network.lineNumber[leg.line]}`,
    aircraft: atlas.aircraft[network.lineAircraft[leg.line] ?? 0]?.iata ?? '',
    depart: pointAt(facts, { airport: origin, terminal: terminalOf(origin, marketing, isAbroad) }, leg.departUtc),
    arrive: pointAt(facts, { airport: destination, terminal: terminalOf(destination, marketing, isAbroad) }, leg.arriveUtc),
    durationMinutes: leg.arriveUtc - leg.departUtc,
    distanceKm: network.edgeKm[edge] ?? 0,
    cabinClass: cabinFlown(facts.inventory, leg, cabin) ?? 'economy',
  };
}

function pointAt(facts: Facts, { airport, terminal }: { readonly airport: AtlasAirport; readonly terminal: string | undefined }, utcMinute: number): SegmentPoint {
  return {
    airport: airport.iata,
    cityCode: airport.cityCode,
    terminal,
    timeLocal: localText(facts.zones.toLocal(airport.zoneIndex, utcMinute)),
    instant: new Date(utcMinute * 60_000),
  };
}

function localText(localMinute: number): LocalDateTime {
  const day = Math.floor(localMinute / DAY_MINUTES);
  const minute = localMinute - day * DAY_MINUTES;
  const hours = String(Math.floor(minute / 60)).padStart(2, '0');
  return `${epochDayToIsoDate(day)}T${hours}:${String(minute % 60).padStart(2, '0')}:00`;
}

function legEmissionsKg({ atlas, network, inventory }: Facts, leg: Leg, cabin: CabinClass): number {
  const aircraft = atlas.aircraft[network.lineAircraft[leg.line] ?? 0];
  const km = network.edgeKm[network.lineEdge[leg.line] ?? 0] ?? 0;
  return aircraft ? flightEmissionsKg(aircraft, km, cabinFlown(inventory, leg, cabin) ?? 'economy') : 0;
}
