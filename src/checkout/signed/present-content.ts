import type { CancellationPenalty, StatedSchedule } from '../../travel/cancellation.ts';
import { type Money, presentAmount } from '../../travel/money.ts';
import type { BagAllowance, Fare, PenaltyRule, Segment } from '../../travel/flight.ts';
import { PASSENGER_KINDS } from '../../travel/passengers.ts';
import type { RentalStop } from '../../travel/rental.ts';
import { payNowOfRental } from '../../travel/rental.ts';
import type { StayRate } from '../../travel/stay.ts';
import { canonicalJson, type SignedObject } from '../../signatures/model/signed-json.ts';
import { findExtra } from '../../trips/model/items/product.ts';
import type { FlightItem, RentalItem, StayItem, Traveler, Trip, TripItem } from '../../trips/model/trip.ts';

/** How content is described. */
export interface ContentContext {
  /** The organization's clock. */
  readonly now: Date;
  /** A keyed hash: what it makes of a traveler can be compared and not be guessed back. */
  readonly digest: (text: string) => string;
}

/**
 * What is bought, without its price and without the moment of the quote: two quotes of one trip that buy the same on
 * the same terms have equal content, whatever they cost. Names nobody: who travels is a keyed hash. What a supplier
 * does not state is null.
 */
export function presentContent(trip: Trip, context: ContentContext): SignedObject {
  return {
    items: trip.items.map((item) => presentItem(item, context.now)),
    travelers: trip.travelers.map((traveler) => presentTraveler(trip, traveler, context)),
    on_partial: trip.onPartial,
  };
}

function presentTraveler(trip: Trip, { travelerId, passengerType, ...person }: Traveler, { digest }: ContentContext) {
  const { passport, frequentFlyer, ...plain } = person;
  const text = canonicalJson({
    organization: trip.organizationId,
    trip: trip.tripId,
    ...plain,
    ...(passport && { passport: { ...passport } }),
    ...(frequentFlyer && { frequentFlyer: { ...frequentFlyer } }),
  });
  return { pax_ref_id: travelerId, passenger_type: passengerType, digest: digest(text) };
}

function presentItem(item: TripItem, now: Date): SignedObject {
  switch (item.kind) {
    case 'flight':
      return presentFlight(item);
    case 'hotel':
      return presentStay(item, now);
    case 'car':
      return presentRental(item, now);
    default:
      return item satisfies never;
  }
}

function presentFlight(item: FlightItem): SignedObject {
  const { offer, fare, passengers, seats } = item;
  return {
    kind: item.kind,
    slices: offer.slices.map(({ origin, destination, segments }) => ({
      origin,
      destination,
      segments: segments.map(presentSegment),
    })),
    fare: presentFare(fare),
    passengers: Object.fromEntries(
      PASSENGER_KINDS.flatMap((kind) => (passengers[kind] > 0 ? [[kind, passengers[kind]]] : [])),
    ),
    seats: seats.map(({ segmentId, travelerId, seatNumber }) => ({
      segment_id: segmentId,
      pax_ref_id: travelerId,
      seat_number: seatNumber,
    })),
    extras: presentExtras(item),
  };
}

function presentSegment({ marketingCarrier, operatingCarrier, flightNumber, depart, arrive, cabinClass }: Segment) {
  return {
    flight_number: flightNumber,
    marketing_carrier: marketingCarrier,
    operating_carrier: operatingCarrier,
    cabin_class: cabinClass ?? null,
    depart: { airport: depart.airport, at_local: depart.timeLocal },
    arrive: { airport: arrive.airport, at_local: arrive.timeLocal },
  };
}

function presentFare(fare: Fare): SignedObject {
  return {
    brand: fare.brandName ?? null,
    cabin_class: fare.cabinClass,
    fare_basis_codes: [...fare.fareBasisCodes],
    checked_bags: presentBags(fare.checkedBags),
    carry_on: presentBags(fare.carryOn),
    is_changeable: fare.isChangeable ?? null,
    is_refundable: fare.isRefundable ?? null,
    void_window: fare.voidWindow !== 'none',
    rules: fare.rules.map(presentRule),
  };
}

function presentBags({ pieces, weight }: BagAllowance) {
  return { pieces: pieces ?? null, weight_kg: weight === undefined ? null : Math.round(weight) };
}

