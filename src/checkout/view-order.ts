import type { OrderView, PointView, RuleView, SegmentView, SliceView, FlightView } from '../../web/checkout/view.ts';
import type { PenaltyRule, Segment, SegmentPoint, Slice } from '../travel/flight.ts';
import { convertMoney, timesMoney } from '../travel/money.ts';
import { countByType } from '../travel/passengers.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { findExtra, itemTotal, tripTotal } from '../trips/model/item-price.ts';
import { findQuotedItem } from '../trips/model/quote.ts';
import type { Trip, TripItem } from '../trips/model/trip.ts';

const minuteMs = 60_000;

/** What the hosted page shows of a trip. */
export function viewOrder(trip: Trip, places: PlaceDirectory): OrderView {
  return {
    flights: trip.items.map((item) => viewFlight(trip, item, places)),
    travelers: trip.travelers.map((traveler) => ({ name: `${traveler.firstName} ${traveler.lastName}`, type: traveler.passengerType })),
    contact: trip.contact,
    total: trip.quote?.total ?? tripTotal(trip),
  };
}

function viewFlight(trip: Trip, item: TripItem, places: PlaceDirectory): FlightView {
  const { fare, offer } = item;
  const extras = item.ancillaries.flatMap((chosen) => {
    const extra = findExtra(offer.ancillaries, chosen.ancillaryKey);
    if (!extra) return [];
    return [{ label: extra.description, quantity: chosen.quantity, price: convertMoney(timesMoney(extra.price, chosen.quantity), item.price.currency, item.rate) }];
  });
  const extrasPaid = extras.reduce((sum, extra) => sum + extra.price.value, 0);
  return {
    carrierName: places.airline(offer.validatingCarrier)?.name ?? offer.validatingCarrier, brandName: fare.brandName, cabin: fare.cabinClass,
    slices: offer.slices.map((slice) => viewSlice(slice, places)), checkedBags: fare.checkedBags, carryOn: fare.carryOn,
    hasSeatSelection: fare.hasSeatSelection, changeRule: viewRule(item, 'change'), refundRule: viewRule(item, 'refund'), extras,
    passengers: countByType(item.passengers),
    // The item is rounded once, on its sum; the fare's line takes what the extras leave, so that the lines add up.
    price: { ...itemTotal(item), value: itemTotal(item).value - extrasPaid },
    previousPrice: trip.quote && findQuotedItem(trip.quote, item.itemId)?.previousPrice,
  };
}

function viewRule(item: TripItem, ruleType: 'change' | 'refund'): RuleView {
  const isAllowed = ruleType === 'change' ? item.fare.isChangeable : item.fare.isRefundable;
  const fee = pickRule(item.fare.rules.filter((rule) => rule.ruleType === ruleType && rule.isAllowed))?.fee;
  const isFree = fee === undefined || fee.value === 0;
  return { isAllowed, fee: isFree ? undefined : convertMoney(fee, item.price.currency, item.rate) };
}

/** Of several windows the dearest is shown: nobody should be surprised upwards. */
function pickRule(rules: readonly PenaltyRule[]): PenaltyRule | undefined {
  return rules.reduce<PenaltyRule | undefined>((dearest, rule) => ((rule.fee?.value ?? 0) > (dearest?.fee?.value ?? -1) ? rule : dearest), undefined);
}

function viewSlice(slice: Slice, places: PlaceDirectory): SliceView {
  return {
    originCity: cityName(slice.origin, places), destinationCity: cityName(slice.destination, places), durationMinutes: slice.durationMinutes,
    segments: slice.segments.map((segment, index) => viewSegment(segment, slice.segments[index + 1], places)),
  };
}

function viewSegment(segment: Segment, next: Segment | undefined, places: PlaceDirectory): SegmentView {
  const { marketingCarrier, operatingCarrier } = segment;
  return {
    flightNumber: segment.flightNumber, carrierName: places.airline(marketingCarrier)?.name ?? marketingCarrier,
    operatedBy: operatingCarrier === marketingCarrier ? undefined : (places.airline(operatingCarrier)?.name ?? operatingCarrier),
    aircraft: places.aircraftName(segment.aircraft) ?? segment.aircraft,
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
