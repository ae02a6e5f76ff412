import type { Stay, StayRate } from '../../../travel/stay.ts';
import type { StayItem, TripItem } from '../../../trips/model/trip.ts';
import type { StoredCheckout, StoredStays } from '../../model/stored-checkout.ts';

/** One stay of a booking session: a room that the trip has, and what was requested where that is known. */
export interface MatchedStay {
  /** As the platform named it; the trip's own id of a room that nobody requested. */
  readonly id: string;
  readonly item: StayItem;
  readonly rate: StayRate;
  readonly requested: StoredStays['stays'][number] | undefined;
  /** Among the stays that were requested. */
  readonly index: number | undefined;
}

/**
 * The rooms of a trip in the order they were requested, then those that nobody requested: a replacement whose process
 * died in the middle leaves some. A stay that the trip does not have is left out.
 */
export function matchStays(
  { lines, stays }: Pick<StoredCheckout, 'lines' | 'stays'>,
  items: readonly TripItem[],
): readonly MatchedStay[] {
  const rooms = items.flatMap((item) =>
    item.kind === 'hotel'
      ? item.stay.rates.map((rate) => ({ item, rate, tokens: lines[item.itemId]?.split(' ') }))
      : [],
  );
  const left = [...rooms];
  const matched = (stays?.stays ?? []).flatMap((requested, index): MatchedStay[] => {
    const at = left.findIndex(
      ({ rate, tokens }) =>
        tokens?.includes(requested.id) === true && (tokens.length === 1 || rate.rateKey === requested.rateKey),
    );
    const [room] = at < 0 ? [] : left.splice(at, 1);
    return room ? [{ id: requested.id, item: room.item, rate: room.rate, requested, index }] : [];
  });
  const unrequested = left.map(({ item, rate }) => ({
    id: item.itemId,
    item,
    rate,
    requested: undefined,
    index: undefined,
  }));
  return [...matched, ...unrequested];
}

/** How many sleep in a room, and the ages of children. */
export function describeParty({ party: { adults, childrenAges } }: Pick<StayRate, 'party'>): string {
  const grown = `${adults} adult${adults === 1 ? '' : 's'}`;
  return childrenAges.length === 0 ? grown : `${grown} and children of ${childrenAges.join(', ')}`;
}

/** Whether the nights that were requested are those of the stay. */
export function isOfNights({ from, to }: StoredStays['stays'][number], { checkIn, checkOut }: Stay): boolean {
  return from === checkIn && to === checkOut;
}
