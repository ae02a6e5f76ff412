import type {
  ExtraView,
  FlightView,
  ItemCommonView,
  PointView,
  RuleView,
  SeatView,
  SegmentView,
  SliceView,
} from '../../web/checkout/view-item.ts';
import type { TravelerId } from '../platform/ids.ts';
import { localOfInstant } from '../travel/dates.ts';
import type { Fare, PenaltyRule, Segment, SegmentPoint, Slice } from '../travel/flight.ts';
import { convertMoney, type Money, timesMoney } from '../travel/money.ts';
import { countByType } from '../travel/passengers.ts';
import { nameCarrier, type PlaceDirectory } from '../travel/place-directory.ts';
import { windowOfRule } from '../travel/refund-rules.ts';
import { hasChanged, type SegmentChange, withFlights } from '../travel/schedule-change.ts';
import { beginsAt } from '../trips/model/items/product.ts';
import type { FlightItem } from '../trips/model/trip.ts';
import { ownPrice } from './model/own-price.ts';

const minuteMs = 60_000;
const AIRLINE_CODE = /^[A-Z0-9]{2,3}$/;

/** Whom and where a flight names, and when it is looked at. */
export interface FlightNames {
  readonly nameOf: (travelerId: TravelerId) => string | undefined;
  readonly places: PlaceDirectory;
  readonly now: Date;
  readonly freeWindow: FreeWindow | undefined;
  /** What its airline has changed of its flights, while that stands; left out where it has changed nothing. */
  readonly moved?: readonly SegmentChange[] | undefined;
  /** Its airline has moved it so far that the travelers may change it against the fare's rules. */
  readonly isMovedTooFar: boolean;
}

/** As `FlightView.freeWindow`, with the instant at which it ends, and whether the service fee comes back inside it. */
export type FreeWindow = { readonly until: Date; readonly isServiceFeeReturned: boolean } & (
  | { readonly kind: 'hours'; readonly hours: number }
  | { readonly kind: 'until' }
  | { readonly kind: 'part'; readonly refund: Money; readonly retained: Money }
);

/** A flight item for the hosted page. */
export function viewFlight(
  item: FlightItem,
  common: ItemCommonView,
  { nameOf, places, now, freeWindow, isMovedTooFar, moved = [] }: FlightNames,
): FlightView {
  const { fare, offer } = item;
  const extras = viewExtras(item, nameOf);
  const seats = viewSeats(item, nameOf);
  const noShow = fare.rules.find((rule) => rule.ruleType === 'no_show');
  return {
    kind: 'flight',
    ...common,
    carrierName: nameCarrier(places, offer.validatingCarrier, offer.carrierNames),
    brandName: fare.brandName,
    cabin: fare.cabinClass,
    slices: withFlights(offer, moved).slices.map((slice, index) => ({
      ...viewSlice(slice, fare, places),
      ...viewMoved(
        moved.filter(({ sliceIndex }) => sliceIndex === index),
        { fare, places },
      ),
    })),
    checkedBags: fare.checkedBags,
    carryOn: fare.carryOn,
    hasSeatSelection: fare.hasSeatSelection,
    changeRule: viewRule(item, 'change', { places, now }),
    isMovedTooFar,
    refundRule: viewRefund(item, freeWindow, { places, now }),
    freeWindow: freeWindow && viewFreeWindow(freeWindow, departureZone(item, places)),
    ...(common.serviceFee && { feeReturn: feeReturnOf(item, freeWindow) }),
    noShowRule: noShow && viewPenalty(item, noShow.isAllowed, noShow),
    extras,
    seats,
    passengers: countByType(item.passengers),
    price: ownPrice(common, [...extras, ...seats]),
  };
}

function viewExtras(item: FlightItem, nameOf: FlightNames['nameOf']): readonly ExtraView[] {
  return item.ancillaries.flatMap(({ ancillaryKey, travelerId, quantity }) => {
    const extra = item.offer.ancillaries.find((candidate) => candidate.ancillaryKey === ancillaryKey);
    if (!extra) return [];
    const { type, weightKg, sliceIndex } = extra;
    const price = timesMoney(convertMoney(extra.price, item.price.currency, item.rate), quantity);
    return [{ type, weightKg, quantity, sliceIndex, travelerName: travelerId && nameOf(travelerId), price }];
  });
}

function viewSeats(item: FlightItem, nameOf: FlightNames['nameOf']): readonly SeatView[] {
  const segments = item.offer.slices.flatMap((slice) => slice.segments);
  return item.seats.map((seat) => ({
    seatNumber: seat.seatNumber,
    flightNumber: segments.find((segment) => segment.segmentId === seat.segmentId)?.flightNumber ?? '',
    travelerName: nameOf(seat.travelerId) ?? '',
    price: convertMoney(seat.price, item.price.currency, item.rate),
  }));
}

function viewRule(
  item: FlightItem,
  ruleType: 'change' | 'refund',
  { places, now }: Pick<FlightNames, 'places' | 'now'>,
): RuleView {
  const { fare } = item;
  const isAllowed = ruleType === 'change' ? fare.isChangeable : fare.isRefundable;
  const rules = fare.rules.filter((rule) => rule.ruleType === ruleType && rule.isAllowed);
  const departure = beginsAt(item);
  const ahead = rules
    .map((rule) => ({ rule, until: windowOfRule(rule, departure).until }))
    .filter(({ until }) => until > now)
    .sort((a, b) => a.until.getTime() - b.until.getTime());
  const earlier = ahead.slice(0, -1).map(({ rule, until }) => ({
    fee: viewFee(item, rule),
    untilLocal: localOfInstant(until, departureZone(item, places)),
  }));
  return {
    ...viewPenalty(item, isAllowed, ahead.at(-1)?.rule ?? pickRule(rules)),
    earlier: isAllowed === true ? earlier : [],
  };
}

