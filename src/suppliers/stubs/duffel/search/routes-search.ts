import { setTimeout as pause } from 'node:timers/promises';
import { todayIn } from '../../../../travel/dates.ts';
import type { StubAnswer } from '../../send-answer.ts';
import type { Account } from '../account.ts';
import type { DuffelPlace, Offer } from '../objects.ts';
import { answerPage } from '../paging.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { groupItineraries } from './group-itineraries.ts';
import { carriersWithin, findProducts, latencyOf, magicOfSearch, readSupplierTimeout } from './generate-offers.ts';
import type { StoredOffer, StoredSearch } from './offer-shelf.ts';
import { presentOffer } from './present-offer.ts';
import { readSearch, type SearchRequest } from './read-search.ts';

/** Searches: offer requests in both views. */
export const searchRoutes: readonly DuffelRoute[] = [
  { method: 'POST', path: '/air/offer_requests', operation: 'search', body: 'required', handle: createSearch },
  {
    method: 'GET',
    path: '/air/offer_requests/:id',
    operation: 'search_read',
    handle: ({ account, params }) => {
      const search = getSearch(account, params['id']);
      return { status: 200, body: { data: presentSearch(account, search, offersOf(account, search)) } };
    },
  },
  {
    method: 'GET',
    path: '/air/offer_requests',
    operation: 'search_read',
    handle: ({ account, query }) =>
      answerPage(
        account.shelf.searches(),
        query,
        ({ id }) => id,
        (search) => presentSearch(account, search, offersOf(account, search)),
      ),
  },
];

async function createSearch(call: DuffelCall): Promise<StubAnswer> {
  const { account, query } = call;
  const replayed = account.settings.replay_searches ? findReplay(call) : undefined;
  if (replayed !== undefined) return replayed;
  const { search, stored } = await runSearch(call, readTheSearch(call));
  const offers = stored.map(({ offer }) => offer);
  const view = query.get('view') === 'itineraries' ? 'itineraries' : 'offers';
  const shown = query.get('return_offers') === 'false' ? undefined : offers;
  const answer = {
    status: 201,
    body: Buffer.from(
      JSON.stringify({
        data:
          view === 'itineraries'
            ? { ...presentSearch(account, search, undefined), slices: groupItineraries(search, offers) }
            : presentSearch(account, search, shown),
      }),
    ),
  };
  if (account.settings.replay_searches)
    account.shelf.setReplay(replayKey(call), { answer, until: offers[0]?.expires_at ?? search.createdAt });
  return answer;
}

const replayKey = ({ data, query }: DuffelCall): string => `${query.toString()}|${JSON.stringify(data)}`;

function findReplay(call: DuffelCall): StubAnswer | undefined {
  const replay = call.account.shelf.replay(replayKey(call));
  return replay !== undefined && replay.until > call.state.clock.now().toISOString() ? replay.answer : undefined;
}

/** Reads what is searched for; throws a refusal, or 504 on the route that times out. */
export function readTheSearch({ state, data }: DuffelCall): SearchRequest {
  const request = readSearch(data, {
    places: state.places,
    // A date that is today somewhere is taken.
    today: todayIn('Pacific/Pago_Pago', state.clock.now()),
    newPassengerId: () => state.newId('pas'),
  });
  if (magicOfSearch(request) === 'search_times_out') throw refusal('gateway_timeout_error');
  return request;
}

/** Asks the airlines that answer in time and stores what they sell. */
async function runSearch(
  { state, account, query }: DuffelCall,
  request: SearchRequest,
): Promise<{ readonly search: StoredSearch; readonly stored: readonly StoredOffer[] }> {
  const timeout = readSupplierTimeout(query.get('supplier_timeout'));
  const carriers = carriersWithin(timeout, account.settings);
  if (account.settings.real_waits) {
    const slowest = Math.max(0, ...carriers.map((carrier) => latencyOf(carrier, account.settings)));
    await pause(slowest, undefined, { ref: false });
  }
  const stored = makeOffers({ state, account }, request, carriers);
  return storeSearch({ state, account }, request, stored);
}

/** The offers of some airlines, not stored yet. */
export function makeOffers(
  { state, account }: Pick<DuffelCall, 'state' | 'account'>,
  request: SearchRequest,
  carriers: ReturnType<typeof carriersWithin>,
): readonly Omit<StoredOffer, 'search'>[] {
  const { seed, places, clock, newId } = state;
  const { settings, isLive } = account;
  const context = { seed, places, settings, newId, now: clock.now(), isLive, request };
  return findProducts(context, request, carriers).map((product) => ({
    offer: presentOffer(context, product),
    product,
    passengers: request.passengers,
    reads: 0,
    services: undefined,
    seats: undefined,
    attempts: 0,
  }));
}

/** Stores a search with its offers. */
export function storeSearch(
  { state, account }: Pick<DuffelCall, 'state' | 'account'>,
  request: SearchRequest,
  made: readonly Omit<StoredOffer, 'search'>[],
): { readonly search: StoredSearch; readonly stored: readonly StoredOffer[] } {
  const search: StoredSearch = {
    id: state.newId('orq'),
    createdAt: state.clock.now().toISOString(),
    request,
    magic: magicOfSearch(request),
    offerIds: made.map(({ offer }) => offer.id),
  };
  const stored = made.map((offer) => ({ ...offer, search }));
  account.shelf.addSearch(search, stored);
  return { search, stored };
}

function getSearch(account: Account, id: string | undefined): StoredSearch {
  const search = account.shelf.search(id ?? '');
  if (search === undefined) throw refusal('not_found');
  return search;
}

const offersOf = (account: Account, search: StoredSearch): readonly Offer[] =>
  account.shelf.offersOf(search).map(({ offer }) => offer);

function presentSearch(account: Account, search: StoredSearch, offers: readonly Offer[] | undefined): object {
  const { id, createdAt, request } = search;
  return {
    id,
    live_mode: account.isLive,
    created_at: createdAt,
    cabin_class: request.cabin_class ?? null,
    slices: request.slices.map(({ origin, destination, departure_date }) => ({
      origin,
      destination,
      origin_type: typeOf(origin),
      destination_type: typeOf(destination),
      departure_date,
    })),
    passengers: request.passengers.map(({ id: passengerId, age, fareType, givenName, familyName, loyalty }) => ({
      id: passengerId,
      type: age === undefined && fareType === undefined ? 'adult' : null,
      age: age ?? null,
      fare_type: fareType ?? null,
      given_name: givenName,
      family_name: familyName,
      loyalty_programme_accounts: loyalty,
    })),
    ...(offers === undefined ? {} : { offers }),
  };
}

const typeOf = ({ type }: DuffelPlace): string => type;
