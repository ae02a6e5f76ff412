import { addDays } from '../../../src/travel/dates.ts';
import type { Answer, TestService } from '../service/service.ts';
import { CONTACT, departureDate, NELLIE } from './trip-journeys.ts';

type Body = Answer['body'];
interface Rate {
  readonly offer_id: string;
  readonly payment_types: readonly string[];
  readonly is_refundable: boolean;
  readonly occupancy_indexes: readonly number[];
}

const nights = 5;
const FAMILY = [
  { ...NELLIE, title: 'Ms' },
  { ...NELLIE, first_name: 'Robert', date_of_birth: '1988-02-11', gender: 'MALE' },
  { ...NELLIE, first_name: 'Ida', passenger_type: 'CHILD', date_of_birth: birthAt(3) },
  { ...NELLIE, first_name: 'Tom', passenger_type: 'CHILD', date_of_birth: birthAt(9), gender: 'MALE' },
];

/** Half a year past a birthday on the day of the trip, so that the age holds all through it. */
function birthAt(age: number): string {
  return addDays(departureDate(), -Math.round((age + 0.5) * 365.25));
}

/** Calls and insists on 200. */
export async function callFor(service: TestService, path: string, body: object): Promise<Body> {
  const answer = await service.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return answer.body;
}

/**
 * Two adults and children of 3 and 9, nonstop from Munich to Lisbon and back, two rooms for five nights of which one is
 * paid at the hotel, and a car with a child seat: complete for checkout, in euros.
 */
export async function makeFamilyTrip(service: TestService): Promise<{ readonly tripId: string; readonly trip: Body }> {
  const checkin = departureDate();
  const checkout = addDays(checkin, nights);
  const flights = await callFor(service, '/v1/flight_search', {
    origin: 'MUC',
    destination: 'LIS',
    departure_date: checkin,
    return_date: checkout,
    adults: 2,
    children: 2,
    direct_only: true,
  });
  const { trip_id: tripId } = await callFor(service, '/v1/trip', {
    currency: 'EUR',
    add_item: { trip_item_token: flights.live_offers[0].fares[0].trip_item_token },
    upsert_travelers: { travelers: FAMILY, contact: CONTACT },
  });
  await callFor(service, '/v1/trip', {
    trip_id: tripId,
    add_item: { rooms: await findTwoRooms(service, checkin, checkout) },
  });
  const cars = await callFor(service, '/v1/car_search', {
    pick_up: { location: 'LIS', location_type: 'airport', date_time: `${checkin}T18:00:00` },
    drop_off: { date_time: `${checkout}T10:00:00` },
    driver_age: 36,
    free_cancellation_only: true,
    categories: ['compact'],
  });
  const car = cars.offers.find((offer: { available_ancillaries: { offer_id: string }[] }) =>
    offer.available_ancillaries.some((extra) => extra.offer_id === 'child_seat'),
  );
  const added = await callFor(service, '/v1/trip', { trip_id: tripId, add_item: { trip_item_token: car.offer_id } });
  const rental = added.items.find((item: { type: string }) => item.type === 'car');
  await callFor(service, '/v1/select_ancillaries', {
    trip_id: tripId,
    item_id: rental.item_id,
    selections: [{ offer_id: 'child_seat', quantity: 1 }],
  });
  return { tripId, trip: (await service.call('GET', `/v1/trip/${tripId}`)).body };
}

/** One room paid now and given back free of charge, one paid at the hotel: of the first hotel that sells both. */
async function findTwoRooms(service: TestService, checkin: string, checkout: string): Promise<readonly object[]> {
  const found = await callFor(service, '/v1/hotel_search', {
    city_name: 'Lisbon',
    checkin,
    checkout,
    star_rating: 4,
    occupancies: [
      { adults: 1, children_ages: [3] },
      { adults: 1, children_ages: [9] },
    ],
  });
  for (const hotel of found.hotels) {
    const rates: readonly Rate[] = hotel.rooms.flatMap((room: { rates: Rate[] }) => room.rates);
    const now = rates.find(
      (rate) => rate.is_refundable && rate.payment_types.includes('pay_now') && rate.occupancy_indexes.includes(0),
    );
    const later = rates.find(
      (rate) => rate.payment_types.includes('pay_at_property') && rate.occupancy_indexes.includes(1),
    );
    if (now && later) return [{ trip_item_token: now.offer_id }, { trip_item_token: later.offer_id }];
  }
  throw new Error('no hotel of Lisbon sells both ways');
}

/** A trip with one room for Nellie at a hotel of the sandbox scenarios, in US dollars. */
export async function makeScenarioStay(service: TestService, scenario: string): Promise<string> {
  const checkin = departureDate();
  const found = await callFor(service, '/v1/hotel_search', {
    hotel_ids: [`bhnemo-${scenario}`],
    checkin,
    checkout: addDays(checkin, 2),
    adults: 1,
  });
  const { trip_id: tripId } = await callFor(service, '/v1/trip', {
    add_item: { trip_item_token: found.hotels[0].rooms[0].rates[0].offer_id },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  return tripId;
}
