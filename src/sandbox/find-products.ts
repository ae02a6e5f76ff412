import type { App, Caller } from '../context.ts';
import { offerExpiry, sealFlightItem } from '../offers/token/offer-token.ts';
import { productExpiry, sealProduct } from '../offers/token/product-token.ts';
import { refuse } from '../platform/errors.ts';
import { callSupplier, type SupplierCall } from '../suppliers/calls/call-supplier.ts';
import { findBuiltInSupplier } from '../suppliers/calls/find-supplier.ts';
import { addDays, type IsoDate } from '../travel/dates.ts';
import type { Fare, FlightOffer } from '../travel/flight.ts';
import { NO_PASSENGERS } from '../travel/passengers.ts';
import { payNowOfRental, type RentalOffer } from '../travel/rental.ts';
import { payNowOfRate, type StayPlace, type StayRate } from '../travel/stay.ts';
import type { ItemKind } from '../trips/model/trip.ts';
import type { SaleKind } from './model/sale-scenarios.ts';

/** What is to be sold. */
export interface WantedProduct {
  readonly kind: SaleKind;
  readonly scenario: string | undefined;
  readonly currency: string | undefined;
}

/** Far enough ahead for every refund and exchange rule to be met in its first days. */
const DAYS_AHEAD = 45;
const NIGHTS = 3;
const CALL_MS = 10_000;
const OFFERS_MAX = 20;
const HOTELS_MAX = 20;
const DRIVER_AGE = 35;
const PICK_UP_TIME = '20:00:00';
/** Where an ordinary sale goes: from Munich to Lisbon. */
const [HOME, AWAY] = ['MUC', 'LIS'];
const SCENARIO_ORIGIN = 'QAA';

/** The tokens of what is sold, one for each product, as a search would answer them. */
export function findProducts(app: App, caller: Caller, wanted: WantedProduct): Promise<readonly string[]> {
  const kinds: readonly ItemKind[] = wanted.kind === 'trip' ? ['flight', 'hotel', 'car'] : [wanted.kind];
  return Promise.all(kinds.map((kind) => findToken(app, caller, kind, wanted)));
}

async function findToken(app: App, caller: Caller, kind: ItemKind, wanted: WantedProduct): Promise<string> {
  const day = addDays(caller.now.toISOString().slice(0, 10), DAYS_AHEAD);
  const token = await FINDERS[kind](app, caller, wanted, day);
  if (token === undefined)
    throw refuse('offer_unavailable', { message: `No ${kind} is on sale that could be booked at once.` });
  return token;
}

const FINDERS = { flight: findFlight, hotel: findHotel, car: findCar } as const;

async function findFlight(
  app: App,
  caller: Caller,
  { scenario, currency }: WantedProduct,
  date: IsoDate,
): Promise<string | undefined> {
  const supplier = findBuiltInSupplier(app, 'flight');
  const slice =
    scenario === undefined
      ? { origins: [HOME], destinations: [AWAY], date }
      : { origins: [SCENARIO_ORIGIN], destinations: [scenario], date };
  const query = {
    slices: [slice],
    passengers: { ...NO_PASSENGERS, adt: 1 },
    cabinClass: 'economy',
    connectionsMax: scenario === undefined ? 0 : 1,
    offersMax: OFFERS_MAX,
  } as const;
  const found = supplier && (await callSupplier(app, searchCall(caller), (context) => supplier.search(query, context)));
  const offers = found === undefined || 'offers' in found ? (found?.offers ?? []) : found;
  const chosen = chooseFare(offers);
  if (supplier === undefined || chosen === undefined) return undefined;
  const { offer, fare } = chosen;
  return sealFlightItem(app, caller.organizationId, {
    supplierId: supplier.id,
    offerKey: offer.offerKey,
    fareKey: fare.fareKey,
    originPrice: fare.total,
    displayCurrency: currency ?? fare.total.currency,
    expiresAt: offerExpiry(caller.now, offer.expiresAt),
  });
}

/**
 * The first fare that may be both given back and changed, for somebody will want to try, of a flight that lands before
 * the car is picked up; else the cheapest.
 */
