import type { Values } from '../model/cut-lists.ts';
import { bagsText, dayOf, directionText, legsOf, permissionText } from './itineraries.ts';
import { dueText, joined, moneyText, nameText, objectsOf, pick, tellingOf } from './texts.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** Offers with their flights as lines and their fares; prices are for the whole party. */
export function viewFlights(answer: Values): Values {
  const found = objectsOf(answer['live_offers']);
  const [outDay, backDay] = [commonDay(found, 'outbound_flight'), commonDay(found, 'inbound_flight')];
  const offers = found.map((offer) =>
    viewOffer(offer, { isOutNamed: outDay === undefined, isBackNamed: backDay === undefined }),
  );
  const cached = objectsOf(answer['itineraries'])
    .slice(0, offers.length > 0 ? 0 : 10)
    .map(viewCached);
  return tellingOf({
    total: answer['total'],
    passenger_count: found[0]?.['passenger_count'],
    live_shop_status: statusOf(answer),
    filters_applied: answer['filters_applied'],
    ...factsOf(answer, ['unmatched_filters', 'warnings', 'empty_reason', 'price_change', 'previous_price']),
    ...problemsOf(answer),
    airlines: isObject(answer['facets']) ? answer['facets']['airlines'] : undefined,
    airline_names: Object.fromEntries(found.flatMap(airlineOf)),
    out_day: outDay,
    back_day: backDay,
    live_offers: offers,
    cached_prices: cached,
  });
}

/** The day all offers begin a direction on; undefined where they differ. */
function commonDay(offers: readonly Values[], direction: string): string | undefined {
  const days = new Set(offers.map((offer) => dayOf(legsOf(offer[direction])[0]?.departs ?? '')));
  const [day] = days;
  return days.size === 1 && day !== '' ? day : undefined;
}

function airlineOf({ outbound_flight: flight }: Values): readonly (readonly [string, string])[] {
  if (!isObject(flight)) return [];
  const name = nameText(flight['airline_name'], 40);
  return typeof flight['airline'] === 'string' && name !== undefined ? [[flight['airline'], name]] : [];
}

function viewOffer(offer: Values, days: { readonly isOutNamed: boolean; readonly isBackNamed: boolean }): Values {
  return tellingOf({
    offer_token: offer['offer_token'],
    out: directionText(offer['outbound_flight'], days.isOutNamed),
    back: directionText(offer['inbound_flight'], days.isBackNamed),
    advice: isObject(offer['jinko_advice']) ? nameText(offer['jinko_advice']['label'], 20) : undefined,
    fares: objectsOf(offer['fares']).map(viewFare),
  });
}

function viewFare(fare: Values): Values {
  const cabin = fare['cabin_class'];
  return tellingOf({
    trip_item_token: fare['trip_item_token'],
    brand: nameText(fare['brand_name'], 40),
    cabin: cabin === 'economy' ? undefined : cabin,
    price: moneyText(fare['total_price']),
    bags: bagsText(fare['included_baggage'], fare['carry_on_baggage']),
    refund: permissionText(fare['is_refundable'], fare['cancellation_fee']),
    change: permissionText(fare['is_changeable'], fare['change_fee']),
    seat_included: fare['seat_selection_included'] === true ? true : undefined,
  });
}

/** A price that was seen and cannot be booked: shown where no live offer is. */
function viewCached(itinerary: Values): Values {
  const [out, back] = objectsOf(itinerary['slices']);
  return tellingOf({
    price: moneyText(itinerary['total_amount']),
    out: directionText(out),
    back: directionText(back),
    ...pick(itinerary, ['search_timestamp']),
  });
}

/** Hotels with a few rates each: what is paid now and at the hotel, the meals, until when it can be given back. */
export function viewHotels(answer: Values): Values {
  const parties = objectsOf(answer['occupancies']).length;
  return tellingOf({
    total: answer['total'],
    place: isObject(answer['destination_resolution']) ? nameText(answer['destination_resolution']['name']) : undefined,
    ...pick(answer, ['checkin', 'checkout', 'nights']),
    occupancies: answer['occupancies'],
    live_shop_status: statusOf(answer),
    filters_applied: answer['filters_applied'],
    ...factsOf(answer, ['empty_reason', 'warnings', 'hotel_content']),
    ...problemsOf(answer),
    hotels: objectsOf(answer['hotels']).map((hotel) => viewHotel(hotel, parties)),
  });
}

