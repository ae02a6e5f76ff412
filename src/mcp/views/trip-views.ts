import type { Values } from '../model/cut-lists.ts';
import { bagsText, directionText, permissionText } from './itineraries.ts';
import { dueText, joined, moneyText, nameText, objectsOf, pick, tellingOf, withMoneyTexts } from './texts.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** A trip: what is in it, who travels, what it costs; details of an item are in full answers. */
export function viewTrip(answer: Values): Values {
  const fulfillment = isObject(answer['fulfillment']) ? answer['fulfillment'] : {};
  return tellingOf({
    ...pick(answer, ['trip_id', 'status', 'actions_performed', 'warnings', 'booking_ref']),
    items: objectsOf(answer['items']).map(viewTripItem),
    travelers: objectsOf(answer['travelers']).map(viewTraveler),
    contact: isObject(answer['contact']) ? answer['contact'] : undefined,
    total: moneyText(answer['totals']),
    due_later: withMoneyTexts(answer['due_later']),
    quote: pick(answer['quote'], ['status', 'expires_at']),
    fulfillment: answer['status'] === 'draft' ? undefined : fulfillment,
    ...pick(answer, ['bookings', 'outcomes', 'charged', 'expires_at']),
  });
}

function viewTripItem(item: Values): Values {
  return tellingOf({
    ...pick(item, ['item_id', 'type', 'kind', 'status']),
    description: nameText(item['description'], 200),
    price: moneyText(item['price']),
    ...conditionsOf(item['details']),
    ...pick(item, ['selected_ancillaries', 'selected_seats', 'previous_price', 'warnings', 'problem', 'outcome']),
  });
}

/**
 * What an item is bound to, as far as its kind says it: bags and changes of a flight, cancelling of hotels and cars.
 */
function conditionsOf(details: unknown): Values {
  if (!isObject(details)) return {};
  const rooms = objectsOf(details['rooms']);
  if (isObject(details['hotel']))
    return {
      at_property: dueText(details['due_at_property']),
      refundable: rooms.length > 0 ? rooms.map((room) => yesNo(room['is_refundable'])).join(', ') : undefined,
    };
  if (isObject(details['vehicle']))
    return {
      at_desk: dueText(details['due_at_desk']),
      deposit: dueText(details['deposit']),
      refundable: yesNo(details['is_refundable']),
      on_request: details['on_request'] === true ? true : undefined,
    };
  return {
    bags: bagsText(details['included_baggage'], details['carry_on_baggage']),
    refund: permissionText(details['is_refundable'], feeOf(details, 'refund')),
    change: permissionText(details['is_changeable'], feeOf(details, 'change')),
    seats: withMoneyTexts(details['seats']),
  };
}

/** A rule that names no fee asks for none, but where it says that the fee is not known. */
const NO_FEE = { value: 0 };

/** The dearest fee of a rule that still allows it: what is true until the last moment. */
function feeOf(details: Values, type: string): unknown {
  const fees = objectsOf(details['fare_rules'])
    .filter((rule) => rule['rule_type'] === type && rule['is_allowed'] === true)
    .map((rule) => rule['penalty_fee'] ?? (rule['penalty_fee_known'] === false ? undefined : NO_FEE));
  // Where one step names no fee, no figure holds for all of them.
  if (fees.length === 0 || !fees.every(isObject)) return undefined;
  return fees
    .filter(isObject)
    .toSorted((a, b) => Number(b['amount'] ?? b['value']) - Number(a['amount'] ?? a['value']))[0];
}

function isPaid(money: unknown): boolean {
  return isObject(money) && Number(money['amount'] ?? money['value']) > 0;
}

function yesNo(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'unknown';
}

function viewTraveler(traveler: Values): string {
  const { title, first_name: first, last_name: last, passenger_type: type, pax_ref_id: id } = traveler;
  const name = joined(
    [title, first, last].map((part) => nameText(part, 60)),
    ' ',
  );
  return joined([
    name,
    typeof type === 'string' ? type.toLowerCase() : undefined,
    typeof id === 'string' ? id : undefined,
  ]);
}