function chooseFare(offers: readonly FlightOffer[]): { readonly offer: FlightOffer; readonly fare: Fare } | undefined {
  const all = offers.flatMap((offer) => offer.fares.map((fare) => ({ offer, fare })));
  const easy = all.filter(({ fare }) => fare.isRefundable && fare.isChangeable);
  return (
    easy.find(
      ({ offer }) => (offer.slices.at(-1)?.segments.at(-1)?.arrive.timeLocal.slice(11) ?? PICK_UP_TIME) < PICK_UP_TIME,
    ) ??
    easy[0] ??
    all[0]
  );
}

async function findHotel(
  app: App,
  caller: Caller,
  { scenario, currency }: WantedProduct,
  checkIn: IsoDate,
): Promise<string | undefined> {
  const supplier = findBuiltInSupplier(app, 'hotel');
  const place: StayPlace =
    scenario === undefined ? { kind: 'city', cityCode: AWAY } : { kind: 'hotels', hotelIds: [`bhnemo-${scenario}`] };
  const only = {
    chainIds: [],
    facilityIds: [],
    hotelTypeIds: [],
    starRatings: [],
    ratingMin: undefined,
    reviewsMin: undefined,
  };
  const query = {
    place,
    checkIn,
    checkOut: addDays(checkIn, NIGHTS),
    rooms: [{ adults: 1, childrenAges: [] }],
    guestNationality: undefined,
    only,
    hotelsMax: HOTELS_MAX,
  } as const;
  const found = supplier && (await callSupplier(app, searchCall(caller), (context) => supplier.search(query, context)));
  const all = found?.hotels.flatMap((hotel) => (hotel.ratesOfRooms[0] ?? []).map((rate) => ({ hotel, rate }))) ?? [];
  const chosen = all.find(({ rate }) => isEasy(rate)) ?? all[0];
  if (supplier === undefined || chosen === undefined) return undefined;
  const { hotel, rate } = chosen;
  return sealProduct(app, caller.organizationId, 'hotel', {
    supplierId: supplier.id,
    productKey: rate.rateKey,
    originPrice: payNowOfRate(rate),
    displayCurrency: currency ?? rate.total.currency,
    expiresAt: productExpiry(caller.now, hotel.expiresAt),
  });
}

/** Paid here and given back here. */
function isEasy(rate: StayRate): boolean {
  return rate.isRefundable === true && rate.paymentType === 'pay_now';
}

async function findCar(
  app: App,
  caller: Caller,
  { scenario, currency }: WantedProduct,
  day: IsoDate,
): Promise<string | undefined> {
  const supplier = findBuiltInSupplier(app, 'car');
  const place = { kind: 'airport', airport: scenario === undefined ? AWAY : SCENARIO_ORIGIN } as const;
  const query = {
    pickUp: { place, at: `${day}T${PICK_UP_TIME}` },
    dropOff: { place, at: `${addDays(day, NIGHTS)}T10:00:00` },
    driverAge: DRIVER_AGE,
    residenceCountry: undefined,
    offersMax: OFFERS_MAX,
  } as const;
  const found = supplier && (await callSupplier(app, searchCall(caller), (context) => supplier.search(query, context)));
  const fitting = (found?.offers ?? []).filter((offer) =>
    scenario === undefined ? !offer.isOnRequest : offer.vehicle.name === scenario,
  );
  const chosen: RentalOffer | undefined = fitting.find((offer) => offer.isRefundable) ?? fitting[0];
  if (supplier === undefined || chosen === undefined) return undefined;
  const price = payNowOfRental(chosen);
  return sealProduct(app, caller.organizationId, 'car', {
    supplierId: supplier.id,
    productKey: chosen.offerKey,
    originPrice: price,
    displayCurrency: currency ?? price.currency,
    expiresAt: productExpiry(caller.now),
  });
}

function searchCall({ organizationId, now }: Caller): SupplierCall {
  return { organizationId, now, purpose: 'search', timeoutMs: CALL_MS };
}
