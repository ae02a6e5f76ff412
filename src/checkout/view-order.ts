import type { ExtraView, FlightView, ItemOutcome, OrderView, PointView, RuleView, SeatView, SegmentView, SliceView } from '../../web/checkout/view.ts';
import type { Booking, BookingItem, BookingItemStatus } from '../bookings/model/booking.ts';
import type { Fare, FlightOffer, PenaltyRule, Segment, SegmentPoint, Slice } from '../travel/flight.ts';
import { convertMoney, timesMoney } from '../travel/money.ts';
import { countByType } from '../travel/passengers.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { findExtra, itemTotal, tripTotal } from '../trips/model/item-price.ts';
import type { Traveler, Trip, TripItem } from '../trips/model/trip.ts';

const minuteMs = 60_000;

/** What the hosted page shows of a trip; once it was paid for, of what its booking says became of each item. */
export function viewOrder(trip: Trip, places: PlaceDirectory, booking?: Booking): OrderView {
  const isPaid = booking !== undefined && trip.status === 'fulfilled';
  return {
    flights: trip.items.map((item) => viewFlight(trip, item, places, booking?.items.find((booked) => booked.itemId === item.itemId))),
    travelers: trip.travelers.map((traveler) => ({ name: nameOf(traveler), type: traveler.passengerType })),
    contact: trip.contact,
    total: isPaid ? booking.totalPaid : (trip.quote?.total ?? tripTotal(trip)),
    isPaid,
  };
}

function viewFlight(trip: Trip, item: TripItem, places: PlaceDirectory, booked: BookingItem | undefined): FlightView {
  // The booking keeps the item as it was bought, which a re-pricing after the payment may have made cheaper.
  const { fare, offer } = booked?.tripItem ?? item;
  const total = booked?.total ?? itemTotal(item);
  const extras = viewExtras(trip, item, offer);
  const seats = viewSeats(trip, item, booked?.tripItem.seats ?? item.seats);
  const addedPaid = [...extras, ...seats].reduce((sum, added) => sum + added.price.value, 0);
  const noShow = fare.rules.find((rule) => rule.ruleType === 'no_show');
  return {
    carrierName: places.airline(offer.validatingCarrier)?.name ?? offer.validatingCarrier, brandName: fare.brandName, cabin: fare.cabinClass,
    slices: offer.slices.map((slice) => viewSlice(slice, fare, places)), checkedBags: fare.checkedBags, carryOn: fare.carryOn,
    hasSeatSelection: fare.hasSeatSelection, changeRule: viewRule(item, fare, 'change'), refundRule: viewRule(item, fare, 'refund'),
    noShowRule: noShow && viewPenalty(item, noShow.isAllowed, noShow), extras, seats, passengers: countByType(item.passengers),
    // The item is rounded once, on its sum; the fare's line takes what extras and seats leave, so that the lines add up.
    price: { ...total, value: total.value - addedPaid }, total, previousTotal: undefined,
    outcome: booked && OUTCOMES[booked.status], isRefused: booked?.status === 'failed',
    confirmationNumber: booked?.status === 'confirmed' ? booked.confirmationNumber : undefined,
  };
}

const OUTCOMES = {
  pending: 'open', booking: 'open', awaiting: 'open', unknown: 'open', cancelling: 'open', confirmed: 'booked', failed: 'not_booked', cancelled: 'not_booked',
} as const satisfies Record<BookingItemStatus, ItemOutcome>;

function viewExtras(trip: Trip, item: TripItem, offer: FlightOffer): readonly ExtraView[] {
  return item.ancillaries.flatMap((chosen) => {
    const extra = findExtra(offer.ancillaries, chosen.ancillaryKey);
    if (!extra) return [];
    const { type, weightKg, sliceIndex } = extra;
    const { quantity } = chosen;
    const bearer = trip.travelers.find((traveler) => traveler.travelerId === chosen.travelerId);
    const price = timesMoney(convertMoney(extra.price, item.price.currency, item.rate), quantity);
    return [{ type, weightKg, quantity, sliceIndex, travelerName: bearer && nameOf(bearer), price }];
  });
}

function viewSeats(trip: Trip, item: TripItem, seats: TripItem['seats']): readonly SeatView[] {
  const segments = item.offer.slices.flatMap((slice) => slice.segments);
  return seats.map((seat) => {
    const holder = trip.travelers.find((traveler) => traveler.travelerId === seat.travelerId);
    return {
      seatNumber: seat.seatNumber, flightNumber: segments.find((segment) => segment.segmentId === seat.segmentId)?.flightNumber ?? '',
      travelerName: holder ? nameOf(holder) : '', price: convertMoney(seat.price, item.price.currency, item.rate),
    };
  });
}

function nameOf(traveler: Traveler): string {
  return `${traveler.firstName} ${traveler.lastName}`;
}

function viewRule(item: TripItem, fare: Fare, ruleType: 'change' | 'refund'): RuleView {
  const isAllowed = ruleType === 'change' ? fare.isChangeable : fare.isRefundable;
  return viewPenalty(item, isAllowed, pickRule(fare.rules.filter((rule) => rule.ruleType === ruleType && rule.isAllowed)));
}

function viewPenalty(item: TripItem, isAllowed: boolean, rule: PenaltyRule | undefined): RuleView {
  const fee = rule?.fee;
  const isFree = fee === undefined || fee.value === 0;
  return { isAllowed, fee: isFree ? undefined : convertMoney(fee, item.price.currency, item.rate) };
}

/** Of several windows the dearest is shown: nobody should be surprised upwards. */
function pickRule(rules: readonly PenaltyRule[]): PenaltyRule | undefined {
  return rules.reduce<PenaltyRule | undefined>((dearest, rule) => ((rule.fee?.value ?? 0) > (dearest?.fee?.value ?? -1) ? rule : dearest), undefined);
}

function viewSlice(slice: Slice, fare: Fare, places: PlaceDirectory): SliceView {
  return {
    originCity: cityName(slice.origin, places), destinationCity: cityName(slice.destination, places), durationMinutes: slice.durationMinutes,
    segments: slice.segments.map((segment, index) => viewSegment(segment, slice.segments[index + 1], { fare, places })),
  };
}

function viewSegment(segment: Segment, next: Segment | undefined, { fare, places }: { readonly fare: Fare; readonly places: PlaceDirectory }): SegmentView {
  const { marketingCarrier, operatingCarrier, cabinClass } = segment;
  return {
    flightNumber: segment.flightNumber, carrierName: places.airline(marketingCarrier)?.name ?? marketingCarrier,
    operatedBy: operatingCarrier === marketingCarrier ? undefined : (places.airline(operatingCarrier)?.name ?? operatingCarrier),
    aircraft: places.aircraftName(segment.aircraft) ?? segment.aircraft, otherCabin: cabinClass === fare.cabinClass ? undefined : cabinClass,
    depart: viewPoint(segment.depart, places), arrive: viewPoint(segment.arrive, places), durationMinutes: segment.durationMinutes,
    layoverMinutesAfter: next && Math.round((next.depart.instant.getTime() - segment.arrive.instant.getTime()) / minuteMs),
  };
}

function viewPoint(point: SegmentPoint, places: PlaceDirectory): PointView {
  return {
    code: point.airport, airportName: places.airport(point.airport)?.name ?? point.airport, cityName: cityName(point.airport, places),
    terminal: point.terminal, timeLocal: point.timeLocal,
  };
}

function cityName(airport: string, places: PlaceDirectory): string {
  return places.airport(airport)?.cityName ?? airport;
}
