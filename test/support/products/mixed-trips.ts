import type { Answer, TestService } from '../service/service.ts';
import { daysAhead } from '../faults/trip-journeys.ts';

type Rate = { readonly offer_id: string; readonly occupancy_indexes: readonly number[]; readonly total_amount: number };

/** The body of a hotel search: five nights in two months unless told otherwise. */
export function searchHotels(place: object, occupancies: readonly object[], more: object = {}): object {
  return { checkin: daysAhead(60), checkout: daysAhead(65), ...place, occupancies, ...more };
}

/** Searches hotels; the answer's body. */
export async function hotelStays(
  service: Pick<TestService, 'call'>,
  place: object,
  occupancies: readonly object[],
  more: object = {},
): Promise<Answer['body']> {
  const answer = await service.call('POST', '/v1/hotel_search', searchHotels(place, occupancies, more));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** The cheapest rate of a hotel that fits one of the rooms asked for. */
export function lowestRate(hotel: Answer['body'], room = 0): Rate {
  const rates: Rate[] = hotel.rooms
    .flatMap((kind: { rates: Rate[] }) => kind.rates)
    .filter((rate: Rate) => rate.occupancy_indexes.includes(room));
  const [first] = rates.sort((a, b) => a.total_amount - b.total_amount);
  if (!first) throw new Error(`${hotel.name} has no rate for room ${room}`);
  return first;
}

/** Searches cars from and to one place; the answer's body. */
export async function searchCars(
  service: TestService,
  rental: { readonly location: string; readonly from: string; readonly to: string },
  more: object = {},
): Promise<Answer['body']> {
  const { location, from, to } = rental;
  const answer = await service.call('POST', '/v1/car_search', {
    pick_up: { location, date_time: from },
    drop_off: { date_time: to },
    driver_age: 35,
    ...more,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
