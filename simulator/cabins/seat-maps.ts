import { epochDayToIsoDate } from '../../src/travel/dates.ts';
import { CABIN_CLASSES, type CabinClass, type Seat, type SeatMap } from '../../src/travel/flight.ts';
import { decimalPlaces, type Money, money, moneyFromMajor } from '../../src/travel/money.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';
import type { Aircraft, Atlas, AtlasAirline } from '../../src/reference/atlas.ts';
import { type CabinLayouts, type LayoutRow, type LayoutSeat, layOutCabins, type SeatTier } from './cabin-layouts.ts';
import { cabinSeats } from './cabins.ts';
import { fareFamilies } from '../fares/fare-families.ts';
import type { FareFamily } from '../fares/fare-family.ts';
import { filingCurrency } from '../fares/filing.ts';
import { hashText, mix, unitOf } from '../../src/reference/hash.ts';
import { type Inventory, sellingMoment, type SoldSeats, soldSeatsKey } from './inventory.ts';
import type { Leg } from '../itineraries/itinerary.ts';
import { familySetOf, type Market } from '../itineraries/markets.ts';
import type { Network } from '../schedule/network.ts';
import { type OfferContent, readOfferKey } from '../offers/offer-key.ts';
import { cabinFlown, longestLeg } from '../fares/slice-prices.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** Seats given to travelers of the asking organization, by assignedSeatKey. */
type AssignedSeats = ReadonlySet<string>;

/** Under what a seat given to a traveler is known. */
export function assignedSeatKey(flightNumber: string, departureDate: string, seatNumber: string): string {
  return `${flightNumber}/${departureDate}/${seatNumber}`;
}

/** Whose seats are asked for, and what is known about them. */
interface SeatMapQuery {
  readonly offerKey: string;
  readonly fareKey: string;
  readonly now: Date;
  readonly sold: SoldSeats;
  readonly assigned: AssignedSeats;
}
/** A seat map, and the flight it is of. */
export interface FlightSeatMap extends SeatMap {
  readonly flightNumber: string;
  readonly departureDate: string;
}
/** Undefined for a key that is none of this world's, or a fare it does not have. */
export type ReadSeatMaps = (query: SeatMapQuery) => readonly FlightSeatMap[] | undefined;

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly inventory: Inventory;
  readonly rates: ExchangeRates;
  readonly seed: number;
  market(origin: number, destination: number): Market;
}

/** Aircraft with fewer seats are boarded without a seat number. */
const ASSIGNED_SEATING_MIN = 20;

/**
 * Seat maps: layouts by (airline, aircraft), occupancy by (seed, flight, date, what is sold by that day), prices by
 * fare and distance. As many seats are occupied as inventory has sold to others, and those the asking organization has
 * given out; they fill in one fixed order, so a seat that is taken stays taken.
 */
export function createSeatMaps(facts: Facts): ReadSeatMaps {
  const known = new Map<number, CabinLayouts>();
  const layoutsOf = (flight: number): CabinLayouts => {
    const key = (facts.network.flightAirline[flight] ?? 0) * 256 + (facts.network.flightAircraft[flight] ?? 0);
    const layouts = known.get(key) ?? layOutFlight(facts, flight);
    known.set(key, layouts);
    return layouts;
  };
  return (query) => {
    const content = readOfferKey(facts, query.offerKey);
    const tariff = content && findTariff(facts, content, query.fareKey);
    if (!tariff) return undefined;
    return content.itineraries.flatMap((itinerary, sliceIndex) =>
      itinerary.legs.flatMap((leg, position) => {
        const cabin = cabinFlown(facts.inventory, leg, content.cabin);
        if (!cabin || !hasAssignedSeating(facts, leg.flight)) return [];
        const segmentId = `s${sliceIndex + 1}-${position + 1}`;
        return [drawMap(facts, { segmentId, leg, cabin, rows: layoutsOf(leg.flight)[cabin], tariff, query })];
      }),
    );
  };
}

