import * as z from 'zod';
import { addDays, daysBetween, isIsoDate, LAST_ZONE, todayIn } from '../../../../travel/dates.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { CountryCode, findHotels } from '../content/find-hotels.ts';
import type { StubHotel } from '../content/stub-hotels.ts';
import { readQuery } from '../read-fields.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import { makeOffers } from './make-offers.ts';

/** The price index: what single nights cost on average, in whole US dollars. Its errors come without `error`. */
export const priceRoutes: readonly LiteapiRoute[] = [
  { method: 'GET', path: '/prices/city', operation: 'prices', hasFlatErrors: true, handle: priceCity },
  { method: 'GET', path: '/prices/hotels', operation: 'prices', hasFlatErrors: true, handle: priceHotels },
];

const hotelsMax = 50;
const daysDefault = 365;
/** A city's average is taken of a few of its hotels: the stub has no history to look into. */
const hotelsOfCity = 10;
const IsoDate = z.string().refine(isIsoDate, 'a date YYYY-MM-DD').optional();
const CityQuery = z.strictObject({
  countryCode: CountryCode,
  cityName: z.string().min(1),
  fromDate: IsoDate,
  toDate: IsoDate,
});
const HotelsQuery = z.strictObject({
  hotelIds: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().min(1)).min(1).max(hotelsMax)),
  fromDate: IsoDate,
  toDate: IsoDate,
});

function priceCity(call: LiteapiCall): StubAnswer {
  const { countryCode, cityName, ...dates } = readQuery(CityQuery, call.query);
  const hotels = findHotels(call.state.content, { countryCode, cityName })
    .filter(({ deletedAt }) => deletedAt === null)
    .slice(0, hotelsOfCity);
  return { status: 200, body: { countryCode, cityName, prices: priceDays(call, hotels, dates) } };
}

function priceHotels(call: LiteapiCall): StubAnswer {
  const { hotelIds, ...dates } = readQuery(HotelsQuery, call.query);
  const hotels = findHotels(call.state.content, { hotelIds });
  const data = hotels.map((hotel) => ({ hotelId: hotel.id, prices: priceDays(call, [hotel], dates) }));
  return { status: 200, body: { data } };
}

interface Dates {
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
}

/** Days that are over, and days on which every hotel is sold out, have no price. */
function priceDays({ state }: LiteapiCall, hotels: readonly StubHotel[], dates: Dates): readonly object[] {
  const today = todayIn(LAST_ZONE, state.clock.now());
  const from = dates.fromDate !== undefined && dates.fromDate > today ? dates.fromDate : today;
  const count = Math.min(daysDefault, daysBetween(from, dates.toDate ?? addDays(from, daysDefault)) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index)).flatMap((day) => {
    const stay = {
      checkin: day,
      checkout: addDays(day, 1),
      currency: 'USD',
      nationality: 'US',
      occupancies: [{ adults: 2, children: [] }],
      margin: 0,
      now: state.clock.now(),
    };
    const totals = hotels.flatMap((hotel) => makeOffers(state.basis, hotel, stay)[0]?.content.total ?? []);
    if (totals.length === 0) return [];
    const sum = totals.reduce((whole, total) => whole + total, 0);
    return [{ day, avgPriceUsd: Math.round(sum / totals.length / 100) }];
  });
}
