import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { PlacesQuery, PlacesResponse, presentPlace } from './contract.ts';
import { PLACE_KINDS } from './list-places.ts';
import { searchPlaces } from './search-places.ts';

/** GET /v1/places */
export const placesRoute = defineRoute({
  operationId: 'places',
  method: 'GET',
  path: '/v1/places',
  tag: 'Search',
  summary: 'Find airports, cities and countries by name or code',
  description: 'Names are found in English, French, German, Spanish, Chinese, Japanese and Korean, whatever language they are answered in.',
  access: 'key',
  scope: 'search',
  cost: 1,
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  query: PlacesQuery,
  response: PlacesResponse,
  refusals: [],
  async handle({ app, query }) {
    const kinds = PLACE_KINDS.filter((kind) => query.types?.includes(kind) ?? true);
    const found = searchPlaces(app.places, { text: query.query, kinds, limit: query.limit, locale: query.locale });
    return { places: found.map(presentPlace) };
  },
});

/** Operations of this folder. */
export const placeRoutes: readonly AnyRoute[] = [placesRoute];