/** A quote and the link that pays it. Extras of the items are for get_trip_ancillaries. */
export function viewCheckout(answer: Values): Values {
  return tellingOf({
    ...pick(answer, [
      'trip_id',
      'session_id',
      'checkout_url',
      'status',
      'expires_at',
      'quote_id',
      'content_hash',
      'service_fee',
    ]),
    total: moneyText(answer['total_amount']),
    price_changed: answer['price_changed'] === true ? true : undefined,
    ...pick(answer, [
      'previous_price',
      'price_changes',
      'warnings',
      'due_later',
      'agent_spt_params',
      'bookings',
      'booking_ref',
    ]),
    items: objectsOf(answer['items']).map((item) =>
      tellingOf({
        item_id: item['item_id'],
        description: nameText(item['description'], 200),
        price: moneyText(item['price']),
        ...pick(item, ['previous_price', 'selected_ancillaries', 'selected_seats']),
      }),
    ),
  });
}

/** A booking by its items: confirmation, tickets, what may be done with it and what giving it back brings now. */
export function viewBooking(answer: Values): Values {
  const { booking } = answer;
  const found = isObject(booking) ? booking : answer;
  const view = tellingOf({
    ...pick(found, [
      'booking_ref',
      'trip_id',
      'status',
      'total_paid',
      'due_later',
      'schedule_changes',
      'changes',
      'documents',
    ]),
    total_refunded: isPaid(found['total_refunded']) ? moneyText(found['total_refunded']) : undefined,
    travelers: objectsOf(found['travelers']).map(viewTraveler),
    contact: pick(found['customer_contact'], ['email', 'phone_number']),
    items: objectsOf(found['items']).map(viewBookedItem),
  });
  return isObject(booking) ? { ...pick(answer, ['available_actions']), booking: view } : view;
}

function viewBookedItem(item: Values): Values {
  const { confirmation, details, cancellation_timeline: timeline } = item;
  const [out, back] = objectsOf(isObject(details) ? details['slices'] : undefined);
  return tellingOf({
    ...pick(item, ['item_id', 'kind', 'status']),
    description: nameText(isObject(confirmation) ? confirmation['product_summary'] : undefined, 200),
    confirmation_number: isObject(confirmation) ? confirmation['confirmation_number'] : undefined,
    paid: moneyText(isObject(confirmation) ? confirmation['total_paid'] : undefined),
    out: directionText(out),
    back: directionText(back),
    ...conditionsOf(details),
    ...pick(item, [
      'ticket_numbers',
      'selected_ancillaries',
      'available_actions',
      'schedule_change',
      'change',
      'problem',
    ]),
    if_cancelled: objectsOf(timeline).map((step) =>
      joined([
        `until ${String(step['until']).slice(0, 16).replace('T', ' ')}Z`,
        `back ${moneyText(step['refund']) ?? 'unknown'}`,
      ]),
    ),
  });
}

/** Other flights for a ticket: what each costs on top, or brings back. */
export function viewExchanges(answer: Values): Values {
  return tellingOf({
    ...pick(answer, ['exchangeable', 'item_id', 'reason', 'omitted', 'expires_at', 'warnings']),
    offers: objectsOf(answer['offers']).map((offer) => {
      const { itinerary } = offer;
      const [out, back] = objectsOf(isObject(itinerary) ? itinerary['slices'] : undefined);
      return tellingOf({
        offer_id: offer['offer_id'],
        out: directionText(out),
        back: directionText(back),
        brand: nameText(isObject(itinerary) ? itinerary['brand_name'] : undefined, 40),
        ...conditionsOf(itinerary),
        ...pick(offer, ['payment_outcome', 'fare_difference', 'penalty_amount', 'total_due', 'total_refund']),
      });
    }),
  });
}

/** Seats that can be had, a line for each row of seats: number, price and what is special about it. */
export function viewSeatMaps(answer: Values): Values {
  return {
    ...pick(answer, ['trip_id']),
    items: objectsOf(answer['items']).map((item) => ({
      item_id: item['item_id'],
      seat_maps: objectsOf(item['seat_maps']).map((map) => ({
        ...pick(map, ['segment_id', 'aircraft_type', 'cabin_class']),
        rows: objectsOf(map['rows']).map((row) => ({
          row_number: row['row_number'],
          seats: objectsOf(row['seats']).map(seatText),
        })),
      })),
    })),
  };
}

function seatText(seat: Values): string {
  const { seat_number: number, features, availability } = seat;
  const isFree = availability === undefined || availability === 'available';
  const special = Array.isArray(features) ? features.map(String).filter((feature) => feature !== 'middle') : [];
  return joined([
    `${String(number)} ${isFree ? (moneyText(seat['price']) ?? 'price unknown') : String(availability)}`,
    ...special,
  ]);
}