/** A fee that is a part of the ticket is that part: its sum moves with the price. */
function presentRule(rule: PenaltyRule) {
  return {
    type: rule.ruleType,
    is_allowed: rule.isAllowed,
    fee: presentFee(rule),
    min_minutes_before_departure: rule.minMinutesBeforeDeparture ?? null,
    max_minutes_before_departure: rule.maxMinutesBeforeDeparture ?? null,
    max_minutes_after_departure: rule.maxMinutesAfterDeparture ?? null,
  };
}

/** Of what is not allowed there is no fee; of what is, none stated means free. */
function presentFee({ isAllowed, fee, share }: PenaltyRule) {
  if (!isAllowed) return null;
  if (share !== undefined) return { permille: Math.round(share * 1_000) };
  if (fee === 'unknown') return 'unknown';
  return fee === undefined ? 'free' : { ...presentAmount(fee) };
}

function presentStay({ kind, stay }: StayItem, now: Date): SignedObject {
  const { hotel, checkIn, checkOut, rates } = stay;
  return {
    kind,
    hotel: { hotel_id: hotel.hotelId, name: hotel.name, city: hotel.cityName, country: hotel.country },
    check_in: checkIn,
    check_out: checkOut,
    rooms: rates.map((rate) => presentRoom(rate, now)),
  };
}

function presentRoom(rate: StayRate, now: Date) {
  return {
    room: rate.room.name,
    board_type: rate.boardType ?? null,
    board_name: rate.boardName ?? null,
    plan: rate.planName ?? null,
    payment_type: rate.paymentType,
    adults: rate.party.adults,
    children_ages: [...rate.party.childrenAges],
    is_refundable: rate.isRefundable ?? null,
    cancellation: presentSchedule(rate.cancellation, rate.total, now),
  };
}

function presentRental(item: RentalItem, now: Date): SignedObject {
  const { rental } = item;
  return {
    kind: item.kind,
    vendor: rental.vendorName,
    vehicle: { name: rental.vehicle.name, acriss_code: rental.vehicle.acrissCode ?? null },
    pick_up: presentStop(rental.pickUp),
    drop_off: presentStop(rental.dropOff),
    driver_age: rental.driverAge,
    mileage:
      rental.mileage === undefined
        ? null
        : { is_unlimited: rental.mileage.isUnlimited, included_km: rental.mileage.includedKm ?? null },
    fuel_policy: rental.fuelPolicy ?? null,
    is_on_request: rental.isOnRequest,
    is_refundable: rental.isRefundable ?? null,
    cancellation: presentSchedule(rental.cancellation, payNowOfRental(rental), now),
    extras: presentExtras(item),
  };
}

function presentStop({ branchId, branchName, at }: RentalStop) {
  return { branch_id: branchId, branch: branchName, at_local: at };
}

/** By what they are, for a supplier may sell them under new keys. */
function presentExtras(item: TripItem) {
  return item.ancillaries.map(({ ancillaryKey, travelerId, quantity }) => {
    const extra = findExtra(item, ancillaryKey);
    return {
      type: extra?.type ?? 'unknown',
      description: extra?.description ?? ancillaryKey,
      pax_ref_id: travelerId ?? null,
      quantity,
    };
  });
}

/**
 * What cancelling costs when, by the part of the price that is lost: of a rental of what is paid now, for nothing else
 * can be. Steps that have begun are one, without a date: a
 * supplier dates the step of a rate that is never free from the moment it was offered.
 */
function presentSchedule(schedule: StatedSchedule, price: Money, now: Date) {
  if (schedule === 'unknown') return 'unknown';
  const begun = schedule.findLast(({ from }) => from <= now);
  return [...(begun ? [begun] : []), ...schedule.filter(({ from }) => from > now)].map((step) => ({
    from: step === begun ? null : step.from.toISOString(),
    withheld: presentWithheld(step, price),
  }));
}

/** Percents are whole, as suppliers state them; nights are what they come to, to a thousandth of the price. */
function presentWithheld({ basis, penalty }: CancellationPenalty, price: Money): SignedObject {
  if (price.value === 0 || (basis !== 'percent' && basis !== 'nights')) return { ...presentAmount(penalty) };
  return basis === 'percent'
    ? { percent: Math.round((100 * penalty.value) / price.value) }
    : { permille: Math.round((1_000 * penalty.value) / price.value) };
}