function viewHotel(hotel: Values, parties: number): Values {
  return tellingOf({
    hotel_id: hotel['hotel_id'],
    name: nameText(hotel['name']),
    stars: hotel['star_rating'],
    rating:
      typeof hotel['rating'] === 'number' ? `${hotel['rating']} of ${String(hotel['review_count'] ?? '?')}` : undefined,
    km: typeof hotel['distance_km'] === 'number' ? Math.round(hotel['distance_km'] * 10) / 10 : undefined,
    matches_query: hotel['matches_query'],
    rooms: objectsOf(hotel['rooms']).map((room) => ({
      room: joined([nameText(room['room_name'], 60), nameText(room['beds'], 40)]),
      rates: objectsOf(room['rates']).map((rate) => viewRate(rate, parties)),
    })),
  });
}

function viewRate(rate: Values, parties: number): Values {
  const pay = Array.isArray(rate['payment_types']) ? rate['payment_types'].join(', ') : '';
  return tellingOf({
    offer_id: rate['offer_id'],
    board: nameText(rate['board_name'], 40) ?? 'unknown',
    plan: nameText(rate['plan_name'], 40),
    price: moneyText(rate['total_amount_money']),
    at_property: dueText(rate['due_at_property']),
    pay: pay === 'pay_now' ? undefined : pay,
    refund: refundText(rate),
    occupancy_indexes: parties > 1 ? rate['occupancy_indexes'] : undefined,
    semantic_matches: isObject(rate['semantic_matches']) ? tellingOf(rate['semantic_matches']) : undefined,
  });
}

/** `no`, `free until 2027-01-25 18:00Z`, `yes, at a charge`, or `unknown`. */
function refundText({ is_refundable: isRefundable, free_cancellation_until: until }: Values): string {
  if (typeof until === 'string') return `free until ${until.slice(0, 16).replace('T', ' ')}Z`;
  return typeof isRefundable !== 'boolean' ? 'unknown' : isRefundable ? 'yes, at a charge' : 'no';
}

/** Cars with all that is paid and where; branches and opening hours once a car. */
export function viewCars(answer: Values): Values {
  return tellingOf({
    total: answer['total'],
    driver: answer['driver'],
    filters_applied: answer['filters_applied'],
    ...factsOf(answer, ['empty_reason', 'warnings']),
    ...problemsOf(answer),
    vendors: isObject(answer['facets']) ? answer['facets']['vendors'] : undefined,
    offers: objectsOf(answer['offers']).map(viewCar),
  });
}

function viewCar(offer: Values): Values {
  const vehicle = isObject(offer['vehicle']) ? offer['vehicle'] : {};
  const [pickUp, dropOff] = [branchText(offer['pick_up']), branchText(offer['drop_off'])];
  const mileage = isObject(offer['mileage']) ? offer['mileage'] : {};
  return tellingOf({
    offer_id: offer['offer_id'],
    vendor: nameText(offer['vendor'], 40),
    car: joined([
      nameText(vehicle['name'], 60),
      nameText(vehicle['category'], 30),
      nameText(vehicle['transmission'], 20),
    ]),
    seats: vehicle['seats'],
    bags: joined([countText(vehicle['bags_large'], 'large'), countText(vehicle['bags_small'], 'small')]),
    price: moneyText(offer['total'] ?? offer['price']),
    at_desk: dueText(offer['due_at_desk_total']),
    deposit: dueText(offer['deposit']),
    km: mileage['unlimited'] === true ? 'unlimited' : (mileage['included_km'] ?? 'unknown'),
    fuel: nameText(offer['fuel_policy'], 30) ?? 'unknown',
    refund: refundText(offer),
    on_request: offer['on_request'] === true ? true : undefined,
    pick_up: pickUp,
    drop_off: dropOff === pickUp ? undefined : dropOff,
  });
}

function countText(count: unknown, what: string): string | undefined {
  return typeof count === 'number' ? `${count} ${what}` : undefined;
}

function branchText(branch: unknown): string | undefined {
  if (!isObject(branch)) return undefined;
  const { opens, closes } = branch;
  const hours = typeof opens === 'string' && typeof closes === 'string' ? `open ${opens}-${closes}` : undefined;
  return joined([nameText(branch['branch_name'], 60), hours]);
}

/** Whether suppliers answered, where it is anything but well. */
function statusOf({ live_shop_status: status }: Values): unknown {
  return status === 'ok' ? undefined : status;
}

/** Suppliers that failed, and what was hidden, where there is any. */
function problemsOf(answer: Values): Values {
  const failed = objectsOf(answer['supplier_statuses']).filter(({ status }) => status !== 'ok');
  const hidden = isObject(answer['left_out'])
    ? Object.fromEntries(
        Object.entries(answer['left_out']).filter(([, count]) => typeof count === 'number' && count > 0),
      )
    : {};
  return { supplier_problems: failed, left_out: hidden };
}

function factsOf(answer: Values, names: readonly string[]): Values {
  return pick(answer, names);
}
