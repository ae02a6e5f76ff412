import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { PlacesQuery, PlacesResponse, presentHotelPlace, presentPlace } from './contract.ts';
import { PLACE_KINDS } from './list-places.ts';
import { searchPlaces } from './search-places.ts';
import { suggestHotels } from './suggest-hotels.ts';

/** GET /v1/places */
const placesRoute = defineRoute({
  operationId: 'places',
  method: 'GET',
  path: '/v1/places',
  tag: 'Search',
  summary: 'Find airports, cities, countries and hotels by name or code',
  description:
    'Names are found in English, French, German, Spanish, Chinese, Japanese and Korean, whatever language they are answered in. ' +
    'Built-in hotels are found in a town that the text names, or whose name its last words begin (four letters or more); without one only in the 16 towns with most hotels. Hotels of other suppliers are found once a search has used their city.',
  access: 'key',
  scope: 'search',
  cost: 1,
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  query: PlacesQuery,
  response: PlacesResponse,
  refusals: [],
  async handle({ app, caller, query }) {
    const kinds = PLACE_KINDS.filter((kind) => query.types?.includes(kind) ?? true);
    const found =
      kinds.length === 0
        ? []
        : searchPlaces(app.places, { text: query.query, kinds, limit: query.limit, locale: query.locale });
    const isWithHotels = query.types?.includes('hotel') ?? true;
    const hotels =
      isWithHotels && found.length < query.limit
        ? await suggestHotels(app, caller, { text: query.query, limit: query.limit - found.length })
        : [];
    return { places: [...found.map(presentPlace), ...hotels.map(presentHotelPlace)] };
  },
});

/** Operations of this folder. */
export const placeRoutes: readonly AnyRoute[] = [placesRoute];
