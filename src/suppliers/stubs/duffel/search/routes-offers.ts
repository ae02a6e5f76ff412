import * as z from 'zod';
import { readMinor, toAmount } from '../../decimal-amounts.ts';
import type { StubAnswer } from '../../send-answer.ts';
import type { Offer } from '../objects.ts';
import { answerPage } from '../paging.ts';
import { isDuffelName } from '../passenger-names.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import type { StoredOffer } from './offer-shelf.ts';
import { getReadableOffer, noteReading, repriceOffer } from './read-offer.ts';
import { servicesOf } from './services.ts';

/** Offers: lists, one, its passengers, its price with services, better fares, its seats. */
export const offerRoutes: readonly DuffelRoute[] = [
  { method: 'GET', path: '/air/offers', operation: 'offers', handle: listOffers },
  { method: 'GET', path: '/air/offers/:id', operation: 'offer', handle: readOffer },
  {
    method: 'PATCH',
    path: '/air/offers/:id/passengers/:passenger',
    operation: 'offer_update',
    body: 'required',
    handle: updatePassenger,
  },
  {
    method: 'POST',
    path: '/air/offers/:id/actions/price',
    operation: 'offer_update',
    body: 'required',
    handle: priceOffer,
  },
  {
    method: 'POST',
    path: '/air/offers/:id/upsell',
    operation: 'offer_update',
    body: 'optional',
    handle: upsell('upsell'),
  },
  {
    method: 'POST',
    path: '/air/offers/:id/upsell_offers',
    operation: 'offer_update',
    body: 'optional',
    handle: upsell('upsell_offers'),
  },
];

const SORTS: Readonly<Record<string, (a: Offer, b: Offer) => number>> = {
  total_amount: (a, b) => Number(a.total_amount) - Number(b.total_amount),
  total_duration: (a, b) => minutesOf(a) - minutesOf(b),
};

function listOffers({ account, query }: DuffelCall): StubAnswer {
  const id = query.get('offer_request_id');
  if (id === null) throw refusal('validation_required', `Field 'offer_request_id' can't be blank`, '/offer_request_id');
  const search = account.shelf.search(id);
  if (search === undefined) throw refusal('not_found');
  const connections = query.get('max_connections');
  const most = connections === null ? Number.POSITIVE_INFINITY : Number(connections);
  if (Number.isNaN(most)) throw refusal('validation_type', undefined, '/max_connections');
  const offers = account.shelf
    .offersOf(search)
    .map(({ offer }) => offer)
    .filter(({ slices }) => slices.every(({ segments }) => segments.length - 1 <= most));
  const sorted = sortOffers(offers, query.get('sort'));
  return answerPage(sorted, query, (offer) => offer.id);
}

function sortOffers(offers: readonly Offer[], sort: string | null): readonly Offer[] {
  if (sort === null) return offers;
  const compare = SORTS[sort.replace(/^-/, '')];
  if (compare === undefined) throw refusal('validation_inclusion', `Field 'sort' is not known.`, '/sort');
  return offers.toSorted((a, b) => (sort.startsWith('-') ? compare(b, a) : compare(a, b)));
}

/** Time in flight and between flights, by wall clocks where an offer does not say it. */
function minutesOf({ slices }: Offer): number {
  return slices.reduce((sum, { segments }) => {
    const [first, last] = [segments[0]?.departing_at ?? '', segments.at(-1)?.arriving_at ?? ''];
    return sum + (Date.parse(`${last}Z`) - Date.parse(`${first}Z`)) / 60_000;
  }, 0);
}

function readOffer(call: DuffelCall): StubAnswer {
  const stored = getReadableOffer(call, call.params['id']);
  noteReading(stored, call.state.clock.now());
  const { places, newId } = call.state;
  const services =
    call.query.get('return_available_services') === 'true'
      ? { available_services: servicesOf(stored, places, newId) }
      : {};
  return { status: 200, body: { data: { ...stored.offer, ...services } } };
}

