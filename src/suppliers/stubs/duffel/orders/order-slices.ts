import type { MakeId } from '../ids.ts';
import type { BookedSeat, Offer, OfferSlice, OrderSlice, Segment } from '../objects.ts';
import type { WantedService } from './check-payment.ts';

/** The slices of an order: the offer's flights under ids of their own, with the seats that were bought. */
export function toOrderSlices(
  offer: Pick<Offer, 'slices'>,
  newId: MakeId,
  wanted: readonly WantedService[] = [],
): { readonly slices: readonly OrderSlice[]; readonly segmentIds: ReadonlyMap<string, string> } {
  const segmentIds = new Map<string, string>();
  const slices = offer.slices.map((slice) => {
    const segments = slice.segments.map((segment) => {
      const id = newId('seg');
      segmentIds.set(segment.id, id);
      return withSeats({ ...segment, id }, segment.id, wanted);
    });
    return toOrderSlice(slice, newId('sli'), segments);
  });
  return { slices, segmentIds };
}

function toOrderSlice(slice: OfferSlice, id: string, segments: readonly Segment[]): OrderSlice {
  const { ngs_shelf: _shelf, comparison_key: _key, conditions, ...rest } = slice;
  const change = conditions.change_before_departure ?? null;
  return {
    ...rest,
    id,
    changeable: change === null || change.allowed,
    conditions: { change_before_departure: change },
    segments,
  };
}

function withSeats(segment: Segment, offerSegmentId: string, wanted: readonly WantedService[]): Segment {
  const seats = wanted.filter(({ type, segmentIds }) => type === 'seat' && segmentIds[0] === offerSegmentId);
  const seatOf = (passengerId: string): BookedSeat | null => {
    const metadata = seats.find(({ passengerIds }) => passengerIds[0] === passengerId)?.metadata;
    if (metadata === undefined) return null;
    const { designator, name, disclosures } = metadata;
    return {
      designator: String(designator),
      name: name === null ? null : String(name),
      disclosures: Array.isArray(disclosures) ? disclosures.map(String) : [],
    };
  };
  return {
    ...segment,
    passengers: segment.passengers.map((passenger) => ({ ...passenger, seat: seatOf(passenger.passenger_id) })),
  };
}
