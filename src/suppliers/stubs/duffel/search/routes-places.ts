import { answerPage } from '../paging.ts';
import { refusal } from '../refusals.ts';
import type { DuffelRoute } from '../serve.ts';
import { CARRIERS } from './carriers.ts';
import { toAirline } from './places.ts';

const AIRLINES = CARRIERS.map(toAirline);

/** Reference data: airlines, and places by the beginning of their name. */
export const placeRoutes: readonly DuffelRoute[] = [
  {
    method: 'GET',
    path: '/air/airlines',
    operation: 'places',
    handle: ({ query }) => answerPage(AIRLINES, query, ({ id }) => id),
  },
  {
    method: 'GET',
    path: '/places/suggestions',
    operation: 'places',
    // The one list of Duffel's without `meta`.
    handle: ({ state, query }) => {
      const text = query.get('query') ?? query.get('name');
      if (text === null || text === '') throw refusal('validation_required', `Field 'query' can't be blank`, '/query');
      return { status: 200, body: { data: state.places.suggest(text) } };
    },
  },
];
