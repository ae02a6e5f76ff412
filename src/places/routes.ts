import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { PlacesQuery, PlacesResponse, presentPlace } from './contract.ts';
import { PLACE_KINDS, searchPlaces } from './search-places.ts';

/** GET /v1/places */
export const placesRoute = defineRoute({
  operationId: 'places',
  method: 'GET',
  path: '/v1/places',
  tag: 'Search',
  summary: 'Find airports, cities and countries by name or code',
  access: 'key',
  scope: 'search',
  cost: 1,
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  query: PlacesQuery,
  response: PlacesResponse,
  refusals: [],
  async handle({ app, query }) {
    const found = searchPlaces(app.places, { text: query.query, kinds: query.types ?? PLACE_KINDS, limit: query.limit });
    return { places: found.map(presentPlace) };
  },
});

/** Operations of this folder. */
export const placeRoutes: readonly AnyRoute[] = [placesRoute];
