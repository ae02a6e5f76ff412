import * as z from 'zod';
import { addDays } from '../../../../travel/dates.ts';
import type { StubAnswer } from '../../send-answer.ts';
import type { OrderSlice, Segment } from '../objects.ts';
import type { AirlineChange, StoredOrder } from '../orders/order-shelf.ts';
import { getOrder } from '../orders/get-order.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { emitEvent } from '../webhooks/emit-event.ts';

/** What an airline does to an order, as the control surface asks for it. */
export const NewAirlineChange = z.strictObject({
  order_id: z.string(),
  kind: z.enum(['time_shift', 'other_flight', 'segment_removed', 'slice_removed', 'replaced']),
  /** Which slice, from 0. */
  slice: z.int().min(0).default(0),
  minutes: z.int().min(-1_440).max(1_440).default(60),
});
export type NewAirlineChange = z.infer<typeof NewAirlineChange>;

/** Changes by airlines: reading, accepting, noting what was done elsewhere. */
export const airlineChangeRoutes: readonly DuffelRoute[] = [
  { method: 'GET', path: '/air/airline_initiated_changes', operation: 'aic', handle: listChanges },
  {
    method: 'POST',
    path: '/air/airline_initiated_changes/:id/actions/accept',
    operation: 'accept',
    body: 'optional',
    handle: (call) => take(call, 'accepted', 'stale_airline_initiated_change_accept'),
  },
  {
    method: 'PATCH',
    path: '/air/airline_initiated_changes/:id',
    operation: 'accept',
    body: 'required',
    handle: (call) => take(call, readData(Action, call.data).action_taken, 'stale_airline_initiated_change_update'),
  },
];

const Action = z.object({ action_taken: z.enum(['accepted', 'cancelled', 'changed']) });
const routeShiftMinutes = 45;

function listChanges(call: DuffelCall): StubAnswer {
  const orderId = call.query.get('order_id');
  const orders = orderId === null ? call.account.orders.list() : [getOrder(call, orderId)];
  for (const order of orders) if (order.offer.search.magic === 'airline_changes') addRouteAirlineChange(call, order);
  return { status: 200, body: { data: orders.flatMap(({ airlineChanges }) => airlineChanges) } };
}

/** What each reading of an order on the test route does: the airline moves its first flight once more. */
export function addRouteAirlineChange(call: Pick<DuffelCall, 'state' | 'account'>, order: StoredOrder): void {
  if (order.cancelledAt !== null) return;
  addAirlineChange(call, { order_id: order.id, kind: 'time_shift', slice: 0, minutes: routeShiftMinutes });
}

/** The airline changes an order; the event of it goes out. */
export function addAirlineChange(
  { state, account }: Pick<DuffelCall, 'state' | 'account'>,
  change: NewAirlineChange,
): AirlineChange {
  const order = getOrder({ account }, change.order_id);
  // A second change follows the first one, even where nobody has accepted that.
  const pending = order.airlineChanges.findLast(({ action_taken, added }) => action_taken === null && added.length > 0);
  const current = withPending(order.slices, pending);
  const removed = current[change.slice];
  if (removed === undefined) throw refusal('not_found', 'The order has no such slice.');
  const now = state.clock.now().toISOString();
  const made: AirlineChange = {
    id: state.newId('aic'),
    order_id: order.id,
    created_at: now,
    updated_at: now,
    action_taken: null,
    action_taken_at: null,
    added: change.kind === 'slice_removed' ? [] : [changedSlice({ state }, removed, change)],
    removed: [removed],
    available_actions: change.kind === 'slice_removed' ? ['cancel', 'update'] : ['accept', 'cancel', 'update'],
    travel_agent_ticket: null,
  };
  order.airlineChanges = [...order.airlineChanges, made];
  if (account.settings.airline_changes_apply === 'at_once') order.slices = withPending(order.slices, made);
  emitEvent(
    { state, account },
    {
      type: 'order.airline_initiated_change_detected',
      object: { id: made.id, order_id: order.id },
      idempotencyKey: made.id,
    },
  );
  return made;
}

/** Slices with what a change removes replaced by what it adds. */
function withPending(slices: readonly OrderSlice[], change: AirlineChange | undefined): readonly OrderSlice[] {
  if (change === undefined) return slices;
  const removed = change.removed.map(({ id }) => id);
  return slices.flatMap((slice) => (removed.includes(slice.id) ? change.added : [slice]));
}

function changedSlice(
  { state }: Pick<DuffelCall, 'state'>,
  slice: OrderSlice,
  { kind, minutes }: NewAirlineChange,
): OrderSlice {
  const segments = slice.segments.map((segment) => ({ ...segment, id: state.newId('seg') }));
  return { ...slice, id: state.newId('sli'), segments: changeSegments(segments, kind, minutes) };
}

function changeSegments(
  segments: readonly Segment[],
  kind: NewAirlineChange['kind'],
  minutes: number,
): readonly Segment[] {
  const [first, ...rest] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return segments;
  switch (kind) {
    case 'other_flight':
      return [
        { ...first, marketing_carrier_flight_number: otherNumber(first.marketing_carrier_flight_number) },
        ...rest,
      ];
    case 'segment_removed':
      // One flight instead of two, from the first airport to the last.
      return [
        {
          ...first,
          destination: last.destination,
          destination_terminal: last.destination_terminal,
          arriving_at: last.arriving_at,
        },
      ];
    case 'replaced':
      return segments.map((segment) => ({
        ...segment,
        marketing_carrier_flight_number: otherNumber(segment.marketing_carrier_flight_number),
        departing_at: shiftDay(segment.departing_at),
        arriving_at: shiftDay(segment.arriving_at),
      }));
    default:
      return segments.map((segment) => ({
        ...segment,
        departing_at: shift(segment.departing_at, minutes),
        arriving_at: shift(segment.arriving_at, minutes),
      }));
  }
}

const otherNumber = (number: string): string => String((Number(number) % 9_000) + 500).padStart(4, '0');
const shiftDay = (local: string): string => `${addDays(local.slice(0, 10), 1)}${local.slice(10)}`;
const shift = (local: string, minutes: number): string =>
  new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);

/** Only the newest change of an order can be acted upon, and only once. */
function take(
  call: DuffelCall,
  action: NonNullable<AirlineChange['action_taken']>,
  stale: 'stale_airline_initiated_change_accept' | 'stale_airline_initiated_change_update',
): StubAnswer {
  const id = call.params['id'];
  const order = call.account.orders
    .list()
    .find(({ airlineChanges }) => airlineChanges.some((change) => change.id === id));
  const change = order?.airlineChanges.find((one) => one.id === id);
  if (order === undefined || change === undefined) throw refusal('not_found');
  if (order.airlineChanges.at(-1)?.id !== id || change.action_taken !== null) throw refusal(stale);
  if (action === 'accepted' && change.added.length === 0)
    throw refusal('unsupported_action', 'There is nothing to accept: the airline cancelled the flight.');
  const now = call.state.clock.now().toISOString();
  const taken: AirlineChange = {
    ...change,
    updated_at: now,
    action_taken: action,
    action_taken_at: now,
    available_actions: [],
  };
  if (action === 'accepted') order.slices = acceptedSlices(order);
  order.airlineChanges = order.airlineChanges.map((one) => (one.id === id ? taken : one));
  return { status: 200, body: { data: taken } };
}

/** The order's slices when all that nobody acted upon has happened, oldest first. */
function acceptedSlices({ slices, airlineChanges }: StoredOrder): readonly OrderSlice[] {
  return airlineChanges.filter(({ action_taken }) => action_taken === null).reduce(withPending, slices);
}