const PassengerData = z.object({
  given_name: z.string().min(1).max(20),
  family_name: z.string().min(1).max(20),
  loyalty_programme_accounts: z
    .array(z.object({ airline_iata_code: z.string().length(2), account_number: z.string().min(1) }))
    .optional(),
});

function updatePassenger(call: DuffelCall): StubAnswer {
  const stored = getReadableOffer(call, call.params['id']);
  const { given_name, family_name, loyalty_programme_accounts: loyalty } = readData(PassengerData, call.data);
  const id = call.params['passenger'];
  if (!stored.passengers.some((passenger) => passenger.id === id)) throw refusal('not_found');
  for (const [field, name] of Object.entries({ given_name, family_name }))
    if (!isDuffelName(name)) throw refusal('invalid_passenger_name', undefined, `/${field}`);
  stored.passengers = stored.passengers.map((passenger) =>
    passenger.id === id
      ? { ...passenger, givenName: given_name, familyName: family_name, loyalty: loyalty ?? passenger.loyalty }
      : passenger,
  );
  repriceOffer(call, stored);
  const passenger = stored.offer.passengers.find((one) => one.id === id);
  return { status: 200, body: { data: passenger ?? {} } };
}

const PriceData = z.object({
  intended_payment_methods: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('card'), card_id: z.string() }),
        z.object({ type: z.literal('airline_credit'), airline_credit_id: z.string() }),
        z.object({ type: z.literal('balance') }),
      ]),
    )
    .default([]),
  intended_services: z.array(z.object({ id: z.string(), quantity: z.int().min(1) })).default([]),
});
const cardSurchargeShare = 0.01;

function priceOffer(call: DuffelCall): StubAnswer {
  const stored = getReadableOffer(call, call.params['id']);
  const { intended_payment_methods: methods, intended_services: wanted } = readData(PriceData, call.data);
  noteReading(stored, call.state.clock.now());
  const services = servicesOf(stored, call.state.places, call.state.newId);
  const currency = stored.offer.total_currency;
  const extra = wanted.reduce((sum, { id, quantity }) => {
    const service = services.find((one) => one.id === id);
    if (service === undefined) throw refusal('not_valid_with_selected_offer', undefined, '/intended_services');
    return sum + (readMinor(service.total_amount, currency) ?? 0) * quantity;
  }, 0);
  const total = (readMinor(stored.offer.total_amount, currency) ?? 0) + extra;
  const offer = { ...stored.offer, total_amount: toAmount(total, currency) };
  const presented = methods.map((method) => {
    const surcharge = method.type === 'card' ? Math.round(total * cardSurchargeShare) : 0;
    return {
      ...method,
      charge_amount: toAmount(total + surcharge, currency),
      charge_currency: currency,
      surcharge_amount: toAmount(surcharge, currency),
      surcharge_currency: currency,
    };
  });
  return {
    status: 200,
    body: { data: { ...offer, intended_payment_methods: presented, intended_services: wanted } },
  };
}

/** The other fares of an offer's journey that cost more. Which of two paths serves it is not known. */
function upsell(path: 'upsell' | 'upsell_offers'): DuffelRoute['handle'] {
  return (call) => {
    const { upsell_path } = call.account.settings;
    if (upsell_path !== 'both' && upsell_path !== path) throw refusal('not_found');
    const stored = getReadableOffer(call, call.params['id']);
    const offers = call.account.shelf
      .offersOf(stored.search)
      .filter((other) => isBetterFare(other, stored))
      .map(({ offer }) => offer);
    return { status: 200, body: { data: offers } };
  };
}

function isBetterFare(other: StoredOffer, { offer, product }: StoredOffer): boolean {
  const isSameJourney =
    other.product.carrier === product.carrier && other.product.journeyIndex === product.journeyIndex;
  return isSameJourney && Number(other.offer.total_amount) > Number(offer.total_amount);
}
