import * as z from 'zod';
import type { StubAnswer } from '../../send-answer.ts';
import { readQuery } from '../read-fields.ts';
import { refusal } from '../refusals.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import type { StubSettings } from '../settings.ts';
import { STUB_CITIES } from './cities.ts';
import { CountryCode, findHotels, passes } from './find-hotels.ts';
import { presentHotel, presentListed } from './present-hotel.ts';
import type { StubHotel } from './stub-hotels.ts';
import { createSeededRandom } from '../../seeded-random.ts';

const WholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'a whole number')
  .transform(Number);
const Decimal = z
  .string()
  .regex(/^-?\d{1,3}(\.\d+)?$/, 'a number')
  .transform(Number);
const Ids = z.string().transform((text) => text.split(',').map((id) => id.trim()));
const Numbers = Ids.pipe(z.array(Decimal));
const Truth = z.enum(['true', 'false']).transform((text) => text === 'true');
const Language = z
  .string()
  .regex(/^[a-z]{2}$/, 'two letters')
  .default('en');

const hotelsLimitDefault = 200;
const hotelsLimitMax = 1_000;
const reviewsLimitDefault = 20;

const ListQuery = z.strictObject({
  countryCode: CountryCode.optional(),
  cityName: z.string().min(1).optional(),
  latitude: Decimal.optional(),
  longitude: Decimal.optional(),
  radius: WholeNumber.optional(),
  placeId: z.string().min(1).optional(),
  hotelIds: Ids.optional(),
  hotelName: z.string().min(1).optional(),
  zip: z.string().min(1).optional(),
  aiSearch: z.string().min(1).optional(),
  offset: WholeNumber.default(0),
  limit: WholeNumber.pipe(z.int().min(1).max(hotelsLimitMax)).default(hotelsLimitDefault),
  lastUpdatedAt: z.iso.datetime({ offset: true }).optional(),
  minRating: Decimal.pipe(z.number().min(0).max(10)).optional(),
  minReviewsCount: WholeNumber.optional(),
  facilityIds: Numbers.optional(),
  strictFacilitiesFiltering: Truth.optional(),
  hotelTypeIds: Numbers.optional(),
  chainIds: Numbers.optional(),
  starRating: Numbers.optional(),
  language: Language,
  timeout: Decimal.optional(),
});
const OneQuery = z.strictObject({ hotelId: z.string().min(1), language: Language, timeout: Decimal.optional() });
const ReviewsQuery = z.strictObject({
  hotelId: z.string().min(1),
  limit: WholeNumber.default(reviewsLimitDefault),
  offset: WholeNumber.default(0),
  timeout: Decimal.optional(),
  getSentiment: Truth.optional(),
});

/** Content: hotels in lists, one hotel, its reviews. */
export const hotelRoutes: readonly LiteapiRoute[] = [
  { method: 'GET', path: '/data/hotels', operation: 'hotels', handle: listHotels },
  { method: 'GET', path: '/data/hotel', operation: 'hotel', handle: readHotel },
  { method: 'GET', path: '/data/reviews', operation: 'reviews', handle: listReviews },
];

/** Hotels that were taken out are listed only among the changes since an instant. */
function listHotels({ state, account, query, origin }: LiteapiCall): StubAnswer {
  const wanted = readQuery(ListQuery, query);
  const since = wanted.lastUpdatedAt === undefined ? undefined : new Date(wanted.lastUpdatedAt).getTime();
  const only = { ...wanted, isStrict: wanted.strictFacilitiesFiltering };
  const found = findHotels(state.content, wanted)
    .map((hotel) => withChanges(hotel, account.settings))
    .filter((hotel) => passes(hotel, only))
    .filter(({ updatedAt, deletedAt }) =>
      since === undefined ? deletedAt === null : Math.max(updatedAt.getTime(), deletedAt?.getTime() ?? 0) >= since,
    );
  const shown = found.slice(wanted.offset, wanted.offset + wanted.limit);
  const place = STUB_CITIES.find(({ placeId }) => placeId === wanted.placeId);
  return {
    status: 200,
    body: {
      data: shown.map((hotel) => presentListed(hotel, origin, wanted.language)),
      hotelIds: shown.map(({ id }) => id),
      total: found.length,
      ...(place === undefined ? {} : { place: { placeId: place.placeId, displayName: place.name } }),
    },
  };
}

/** A hotel as the key's settings say that it has changed. */
function withChanges(hotel: StubHotel, { hotel_changes: changes }: StubSettings): StubHotel {
  const change = changes[hotel.id];
  if (change === undefined) return hotel;
  const at = new Date(change.at);
  return { ...hotel, name: change.name ?? hotel.name, updatedAt: at, deletedAt: change.removed ? at : hotel.deletedAt };
}

function readHotel({ state, account, query, origin }: LiteapiCall): StubAnswer {
  const { hotelId, language } = readQuery(OneQuery, query);
  const known = state.content.find(hotelId);
  const hotel = known && withChanges(known, account.settings);
  if (hotel === undefined || hotel.deletedAt !== null) throw refusal(4002, 'hotelId is missing or invalid');
  return { status: 200, body: { data: presentHotel(hotel, origin, language) } };
}

const REVIEWERS = ['Hala', 'Tomás', 'Ingrid', 'Wei', 'Óscar'];
const HEADLINES = ['Very good', 'Would come again', 'Louder than we thought', ''];

function listReviews({ state, query }: LiteapiCall): StubAnswer {
  const { hotelId, limit, offset } = readQuery(ReviewsQuery, query);
  const hotel = state.content.find(hotelId);
  if (hotel === undefined) throw refusal(4002, 'hotelId is missing or invalid');
  const end = Math.min(hotel.reviewCount, offset + limit);
  const data = Array.from({ length: Math.max(0, end - offset) }, (_, index) => {
    const chance = createSeededRandom(`${hotel.id} review ${offset + index}`);
    return {
      averageScore: Math.min(10, Math.max(1, Math.round(hotel.rating + chance.whole(-2, 2)))),
      country: chance.pick(['pt', 'de', 'us', 'jp']),
      type: chance.pick(['solo traveller', 'couple', 'family with young children']),
      name: REVIEWERS[chance.whole(0, REVIEWERS.length - 1)],
      date: `2026-${String(chance.whole(1, 9)).padStart(2, '0')}-${String(chance.whole(10, 28))} 07:52:57`,
      headline: HEADLINES[chance.whole(0, HEADLINES.length - 1)],
      language: 'en',
      pros: chance.unit() < 0.5 ? 'The breakfast.' : '',
      cons: chance.unit() < 0.3 ? 'The lift.' : '',
      source: 'Nuitee',
    };
  });
  return { status: 200, body: { data, total: hotel.reviewCount } };
}
