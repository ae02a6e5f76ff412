import { epochDayToIsoDate, type LocalDateTime } from '../../travel/dates.ts';
import type { CabinClass, FlightOffer, Segment, SegmentPoint, Slice } from '../../travel/flight.ts';
import type { ExchangeRates } from '../ports.ts';
import type { Atlas, AtlasAirline, AtlasAirport } from './atlas.ts';
import { flightEmissionsKg } from './emissions.ts';
import { buildAncillaries, buildFares, type Ticket } from './fares.ts';
import type { Inventory } from './inventory.ts';
import { DAY_MINUTES, durationOf, type Leg } from './itinerary.ts';
import type { Network } from './network.ts';
import { writeOfferKey } from './offer-key.ts';
import { cabinFlown, type PricedSlice } from './slice-prices.ts';
import { terminalOf } from './terminals.ts';
import type { ZoneClock } from './zones.ts';

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly inventory: Inventory;
  readonly rates: ExchangeRates;
}

/** Writes a ticket out as an offer: segments with local times, every branded fare, extras, emissions of one passenger. */
export function buildOffer(facts: Facts, ticket: Ticket): FlightOffer {
  const [first] = ticket.slices;
  return {
    offerKey: writeOfferKey(facts, {
      cabin: ticket.cabin,
      passengers: ticket.passengers,
      itineraries: ticket.slices.map((slice) => slice.itinerary),
    }),
    owner: first.carrier.code,
    validatingCarrier: first.carrier.code,
    passengers: ticket.passengers,
    slices: ticket.slices.map((slice, index) => buildSlice(facts, slice, index)),
    fares: buildFares(ticket, facts.rates),
    ancillaries: buildAncillaries(ticket, facts.rates),
    emissionsKg: emissionsOf(facts, ticket),
  };
}

function buildSlice(facts: Facts, slice: PricedSlice, index: number): Slice {
  const { itinerary } = slice;
  return {
    origin: slice.market.origin.iata,
    destination: slice.market.destination.iata,
    departureDate: epochDayToIsoDate(itinerary.legs[0].day),
    durationMinutes: durationOf(itinerary),
    segments: itinerary.legs.map((leg, position) => buildSegment(facts, leg, `s${index + 1}-${position + 1}`)),
  };
}

function buildSegment(facts: Facts, leg: Leg, segmentId: string): Segment {
  const { atlas, network } = facts;
  const edge = network.lineEdge[leg.line] ?? 0;
  const origin = atlas.airports[network.edgeOrigin[edge] ?? 0];
  const destination = atlas.airports[network.edgeDestination[edge] ?? 0];
  const marketing = atlas.airlines[network.lineAirline[leg.line] ?? 0];
  const operating = atlas.airlines[network.lineOperator[leg.line] ?? 0];
  if (!origin || !destination || !marketing || !operating) throw new RangeError(`Line ${leg.line} is not of this world`);
  return {
    segmentId,
    marketingCarrier: marketing.code,
    operatingCarrier: operating.code,
    flightNumber: `${marketing.code}${network.lineNumber[leg.line]}`,
    aircraft: atlas.aircraft[network.lineAircraft[leg.line] ?? 0]?.iata ?? '',
    depart: pointAt(facts, origin, marketing, leg.departUtc),
    arrive: pointAt(facts, destination, marketing, leg.arriveUtc),
    durationMinutes: leg.arriveUtc - leg.departUtc,
    distanceKm: network.edgeKm[edge] ?? 0,
  };
}

function pointAt(facts: Facts, airport: AtlasAirport, airline: AtlasAirline, utcMinute: number): SegmentPoint {
  return {
    airport: airport.iata,
    cityCode: airport.cityCode,
    terminal: terminalOf(airport, airline),
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

function emissionsOf(facts: Facts, ticket: Ticket): number {
  const { atlas, network, inventory } = facts;
  const legKg = (leg: Leg, cabin: CabinClass): number => {
    const aircraft = atlas.aircraft[network.lineAircraft[leg.line] ?? 0];
    const km = network.edgeKm[network.lineEdge[leg.line] ?? 0] ?? 0;
    return aircraft ? flightEmissionsKg(aircraft, km, cabinFlown(inventory, leg, cabin) ?? 'economy') : 0;
  };
  return Math.round(
    ticket.slices.reduce((sum, slice) => sum + slice.itinerary.legs.reduce((kg, leg) => kg + legKg(leg, ticket.cabin), 0), 0),
  );
}
