import * as z from 'zod';
import { isIsoDate } from '../../../../travel/dates.ts';
import { readMinor } from '../../decimal-amounts.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { isFault } from '../faults.ts';
import type { OrderSlice } from '../objects.ts';
import type { StoredOrder } from '../orders/order-shelf.ts';
import { toOrderSlices } from '../orders/order-slices.ts';
import { availableActions } from '../orders/present-order.ts';
import { getOrder } from '../orders/get-order.ts';
import { answerPage } from '../paging.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import { findProducts } from '../search/generate-offers.ts';
import { presentOffer } from '../search/present-offer.ts';
import type { SearchRequest } from '../search/read-search.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import type { StoredChangeOffer, StoredChangeRequest } from './change-shelf.ts';
import { presentChangeOffer } from './present-change.ts';

/** What changing an order would cost: requests and their offers. */
export const changeRequestRoutes: readonly DuffelRoute[] = [
  {
    method: 'POST',
    path: '/air/order_change_requests',
    operation: 'change_request',
    body: 'required',
    handle: requestChange,
  },
  {
    method: 'GET',
    path: '/air/order_change_requests/:id',
    operation: 'change_offers',
    handle: (call) => ({ status: 200, body: { data: presentRequest(call, getRequest(call, call.params['id'])) } }),
  },
  { method: 'GET', path: '/air/order_change_offers', operation: 'change_offers', handle: listChangeOffers },
  {
    method: 'GET',
    path: '/air/order_change_offers/:id',
    operation: 'change_offers',
    handle: (call) => {
      const offer = call.account.changes.offers.get(call.params['id'] ?? '');
      if (offer === undefined) throw refusal('not_found');
      return { status: 200, body: { data: presentChangeOffer(call, offer) } };
    },
  },
];

const ChangeData = z.object({
  order_id: z.string(),
  slices: z.object({
    remove: z.array(z.object({ slice_id: z.string() })).default([]),
    add: z
      .array(
        z.object({
          origin: z.string(),
          destination: z.string(),
          departure_date: z.string().refine(isIsoDate),
          cabin_class: z.enum(['first', 'business', 'premium_economy', 'economy']).optional(),
        }),
      )
      .min(1),
  }),
});
type ChangeData = z.infer<typeof ChangeData>;

const offersMax = 3;
const stepMajor = 10;
const isEmptyFault = isFault('no_offers');
const isPriceFault = isFault('change_price');

function requestChange(call: DuffelCall): StubAnswer {
  const data = readData(ChangeData, call.data);
  const order = getOrder(call, data.order_id);
  const removed = data.slices.remove.map(({ slice_id }, index) => {
    const slice = order.slices.find(({ id }) => id === slice_id);
    if (slice === undefined) throw refusal('validation_inclusion', undefined, `/slices/remove/${index}/slice_id`);
    return slice;
  });
  if (order.cancelledAt !== null) throw refusal('already_cancelled');
  const isChangeable = availableActions(order, call.state.clock.now()).includes('change');
  if (!isChangeable || removed.some(({ changeable }) => !changeable)) throw refusal('order_not_changeable');
  const id = call.state.newId('ocr');
  const isEmpty = call.account.switches.take('change_request', isEmptyFault) !== undefined;
  const offers = isEmpty ? [] : makeOffers(call, { order, removed, data, requestId: id });
  const request: StoredChangeRequest = {
    id,
    orderId: order.id,
    createdAt: call.state.clock.now().toISOString(),
    slices: data.slices,
    offerIds: offers.map((offer) => offer.id),
  };
  call.account.changes.requests.set(id, request);
  for (const offer of offers) call.account.changes.offers.set(offer.id, offer);
  return { status: 201, body: { data: presentRequest(call, request) } };
}

interface Wanted {
  readonly order: StoredOrder;
  readonly removed: readonly OrderSlice[];
  readonly data: ChangeData;
  readonly requestId: string;
}