function hasAssignedSeating({ atlas, network }: Facts, flight: number): boolean {
  return (atlas.aircraft[network.flightAircraft[flight] ?? 0]?.seats ?? 0) >= ASSIGNED_SEATING_MIN;
}

/** Scenario flights never run out of seats to sell; the seats one can point at are those of the aircraft. */
function layOutFlight({ atlas, network, inventory }: Facts, flight: number): CabinLayouts {
  const airline = atlas.airlines[network.flightAirline[flight] ?? 0];
  const aircraft = atlas.aircraft[network.flightAircraft[flight] ?? 0];
  if (!airline || !aircraft) throw new RangeError(`Line ${flight} is not of this world`);
  const seatsOf = (cabin: CabinClass): number =>
    airline.isScenario ? scenarioSeats(airline, aircraft, cabin) : inventory.capacity(flight, cabin);
  const seats = Object.fromEntries(CABIN_CLASSES.map((cabin) => [cabin, seatsOf(cabin)]));
  return layOutCabins({ aircraft, carrierCode: airline.code, seats: { ...NO_SEATS, ...seats } });
}

const NO_SEATS: Readonly<Record<CabinClass, number>> = { economy: 0, premium_economy: 0, business: 0, first: 0 };

/** A scenario airline sells two cabins on whatever it flies. */
function scenarioSeats(airline: AtlasAirline, aircraft: Aircraft, cabin: CabinClass): number {
  return cabin === 'economy' || cabin === 'business' ? cabinSeats(airline, aircraft, cabin) : 0;
}

/** What decides the price of every seat of an offer. */
interface Tariff {
  readonly family: FareFamily;
  readonly cabin: CabinClass;
  /** As the carrier that issues the ticket files its fares. */
  readonly currency: string;
}

function findTariff(facts: Facts, content: OfferContent, fareKey: string): Tariff | undefined {
  const [first] = content.itineraries;
  if (!first) return undefined;
  const carrier = facts.atlas.airlines[facts.network.flightAirline[longestLeg(facts.network, first).flight] ?? 0];
  if (!carrier) return undefined;
  const market = facts.market(first.origin, first.destination);
  const families = fareFamilies(familySetOf(carrier, market), content.cabin);
  const family = families.find(({ code }) => code === fareKey);
  return family && { family, cabin: content.cabin, currency: filingCurrency(carrier, market, facts.rates) };
}

interface MapParts {
  readonly segmentId: string;
  readonly leg: Leg;
  readonly cabin: CabinClass;
  readonly rows: readonly LayoutRow[];
  readonly tariff: Tariff;
  readonly query: SeatMapQuery;
}

function drawMap(facts: Facts, parts: MapParts): FlightSeatMap {
  const { segmentId, leg, cabin, rows, tariff, query } = parts;
  const flightNumber = facts.inventory.flightNumber(leg.flight);
  const departureDate = epochDayToIsoDate(leg.day);
  const seats = rows.flatMap((row) => row.seats);
  const isAssigned = ({ seatNumber }: LayoutSeat): boolean =>
    query.assigned.has(assignedSeatKey(flightNumber, departureDate, seatNumber));
  const free = inFillingOrder(facts, leg, seats).filter((seat) => !isAssigned(seat));
  const soldElsewhere = new Set(free.slice(0, countSoldElsewhere(facts, parts, flightNumber, departureDate)));
  const availabilityOf = (seat: LayoutSeat): Seat['availability'] => {
    if (isAssigned(seat) || soldElsewhere.has(seat)) return 'occupied';
    return seat.isHeldBack ? 'blocked' : 'available';
  };
  const prices = priceTiers(facts, leg, tariff);
  return {
    segmentId,
    flightNumber,
    departureDate,
    aircraft: facts.atlas.aircraft[facts.network.flightAircraft[leg.flight] ?? 0]?.iata ?? '',
    cabinClass: cabin,
    rows: rows.map((row) => ({
      rowNumber: row.rowNumber,
      seats: row.seats.map((seat) => {
        const { seatNumber, column, features } = seat;
        return { seatNumber, column, features, availability: availabilityOf(seat), price: prices[seat.tier] };
      }),
    })),
  };
}