/** A rule that ends inside the free window never comes to hold; a window up to departure leaves none. */
function viewRefund(
  item: FlightItem,
  freeWindow: FreeWindow | undefined,
  { places, now }: Pick<FlightNames, 'places' | 'now'>,
): RuleView {
  const isFreeToTheEnd = freeWindow !== undefined && freeWindow.until >= beginsAt(item);
  return isFreeToTheEnd
    ? viewPenalty(item, item.fare.isRefundable, undefined)
    : viewRule(item, 'refund', { places, now: freeWindow?.until ?? now });
}

function feeReturnOf(item: FlightItem, window: FreeWindow | undefined): NonNullable<FlightView['feeReturn']> {
  if (!window?.isServiceFeeReturned) return 'never';
  return window.until >= beginsAt(item) ? 'always' : 'in_free_window';
}

function viewFreeWindow(window: FreeWindow, zone: string): FlightView['freeWindow'] {
  const untilLocal = localOfInstant(window.until, zone);
  switch (window.kind) {
    case 'hours':
      return { kind: 'hours', hours: window.hours };
    case 'until':
      return { kind: 'until', untilLocal };
    case 'part':
      return { kind: 'part', untilLocal, refund: window.refund, retained: window.retained };
    default:
      return window satisfies never;
  }
}

function viewPenalty(item: FlightItem, isAllowed: boolean | undefined, rule: PenaltyRule | undefined): RuleView {
  return { isAllowed, fee: viewFee(item, rule), earlier: [] };
}

function viewFee(item: FlightItem, rule: PenaltyRule | undefined): RuleView['fee'] {
  const fee = rule?.fee;
  if (fee === 'unknown') return 'unknown';
  if (fee === undefined || fee.value === 0) return undefined;
  // The rate of the sale is between the supplier's currency and the payer's: a fee in a third one is shown as filed.
  return fee.currency === item.fare.total.currency ? convertMoney(fee, item.price.currency, item.rate) : fee;
}

/** Whose clock a traveler reads for what ends with the departure. */
function departureZone({ offer }: Pick<FlightItem, 'offer'>, places: PlaceDirectory): string {
  return places.airport(offer.slices[0]?.origin ?? '')?.zone ?? 'UTC';
}

/** Once every window is over, the dearest is shown; one whose fee nobody says is the dearest. */
function pickRule(rules: readonly PenaltyRule[]): PenaltyRule | undefined {
  return rules.reduce<PenaltyRule | undefined>(
    (dearest, rule) => (dearest === undefined || amountOf(rule) > amountOf(dearest) ? rule : dearest),
    undefined,
  );
}

function amountOf({ fee }: PenaltyRule): number {
  return fee === 'unknown' ? Number.POSITIVE_INFINITY : (fee?.value ?? 0);
}

function viewSlice(slice: Slice, fare: Fare, places: PlaceDirectory): SliceView {
  return {
    originCity: cityName(slice.origin, places),
    destinationCity: cityName(slice.destination, places),
    durationMinutes: slice.durationMinutes,
    segments: slice.segments.map((segment, index) => viewSegment(segment, slice.segments[index + 1], { fare, places })),
  };
}

/** What its airline has changed of one direction; nothing of one that is flown as it was sold. */
function viewMoved(
  changes: readonly SegmentChange[],
  names: { readonly fare: Fare; readonly places: PlaceDirectory },
): Pick<SliceView, 'moved'> {
  if (!hasChanged(changes)) return {};
  const isFlown = changes.some(({ after }) => after !== undefined);
  const sold = changes.flatMap(({ change, before }) => (change === 'unchanged' || before === undefined ? [] : before));
  return { moved: { isFlown, sold: isFlown ? sold.map((segment) => viewSegment(segment, undefined, names)) : [] } };
}

function viewSegment(
  segment: Segment,
  next: Segment | undefined,
  { fare, places }: { readonly fare: Fare; readonly places: PlaceDirectory },
): SegmentView {
  const { marketingCarrier, operatingCarrier, cabinClass } = segment;
  return {
    flightNumber: segment.flightNumber,
    carrierName: nameCarrier(places, marketingCarrier, segment.carrierNames),
    carrierCode: AIRLINE_CODE.test(marketingCarrier) ? marketingCarrier : undefined,
    operatedBy:
      operatingCarrier === marketingCarrier ? undefined : nameCarrier(places, operatingCarrier, segment.carrierNames),
    aircraft: segment.aircraft && (places.aircraftName(segment.aircraft) ?? segment.aircraft),
    otherCabin: cabinClass === fare.cabinClass ? undefined : cabinClass,
    depart: viewPoint(segment.depart, places),
    arrive: viewPoint(segment.arrive, places),
    durationMinutes: segment.durationMinutes,
    layoverMinutesAfter:
      next && Math.round((next.depart.instant.getTime() - segment.arrive.instant.getTime()) / minuteMs),
  };
}

function viewPoint(point: SegmentPoint, places: PlaceDirectory): PointView {
  return {
    code: point.airport,
    airportName: places.airport(point.airport)?.name ?? point.airport,
    cityName: cityName(point.airport, places),
    terminal: point.terminal,
    timeLocal: point.timeLocal,
  };
}

function cityName(airport: string, places: PlaceDirectory): string {
  return places.airport(airport)?.cityName ?? airport;
}
