import type { App, Caller } from '../../context.ts';
import { describeFlight } from '../../offers/describe/describe-flight.ts';
import { describeRental } from '../../offers/describe/describe-rental.ts';
import { describeStay } from '../../offers/describe/describe-stay.ts';
import { openTripItem } from '../../offers/token/offer-token.ts';
import { openProduct, productKindOf, type ProductToken } from '../../offers/token/product-token.ts';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import type { HotelSupplier } from '../../suppliers/ports/hotels.ts';
import { callSupplier, failureAsAnswer, type SupplierCall } from '../../suppliers/calls/call-supplier.ts';
import { requireOnSale } from '../../suppliers/calls/for-sale.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { withHotelZone, withRentalZones } from '../../travel/geography/local-zone.ts';
import type { Stay, StayRate } from '../../travel/stay.ts';
import { querySeatMaps, type SeatKeys } from '../read/query-seat-maps.ts';
import { identityOf, type TripChange, type WantedItem } from '../model/apply-changes.ts';
import type { WantedSeats } from '../model/items/seats.ts';

/** A supplier has this long to show the offer that is being added. */
const itemFetchTimeoutMs = 10_000;

/** A token a search answered, and where it stood in the request. */
interface RequestedToken {
  readonly token: string;
  readonly path: string;
}
/** An item as asked for: one token, or those of several rooms of one stay. */
export interface RequestedItem {
  readonly kind: 'add_item';
  readonly tokens: readonly [RequestedToken, ...RequestedToken[]];
  readonly seats?: Pick<WantedSeats, 'choices' | 'path'> | undefined;
}

type Answer = WantedItem['answer'];

/**
 * What the tokens name, as its supplier sells it now, and its seats where some are wanted. A supplier's failure is
 * carried along, not thrown: adding what the trip already holds needs no supplier.
 */
export async function resolveItem(app: App, caller: Caller, { tokens, seats }: RequestedItem): Promise<TripChange> {
  const [first, ...others] = tokens;
  const kind = productKindOf(first.token);
  if (others.length > 0 || kind === 'hotel')
    return { kind: 'add_item', wanted: await resolveStay(app, caller, tokens), seats: seats && withoutMaps(seats) };
  if (kind === 'car')
    return { kind: 'add_item', wanted: await resolveRental(app, caller, first), seats: seats && withoutMaps(seats) };
  return await resolveFlight(app, caller, first, seats);
}

function withoutMaps(seats: Pick<WantedSeats, 'choices' | 'path'>): WantedSeats {
  return { ...seats, answer: { kind: 'found', maps: [] } };
}

async function resolveFlight(
  app: App,
  caller: Caller,
  { token, path }: RequestedToken,
  wantedSeats: RequestedItem['seats'],
): Promise<TripChange> {
  const { supplierId, offerKey, fareKey, displayCurrency } = openTripItem(
    app,
    caller.organizationId,
    token,
    caller.now,
    path,
  );
  await requireOnSale(app, app.db, caller.organizationId, [{ supplierId }]);
  const keys = { supplierId, offerKey, fareKey };
  const [answer, seats] = await Promise.all([
    fetchFlight(app, caller, keys),
    wantedSeats && fetchSeats(app, caller, keys).then((seatAnswer) => ({ ...wantedSeats, answer: seatAnswer })),
  ]);
  return {
    kind: 'add_item',
    wanted: { supplierId, identity: identityOf(supplierId, [offerKey, fareKey]), displayCurrency, answer },
    seats,
  };
}

async function fetchSeats(app: App, caller: Caller, keys: SeatKeys): Promise<WantedSeats['answer']> {
  return await failureAsAnswer(async () => ({
    kind: 'found',
    maps: await querySeatMaps(app, keys, fetchCall(caller)),
  }));
}

async function fetchFlight(app: App, caller: Caller, { supplierId, offerKey, fareKey }: SeatKeys): Promise<Answer> {
  const supplier = findSupplier(app, { kind: 'flight', supplierId });
  if (!supplier) return { kind: 'gone' };
  return await failureAsAnswer(async () => {
    const offer = await callSupplier(app, fetchCall(caller), (context) =>
      supplier.getOffer(offerKey, context, fareKey),
    );
    const fare = offer?.fares.find((candidate) => candidate.fareKey === fareKey);
    if (!offer || !fare) return { kind: 'gone' };
    const product = {
      kind: 'flight',
      offerKey,
      fareKey,
      passengers: offer.passengers,
      offer: { ...offer, fares: [fare] },
      fare,
    } as const;
    return { kind: 'found', product, description: describeFlight(offer, fare, app.places) };
  });
}

async function resolveRental(app: App, caller: Caller, { token, path }: RequestedToken): Promise<WantedItem> {
  const {
    supplierId,
    productKey: offerKey,
    displayCurrency,
  } = openProduct(app, caller.organizationId, { text: token, path }, caller.now);
  await requireOnSale(app, app.db, caller.organizationId, [{ supplierId }]);
  const supplier = findSupplier(app, { kind: 'car', supplierId });
  const answer = await failureAsAnswer(async (): Promise<Answer> => {
    if (!supplier) return { kind: 'gone' };
    const offer = await callSupplier(app, fetchCall(caller), (context) => supplier.getOffer(offerKey, context));
    const rental = offer && withRentalZones(app.places, offer);
    return rental
      ? { kind: 'found', product: { kind: 'car', offerKey, rental }, description: describeRental(rental) }
      : { kind: 'gone' };
  });
  return { supplierId, identity: identityOf(supplierId, [offerKey]), displayCurrency, answer };
}