/** The airline's flights on the new dates: the first costs what test mode asks, the others a little more. */
function makeOffers(call: DuffelCall, { order, removed, data, requestId }: Wanted): readonly StoredChangeOffer[] {
  const { state, account } = call;
  const currency = order.currency;
  const price = account.switches.take('change_request', isPriceFault);
  const changeTotal = price === undefined ? '125.00' : price.change_total;
  const penalty = price === undefined ? '25.00' : price.penalty;
  const minor = (text: string | null): number | null => (text === null ? null : (readMinor(text, currency) ?? 0));
  const now = state.clock.now();
  return alternatives(call, order, data).map((add, index) => {
    const base = minor(changeTotal);
    const change = base === null ? null : base + index * (readMinor(String(stepMajor), currency) ?? 0);
    const fee = minor(penalty);
    return {
      id: state.newId('oco'),
      changeId: state.newId('oce'),
      orderId: order.id,
      requestId,
      // As measured: the new total does not hold the penalty.
      price: {
        changeTotal: change,
        penalty: fee,
        newTotal: change === null ? null : order.total + change - (fee ?? 0),
      },
      currency,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + account.settings.change_minutes * 60_000).toISOString(),
      add,
      remove: removed,
    };
  });
}

function alternatives(
  call: DuffelCall,
  order: StoredOrder,
  { slices }: ChangeData,
): readonly (readonly OrderSlice[])[] {
  const { state, account } = call;
  const { product, passengers, search } = order.offer;
  const request: SearchRequest = {
    slices: slices.add.map((slice, index) => {
      const [origin, destination] = [state.places.find(slice.origin), state.places.find(slice.destination)];
      if (origin === undefined || destination === undefined)
        throw refusal('validation_inclusion', undefined, `/slices/add/${index}`);
      return { origin, destination, departure_date: slice.departure_date, departure_time: null, arrival_time: null };
    }),
    passengers,
    cabin_class: slices.add[0]?.cabin_class ?? product.cabin,
    max_connections: search.request.max_connections,
  };
  const market = {
    seed: state.seed,
    places: state.places,
    settings: { ...account.settings, offers: null },
    newId: state.newId,
    now: state.clock.now(),
    isLive: account.isLive,
    request,
  };
  const products = findProducts(market, request, [product.carrier]).filter(
    ({ brands }) => brands[0] === product.brands[0] && new Set(brands).size === 1,
  );
  return products.slice(0, offersMax).map((one) => toOrderSlices(presentOffer(market, one), state.newId).slices);
}

function getRequest({ account }: DuffelCall, id: string | undefined): StoredChangeRequest {
  const request = account.changes.requests.get(id ?? '');
  if (request === undefined) throw refusal('not_found');
  return request;
}

const offersOf = ({ account }: DuffelCall, { offerIds }: StoredChangeRequest): readonly StoredChangeOffer[] =>
  offerIds.flatMap((id) => account.changes.offers.get(id) ?? []);

function presentRequest(call: DuffelCall, request: StoredChangeRequest): object {
  return {
    id: request.id,
    order_id: request.orderId,
    live_mode: call.account.isLive,
    created_at: request.createdAt,
    updated_at: request.createdAt,
    slices: request.slices,
    order_change_offers: offersOf(call, request).map((offer) => presentChangeOffer(call, offer)),
  };
}

function listChangeOffers(call: DuffelCall): StubAnswer {
  const id = call.query.get('order_change_request_id');
  if (id === null) throw refusal('validation_required', undefined, '/order_change_request_id');
  const sort = call.query.get('sort') ?? 'change_total_amount';
  const byPrice = (a: StoredChangeOffer, b: StoredChangeOffer): number =>
    (a.price.changeTotal ?? 0) - (b.price.changeTotal ?? 0);
  const byDuration = (a: StoredChangeOffer, b: StoredChangeOffer): number => lengthOf(a) - lengthOf(b);
  const compare = sort.endsWith('total_duration') ? byDuration : byPrice;
  const offers = offersOf(call, getRequest(call, id)).toSorted((a, b) =>
    sort.startsWith('-') ? compare(b, a) : compare(a, b),
  );
  return answerPage(
    offers,
    call.query,
    (offer) => offer.id,
    (offer) => presentChangeOffer(call, offer),
  );
}

function lengthOf({ add }: StoredChangeOffer): number {
  return add.reduce((sum, { segments }) => {
    const [from, to] = [segments[0]?.departing_at ?? '', segments.at(-1)?.arriving_at ?? ''];
    return sum + Date.parse(`${to}Z`) - Date.parse(`${from}Z`);
  }, 0);
}