/** Seats of the cabin that others than the asking organization have bought by now. */
function countSoldElsewhere(
  facts: Facts,
  { leg, cabin, query }: MapParts,
  flightNumber: string,
  departureDate: string,
): number {
  if (facts.atlas.airlines[facts.network.flightAirline[leg.flight] ?? 0]?.isScenario) return 0;
  const soldHere = query.sold.get(soldSeatsKey(flightNumber, departureDate, cabin)) ?? 0;
  const seatQuery = { party: 0, moment: sellingMoment(query.now), sold: query.sold };
  const left = facts.inventory.availability(leg, cabin, seatQuery)?.left ?? 0;
  return Math.max(0, facts.inventory.capacity(leg.flight, cabin) - left - soldHere);
}

/** Windows and aisles go before middles, dear and rear seats late, those held back last; within that by lot. */
function inFillingOrder(
  { atlas, network, seed }: Facts,
  { flight, day }: Leg,
  seats: readonly LayoutSeat[],
): readonly LayoutSeat[] {
  const airline = atlas.airlines[network.flightAirline[flight] ?? 0]?.hash ?? 0;
  const lot = mix(mix(mix(seed, airline), network.numberOfFlight[flight] ?? 0), day);
  const ranked = seats.map((seat) => ({ seat, rank: unitOf(mix(lot, hashText(seat.seatNumber))) + reluctance(seat) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ seat }) => seat);
}

function reluctance({ features, tier, isHeldBack }: LayoutSeat): number {
  const isRear = features.includes('near_lavatory');
  return (
    (isHeldBack ? 10 : 0) +
    (features.includes('middle') ? 0.4 : 0) +
    (isRear ? 0.3 : 0) +
    (tier === 'extra_legroom' ? 0.35 : 0)
  );
}

/** US dollars for a seat where the fare has none: a sum, and so much per kilometre of the flight. */
const SEAT_USD = {
  low_cost: { standard: [4, 0.002], preferred: [8, 0.003], extra_legroom: [14, 0.004] },
  network: { standard: [9, 0.003], preferred: [16, 0.005], extra_legroom: [25, 0.0075] },
} as const satisfies Record<string, Record<SeatTier, readonly [number, number]>>;

/**
 * The price of each tier on a flight. Business and first seats come with the ticket, feeders included; a fare with seat
 * selection includes every seat but those with extra legroom.
 */
function priceTiers(facts: Facts, { flight }: Leg, tariff: Tariff): Readonly<Record<SeatTier, Money | undefined>> {
  const { atlas, network, rates } = facts;
  const km = network.routeKm[network.routeOfFlight[flight] ?? 0] ?? 0;
  const usd = SEAT_USD[atlas.airlines[network.flightAirline[flight] ?? 0]?.isLowCost ? 'low_cost' : 'network'];
  const isFree = tariff.cabin === 'business' || tariff.cabin === 'first';
  const priceOf = (tier: SeatTier): Money | undefined => {
    if (isFree || (tariff.family.hasSeat && tier !== 'extra_legroom')) return undefined;
    const [sum, perKm] = usd[tier];
    return roundSeatPrice(sum + perKm * km, tariff.currency, rates);
  };
  return { standard: priceOf('standard'), preferred: priceOf('preferred'), extra_legroom: priceOf('extra_legroom') };
}

/** Seats are filed in halves of the power of ten nearest to one US dollar: 0.50 euros, 50 yen. */
function roundSeatPrice(usd: number, currency: string, rates: ExchangeRates): Money {
  const rate = rates.rate('USD', currency);
  const step = Math.max(1, Math.round(10 ** (Math.round(Math.log10(rate)) + decimalPlaces(currency)) / 2));
  return money(Math.max(1, Math.round(moneyFromMajor(usd * rate, currency).value / step)) * step, currency);
}