/** The rooms of one stay. Their identity is the whole multiset of rates, in whatever order they come. */
async function resolveStay(app: App, caller: Caller, requested: RequestedItem['tokens']): Promise<WantedItem> {
  const rooms = requested.map(({ token, path }) => ({ ...openHotelRate(app, caller, { token, path }), path }));
  const [first] = rooms;
  if (first === undefined) throw new Error('A stay has at least one room.');
  const strangers = rooms.filter((room) => room.supplierId !== first.supplierId);
  if (strangers.length > 0) throw refuseStrangers(strangers);
  const rateKeys = rooms.map((room) => room.productKey).sort();
  const { supplierId, displayCurrency } = first;
  await requireOnSale(app, app.db, caller.organizationId, [{ supplierId }]);
  const supplier = findSupplier(app, { kind: 'hotel', supplierId });
  const answer = await failureAsAnswer(async (): Promise<Answer> => {
    if (!supplier) return { kind: 'gone' };
    const stay = await getStay(app, caller, supplier, rateKeys);
    if (stay) {
      const rated = rooms.map((room) => ({ ...room, rate: stay.rates.find(isOfKey(room.productKey)) }));
      assertSoldTogether(rated);
      assertAllTogether(rated);
      return { kind: 'found', product: { kind: 'hotel', rateKeys, stay }, description: describeStay(stay) };
    }
    if (rooms.length > 1) await assertOneStay(app, caller, supplier, rooms);
    return { kind: 'gone' };
  });
  return { supplierId, identity: identityOf(supplierId, [JSON.stringify(rateKeys)]), displayCurrency, answer };
}

type RequestedRoom = ProductToken & { readonly path: string };

function openHotelRate(app: App, caller: Caller, { token, path }: RequestedToken): ProductToken {
  const { kind, ...product } = openProduct(app, caller.organizationId, { text: token, path }, caller.now);
  if (kind !== 'hotel')
    throw refuseFields([{ path, problem: 'Only hotel rates (htl_) are booked as rooms of one stay.' }]);
  return product;
}

/**
 * Rooms that cannot be had together are sold out, unless they never belonged together: that is the caller's mistake.
 */
async function assertOneStay(
  app: App,
  caller: Caller,
  supplier: HotelSupplier,
  rooms: readonly RequestedRoom[],
): Promise<void> {
  const stays = await Promise.all(rooms.map((room) => getStay(app, caller, supplier, [room.productKey])));
  const first = stays.find((stay) => stay !== undefined);
  const strangers = rooms.filter((_, index) => {
    const stay = stays[index];
    return first !== undefined && stay !== undefined && !isSameStay(first, stay);
  });
  if (strangers.length > 0) throw refuseStrangers(strangers);
  const rated = rooms.map((room, index) => ({ ...room, rate: stays[index]?.rates[0] }));
  assertSoldTogether(rated);
  assertAllTogether(rated);
}

/** Throws 422 where the rooms are fewer than are sold together: the rest of them has no price. */
function assertAllTogether(rooms: readonly { readonly path: string; readonly rate: StayRate | undefined }[]): void {
  const part = rooms.find(({ rate }) => rooms.length < (rate?.togetherRooms ?? 0));
  if (part?.rate === undefined) return;
  const problem = `is one of ${part.rate.togetherRooms} rooms that are sold together only: send the rates of one together_key for all of them as add_item.rooms.`;
  throw refuseFields([{ path: part.path, problem }]);
}

function isOfKey(rateKey: string): (rate: StayRate) => boolean {
  return (rate) => rate.rateKey === rateKey;
}

/** Throws 422 for the first room whose rate is not sold with that of a room before it, and names both. */
function assertSoldTogether(rooms: readonly { readonly path: string; readonly rate: StayRate | undefined }[]): void {
  const known = rooms.flatMap(({ path, rate }) => (rate === undefined ? [] : [{ path, key: rate.togetherKey }]));
  const [first] = known;
  const other = known.find(({ key }) => key !== first?.key);
  if (first === undefined || other === undefined) return;
  const problem = `is not sold together with ${first.path}: take rates of one together_key for all rooms of a stay.`;
  throw refuseFields([{ path: other.path, problem }]);
}

function isSameStay(a: Stay, b: Stay): boolean {
  return a.hotel.hotelId === b.hotel.hotelId && a.checkIn === b.checkIn && a.checkOut === b.checkOut;
}

function refuseStrangers(strangers: readonly { readonly path: string }[]) {
  const problems = strangers.map(
    ({ path }): FieldProblem => ({
      path,
      problem: 'is a room of another hotel or supplier or of other nights; add it as an item of its own.',
    }),
  );
  const [problem, ...more] = problems;
  if (problem === undefined) throw new Error('Somebody must be a stranger.');
  return refuseFields([problem, ...more]);
}

async function getStay(
  app: App,
  caller: Caller,
  supplier: HotelSupplier,
  rateKeys: readonly string[],
): Promise<Stay | undefined> {
  const stay = await callSupplier(app, fetchCall(caller), (context) => supplier.getStay(rateKeys, context));
  const zoned = stay && { ...stay, hotel: withHotelZone(app.places, stay.hotel) };
  return zoned && (await app.stayFacts.complete(app, { ...caller, supplierId: supplier.id }, zoned));
}

function fetchCall({ organizationId, now }: Caller): SupplierCall {
  return { organizationId, now, purpose: 'page', timeoutMs: itemFetchTimeoutMs };
}
