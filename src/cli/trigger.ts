import { randomUUID } from 'node:crypto';
import { Argument, type Command } from 'commander';
import * as z from 'zod';
import { EVENT_TYPES, type EventType } from '../webhooks/model/event-types.ts';
import { parseJson } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import { addConnectionOptions, callAs, connect, type Connection, type ConnectionOptions } from './connection.ts';
import { showFailure } from './show-answer.ts';
import { withSpinner } from './spinner.ts';

const daysAhead = 40;
const Sale = z.looseObject({
  booking_ref: z.string(),
  last_name: z.string(),
  items: z.array(z.looseObject({ item_id: z.string() })),
});
type Sale = z.infer<typeof Sale>;

/** How an event is made to happen: what is done, and a word on what came of it. */
interface Recipe {
  readonly does: string;
  run(connection: Connection): Promise<string>;
}

const RECIPES: Readonly<Partial<Record<EventType, Recipe>>> = {
  // Bought, not sold by the sandbox helper: that sells a day earlier, past the void window, and so would the event be
  // dated.
  'booking.completed': { does: 'buys a flight (scenario QAL)', run: (connection) => buyFlight(connection, 'QAL') },
  'booking.failed': {
    does: 'buys a flight whose ticketing is refused (scenario QAI)',
    run: (connection) => buyFlight(connection, 'QAI'),
  },
  'booking.cancelled': {
    does: 'sells a refundable flight and refunds it; booking.item_cancelled and booking.refunded come with it',
    run: refund,
  },
  'booking.item_cancelled': {
    does: 'sells a refundable flight and refunds it; booking.refunded and booking.cancelled come with it',
    run: refund,
  },
  'booking.refunded': {
    does: 'sells a refundable flight and refunds it; booking.item_cancelled and booking.cancelled come with it',
    run: refund,
  },
  'booking.exchanged': { does: 'sells a car and exchanges it for the same price', run: exchangeCar },
  'booking.schedule_changed': {
    does: 'sells a flight and has the airline move it',
    async run(connection) {
      const { booking_ref } = await sell(connection, { kind: 'flight' });
      await post(connection, `/v1/sandbox/bookings/${encodeURIComponent(booking_ref)}/schedule_change`, {
        minutes: 95,
      });
      return booking_ref;
    },
  },
};

/** Adds `trigger`: makes an event happen for real in the sandbox, or sends a sample where that cannot be done. */
export function addTriggerCommand(program: Command): void {
  const lines = EVENT_TYPES.map(
    (type) =>
      `  ${type.padEnd(26)} ${RECIPES[type]?.does ?? 'sends a sample to your active webhook endpoints that name it first'}`,
  );
  addConnectionOptions(program.command('trigger').description('make an event happen in the sandbox'))
    .addArgument(new Argument('<event>').choices(EVENT_TYPES))
    .addHelpText('after', `\nWhat each does:\n${lines.join('\n')}`)
    .action(trigger);
}

async function trigger(type: EventType, options: ConnectionOptions): Promise<void> {
  const connection = await connect(options);
  const recipe = RECIPES[type];
  if (recipe === undefined) {
    const count = await sendSamples(connection, type);
    console.log(
      `${type} cannot be made to happen at once: a sample was sent to ${count} ${count === 1 ? 'endpoint' : 'endpoints'} (livemode false, ids of nothing; not in GET /v1/events).`,
    );
    return;
  }
  const subject = await withSpinner(`${recipe.does} …`, () => recipe.run(connection));
  console.log(
    `${type}: ${subject} (${recipe.does}). It is real: in GET /v1/events, to your webhooks and to bly listen.`,
  );
}

async function refund(connection: Connection): Promise<string> {
  const { booking_ref, last_name } = await sell(connection, { kind: 'flight', scenario: 'QAL' });
  const claim = { booking_ref, last_name };
  await post(connection, '/v1/refund_check', claim);
  await post(connection, '/v1/refund_commit', claim);
  return booking_ref;
}

