import { setTimeout as pause } from 'node:timers/promises';
import { hashText, mix } from '../../../../reference/hash.ts';
import { findHotels, passes } from '../content/find-hotels.ts';
import type { StubHotel } from '../content/stub-hotels.ts';
import { type FaultOf, isFault } from '../faults.ts';
import { refusal } from '../refusals.ts';
import type { LiteapiCall } from '../serve.ts';
import { policyOf } from './cancel-policies.ts';
import { makeOffers, type PricedOffer, type StayRequest } from './make-offers.ts';
import type { RatesRequest } from './read-rates.ts';

/** A hotel with its offers, cheapest first. */
export interface HotelOffers {
  readonly hotel: StubHotel;
  readonly offers: readonly [PricedOffer, ...PricedOffer[]];
}

const timeoutSecondsDefault = 10;
const latencyMin = 150;
const latencyRange = 4_000;
/** `minRating` of a search counts to 5, that of hotels to 10. */
const ratingScale = 2;

/**
 * The hotels of a place that have answered in time, with the offers a search lets through. `limit` and `offset` count
 * the hotels that are looked at, not those that answer. Throws 4000 where none of the ids is known.
 */
export async function searchRates(
  { state, account }: LiteapiCall,
  request: RatesRequest,
): Promise<readonly HotelOffers[]> {
  const found = findHotels(state.content, request).filter(({ deletedAt }) => deletedAt === null);
  if (request.hotelIds !== undefined && found.length === 0) throw refusal(4000, 'hotel ids not found');
  const { facilities, strictFacilityFiltering: isStrict, minRating } = request;
  const only = {
    ...request,
    minRating: minRating === undefined ? undefined : minRating * ratingScale,
    facilityIds: facilities,
    isStrict,
  };
  const looked = found.filter((hotel) => passes(hotel, only)).slice(request.offset, request.offset + request.limit);
  const milliseconds = (request.timeout ?? timeoutSecondsDefault) * 1_000;
  const inTime = looked.filter((hotel) => latencyOf(hotel, account.settings.latencies) <= milliseconds);
  const answering = cut(inTime, account.switches.take('rates', isFault('partial')));
  if (account.settings.real_waits) await waitFor(looked, account.settings.latencies, milliseconds, state.closing);
  const stay = stayOf(request, { margin: account.settings.margin, now: state.clock.now() });
  const hotels = answering
    .filter(({ id }) => !account.settings.sold_out.includes(id))
    .flatMap((hotel) => {
      const passing = makeOffers(state.basis, hotel, stay).filter(isWanted(request, account.settings.sparse));
      const [first, ...others] = passing.slice(0, request.maxRatesPerHotel);
      return first === undefined ? [] : [{ hotel, offers: [first, ...others] as const }];
    });
  return sortHotels(hotels, request.sort?.[0]);
}

function stayOf(
  request: Pick<RatesRequest, 'checkin' | 'checkout' | 'currency' | 'guestNationality' | 'occupancies'> & {
    readonly margin?: number | undefined;
  },
  { margin, now }: { readonly margin: number; readonly now: Date },
): StayRequest {
  const { checkin, checkout, currency, guestNationality, occupancies } = request;
  return {
    checkin,
    checkout,
    currency,
    nationality: guestNationality.toUpperCase(),
    occupancies,
    margin: request.margin ?? margin,
    now,
  };
}

/** The cheapest offer of each of some hotels. */
export function findLowest(
  { state, account }: LiteapiCall,
  request: Parameters<typeof stayOf>[0] & { readonly hotelIds: readonly string[] },
): readonly PricedOffer[] {
  const stay = stayOf(request, { margin: account.settings.margin, now: state.clock.now() });
  return findHotels(state.content, { hotelIds: request.hotelIds })
    .filter(({ id, deletedAt }) => deletedAt === null && !account.settings.sold_out.includes(id))
    .flatMap((hotel) => makeOffers(state.basis, hotel, stay)[0] ?? []);
}

/** How long a hotel needs, in milliseconds of a time that passes only with `real_waits`. */
function latencyOf({ id, number }: StubHotel, further: Readonly<Record<string, number>>): number {
  return latencyMin + ((mix(hashText('latency'), number) >>> 0) % latencyRange) + (further[id] ?? 0);
}

function cut(hotels: readonly StubHotel[], fault: FaultOf<'partial'> | undefined): readonly StubHotel[] {
  return fault === undefined ? hotels : hotels.slice(0, Math.ceil(hotels.length * fault.share));
}

async function waitFor(
  hotels: readonly StubHotel[],
  further: Readonly<Record<string, number>>,
  millisecondsMax: number,
  signal: AbortSignal,
): Promise<void> {
  const slowest = hotels.reduce((slow, hotel) => Math.max(slow, latencyOf(hotel, further)), 0);
  try {
    await pause(Math.min(slowest, millisecondsMax), undefined, { ref: false, signal });
  } catch {
    // The stub ends: what would have been waited for goes to nobody.
  }
}

function isWanted(request: RatesRequest, isSparse: boolean): (offer: PricedOffer) => boolean {
  const boards = request.boardType?.split(',').map((board) => board.trim());
  const { bedTypes, roomAmenities, refundableRatesOnly } = request;
  return ({ hotel, content, rooms }) =>
    (boards === undefined || boards.includes(content.board)) &&
    (!refundableRatesOnly || rooms.every((room) => policyOf(hotel, content, room, isSparse).isRefundable)) &&
    (bedTypes === undefined ||
      rooms.every(({ room }) => room.beds.some(({ bedType }) => bedTypes.includes(bedType)))) &&
    (roomAmenities === undefined ||
      rooms.every(({ room }) => roomAmenities.every((id) => room.amenities.some(([of]) => of === id))));
}

/** The default order is that of `top_picks`, which has nothing to do with prices. */
function sortHotels(
  hotels: readonly HotelOffers[],
  sort: { readonly field: string; readonly direction: string } | undefined,
): readonly HotelOffers[] {
  const rankOf = ({ hotel, offers }: HotelOffers): number =>
    sort?.field === 'price' || sort?.field === 'revenue'
      ? offers[0].content.total
      : mix(hashText('top picks'), hotel.number) >>> 0;
  const sign = sort?.direction === 'descending' ? -1 : 1;
  return hotels.toSorted((a, b) => sign * (rankOf(a) - rankOf(b)));
}