async function exchangeCar(connection: Connection): Promise<string> {
  const { booking_ref, last_name } = await sell(connection, { kind: 'car', scenario: 'even' });
  const Offer = z.looseObject({
    exchange_offer_token: z.string(),
    on_request: z.boolean(),
    delta: z.looseObject({ direction: z.string() }),
  });
  const Preview = z.looseObject({ exchange_id: z.string().optional(), offers: z.array(Offer) });
  const claim = { booking_ref, last_name };
  const preview = Preview.parse(await post(connection, '/v1/car_exchange_preview', claim));
  const offer = preview.offers.find(({ delta, on_request }) => delta.direction === 'even' && !on_request);
  if (offer === undefined)
    throw new CommandFailure(
      `No car is offered for the same price as that of ${booking_ref}, so it was not exchanged.`,
    );
  await post(connection, '/v1/car_exchange_commit', {
    ...claim,
    exchange_id: preview.exchange_id,
    exchange_offer_token: offer.exchange_offer_token,
  });
  return booking_ref;
}

/** Searches, checks out and pays as a caller does; answers the trip. */
async function buyFlight(connection: Connection, destination: string): Promise<string> {
  const Search = z.looseObject({
    live_offers: z.array(z.looseObject({ fares: z.array(z.looseObject({ trip_item_token: z.string() })) })),
  });
  const departure_date = await findDepartureDate(connection);
  const search = Search.parse(
    await post(connection, '/v1/flight_search', { origin: 'QAA', destination, departure_date }),
  );
  const trip_item_token = search.live_offers[0]?.fares[0]?.trip_item_token;
  const traveler = {
    first_name: 'Nellie',
    last_name: 'Bly',
    passenger_type: 'ADULT',
    date_of_birth: '1990-05-05',
    gender: 'FEMALE',
  };
  const { trip_id } = z.looseObject({ trip_id: z.string() }).parse(
    await post(connection, '/v1/trip', {
      add_item: { trip_item_token },
      upsert_travelers: { travelers: [traveler], contact: { email: 'nellie@example.com', phone: '+33123456789' } },
    }),
  );
  await post(connection, '/v1/checkout', { trip_id });
  await post(connection, '/v1/sandbox/pay', { trip_id, card: '4242424242424242' });
  return trip_id;
}

/** By the organization's clock, which may run ahead of ours. */
async function findDepartureDate(connection: Connection): Promise<string> {
  const answer = await callAs(connection, { method: 'GET', path: '/v1/sandbox/clock' });
  if (answer.status !== 200) throw showFailure(answer);
  const { now } = z.looseObject({ now: z.string() }).parse(parseJson(answer.text));
  return new Date(Date.parse(now) + daysAhead * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

async function sendSamples(connection: Connection, type: EventType): Promise<number> {
  const List = z.looseObject({
    webhooks: z.array(z.looseObject({ id: z.number(), status: z.string(), events: z.array(z.string()) })),
  });
  const answer = await callAs(connection, { method: 'GET', path: '/v1/webhooks' });
  if (answer.status !== 200) throw showFailure(answer);
  const { webhooks } = List.parse(parseJson(answer.text));
  const takers = webhooks.filter(({ status, events }) => status === 'active' && events[0] === type);
  if (takers.length === 0)
    throw new CommandFailure(
      `${type} cannot be made to happen at once, and no active webhook endpoint names it first, as a sample of it needs: bly create-webhook --url … --events ${type}`,
    );
  for (const { id } of takers) await post(connection, `/v1/webhooks/${id}/test`, {});
  return takers.length;
}

async function sell(
  connection: Connection,
  request: { readonly kind: string; readonly scenario?: string },
): Promise<Sale> {
  return Sale.parse(await post(connection, '/v1/sandbox/bookings', request));
}

async function post(connection: Connection, path: string, body: unknown): Promise<unknown> {
  const answer = await callAs(connection, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'idempotency-key': `cli-${randomUUID()}` },
    body: JSON.stringify(body),
  });
  if (answer.status >= 400) throw showFailure(answer);
  return parseJson(answer.text);
}
