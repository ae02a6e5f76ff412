import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { decimalPlaces } from '../src/travel/money.ts';
import { type DemoReceiver, startDemoReceiver, verifyEvent } from './demo-receiver.ts';
import { type DemoServer, startDemoServer } from './demo-server.ts';

/**
 * `npm run demo`: the main journey against a real server, printed step by step. Runs on the built-in world and, with
 * `--world DIR` (or BLY_WORLD_DIR), once more on that one. `BLY_URL` with `BLY_API_KEY` uses a server that is
 * running already (`BLY_DEMO_URL`, `BLY_DEMO_API_KEY` before 0.5.0). Ends with 1 when anything is not as documented.
 */
const departureInDays = 60;
const stayDays = 10;
const eventDeadlineMs = 30_000;
const card = '4242424242424242';

const Value = z.looseObject({ value: z.int(), currency: z.string() });
const Amount = z.looseObject({ amount: z.int(), currency: z.string() });
const Flight = z.looseObject({
  airline_name: z.string(),
  origin: z.string(),
  destination: z.string(),
  departure_datetime: z.string(),
  arrival_datetime: z.string(),
  duration_minutes: z.int(),
  stops: z.int(),
  segments: z.array(z.looseObject({ flight_number: z.string() })),
});
const SearchAnswer = z.looseObject({
  total: z.int(),
  live_offers: z
    .array(
      z.looseObject({
        outbound_flight: Flight,
        inbound_flight: Flight,
        fares: z
          .array(
            z.looseObject({
              trip_item_token: z.string(),
              brand_name: z.string(),
              total_price: Value,
              cabin_class: z.string(),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
});
const TripAnswer = z.looseObject({
  trip_id: z.string(),
  status: z.string(),
  items: z.array(z.looseObject({ description: z.string(), price: Amount })),
  travelers: z.array(z.looseObject({ first_name: z.string() })),
});
const CheckoutAnswer = z.looseObject({
  checkout_url: z.string(),
  expires_at: z.string(),
  session_id: z.string(),
  status: z.string(),
  price_changed: z.boolean(),
  total_amount: Amount,
});
const WebhookAnswer = z.looseObject({ id: z.int(), url: z.string(), secret: z.string(), status: z.string() });
const PayAnswer = z.looseObject({ status: z.string() });
const BookingAnswer = z.looseObject({
  booking: z.looseObject({
    booking_ref: z.string(),
    status: z.string(),
    type: z.string(),
    last_name: z.string(),
    total_paid: Amount,
    created_at: z.string(),
    travelers: z.array(z.looseObject({ first_name: z.string(), last_name: z.string(), passenger_type: z.string() })),
    items: z.array(
      z.looseObject({
        kind: z.string(),
        status: z.string(),
        ticket_numbers: z.array(z.string()).optional(),
        confirmation: z.looseObject({ confirmation_number: z.string(), product_summary: z.string() }),
      }),
    ),
  }),
});

const TRAVELERS = [
  { first_name: 'Nellie', last_name: 'Bly', date_of_birth: '1984-05-05', gender: 'FEMALE', passenger_type: 'ADULT' },
  { first_name: 'Phileas', last_name: 'Fogg', date_of_birth: '1980-10-02', gender: 'MALE', passenger_type: 'ADULT' },
];

class Narrator {
  #step = 0;
  readonly #started = performance.now();
  #last = this.#started;

  /** Prints a numbered line with how long it took since the one before. */
  step(text: string, details: readonly string[] = []): void {
    const now = performance.now();
    this.#step += 1;
    console.log(`${String(this.#step).padStart(2)}. ${text}  (${Math.round(now - this.#last)} ms)`);
    for (const detail of details) console.log(`      ${detail}`);
    this.#last = now;
  }

  done(): void {
    console.log(`    Done in ${((performance.now() - this.#started) / 1_000).toFixed(1)} s.`);
  }
}

interface Stage {
  readonly server: DemoServer;
  readonly receiver: DemoReceiver;
  readonly narrator: Narrator;
}

/** Sends one request and reads its answer, or throws with what the server said. */
async function call<T>(server: DemoServer, path: string, answer: z.ZodType<T>, body: unknown): Promise<T> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  const parsed = answer.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`POST ${path} answered in an unexpected shape: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

async function runJourney(worldDir: string | undefined): Promise<void> {
  const narrator = new Narrator();
  console.log(
    `\nWorld: ${runningUrl() === undefined ? (worldDir ?? 'built in (data/world)') : 'that of the running server'}`,
  );
  const server = await openServer(worldDir);
  const receiver = await startDemoReceiver();
  let stop = async (): Promise<void> => undefined;
  try {
    const stage = { server, receiver, narrator };
    narrator.step(`Server at ${server.url}, webhook receiver at ${receiver.url}`);
    const { id: webhookId, secret } = await registerReceiver(stage);
    stop = () => removeReceiver(server, webhookId);
    const token = await searchFlights(stage);
    const tripId = await buildTrip(stage, token);
    await payForTrip(stage, tripId);
    const bookingRef = await awaitBooking(stage, secret);
    await showBooking(stage, bookingRef);
    narrator.done();
  } finally {
    await stop();
    await receiver.close();
    await server.stop();
  }
}

/** The address of a server that runs already, where one was named. */
function runningUrl(): string | undefined {
  return process.env['BLY_URL'] ?? oldName('BLY_DEMO_URL', 'BLY_URL');
}

async function openServer(worldDir: string | undefined): Promise<DemoServer> {
  const url = runningUrl();
  if (url === undefined) return startDemoServer(worldDir, (text) => console.log(`    ${text}`));
  const apiKey =
    process.env['BLY_API_KEY'] ?? oldName('BLY_DEMO_API_KEY', 'BLY_API_KEY') ?? process.env['BLY_BOOTSTRAP_API_KEY'];
  if (apiKey === undefined)
    throw new Error(
      `BLY_URL names a running server (${url}): put a key of it into BLY_API_KEY, or unset BLY_URL and the demo starts a server of its own.`,
    );
  const isThere = await fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
  if (!isThere)
    throw new Error(
      `No Bly answers at BLY_URL (${url}). Start it with npm start, or unset BLY_URL and the demo starts a server of its own.`,
    );
  return { url: url.replace(/\/$/, ''), apiKey, stop: async () => undefined };
}

/** The value of a variable under its name of before 0.5.0, with a notice of the one it has now. */
function oldName(before: string, now: string): string | undefined {
  const value = process.env[before];
  if (value !== undefined) console.error(`${before} is the old name of ${now}: set that instead.`);
  return value;
}

/** A server that runs on keeps no endpoint of a receiver that is gone. Never hides why the journey failed. */
async function removeReceiver(server: DemoServer, webhookId: number): Promise<void> {
  const url = `${server.url}/v1/webhooks/${webhookId}`;
  const isGone = await fetch(url, { method: 'DELETE', headers: { 'X-API-Key': server.apiKey } }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isGone) console.log(`    Webhook ${webhookId} could not be deleted: DELETE ${url}`);
}

async function registerReceiver({ server, receiver, narrator }: Stage): Promise<z.infer<typeof WebhookAnswer>> {
  const webhook = await call(server, '/v1/webhooks', WebhookAnswer, {
    url: receiver.url,
    events: ['booking.completed', 'booking.failed'],
  });
  narrator.step(`Registered webhook ${webhook.id} for booking.completed and booking.failed`, [
    `secret ${webhook.secret.slice(0, 10)}… (shown once)`,
  ]);
  return webhook;
}

async function searchFlights({ server, narrator }: Stage): Promise<string> {
  const search = {
    origin: 'PAR',
    destination: 'TYO',
    trip_type: 'roundtrip',
    adults: TRAVELERS.length,
    currency: 'EUR',
    departure_date: dateInDays(departureInDays),
    return_date: dateInDays(departureInDays + stayDays),
  };
  const found = await call(server, '/v1/flight_search', SearchAnswer, search);
  const lines = found.live_offers
    .slice(0, 3)
    .map((offer) => `${show(offer.fares[0]?.total_price)}  ${describe(offer.outbound_flight)}`);
  narrator.step(
    `Searched Paris (PAR) to Tokyo (TYO) and back, ${search.departure_date} to ${search.return_date}: ${found.total} offers`,
    lines,
  );
  const fare = found.live_offers[0]?.fares[0];
  if (fare === undefined) throw new Error('The cheapest offer has no fare.');
  return fare.trip_item_token;
}

async function buildTrip({ server, narrator }: Stage, token: string): Promise<string> {
  const added = await call(server, '/v1/trip', TripAnswer, { add_item: { trip_item_token: token } });
  narrator.step(
    `Added the cheapest to a new trip ${added.trip_id}`,
    added.items.map((item) => `${item.description}: ${showAmount(item.price)}`),
  );
  const contact = { email: 'nellie@example.com', phone: '+33612345678' };
  const filled = await call(server, '/v1/trip', TripAnswer, {
    trip_id: added.trip_id,
    upsert_travelers: { travelers: TRAVELERS, contact },
  });
  narrator.step(
    `Set ${filled.travelers.length} travelers`,
    TRAVELERS.map((traveler) => `${traveler.first_name} ${traveler.last_name}`),
  );
  return added.trip_id;
}

async function payForTrip({ server, narrator }: Stage, tripId: string): Promise<void> {
  const checkout = await call(server, '/v1/checkout', CheckoutAnswer, { trip_id: tripId });
  if (checkout.status !== 'ready') throw new Error(`The checkout is ${checkout.status}, not ready.`);
  narrator.step(
    `Checked out: ${showAmount(checkout.total_amount)}, price changed: ${checkout.price_changed ? 'yes' : 'no'}`,
    [`a person would pay at ${checkout.checkout_url}`, `quote holds until ${checkout.expires_at}`],
  );
  const paid = await call(server, '/v1/sandbox/pay', PayAnswer, { trip_id: tripId, card });
  if (paid.status !== 'authorised') throw new Error(`The payment is ${paid.status}, not authorised.`);
  narrator.step(`Paid with ${card.slice(0, 4)}…${card.slice(-4)}: ${paid.status}`);
}

async function awaitBooking({ receiver, narrator }: Stage, secret: string): Promise<string> {
  const received = await receiver.next('booking.completed', eventDeadlineMs);
  verifyEvent(received, secret);
  const { event } = received;
  if (event['livemode'] !== false) throw new Error('A sandbox event must not be in live mode.');
  narrator.step('Received booking.completed; X-Service-Signature and Standard Webhooks signature both verify', [
    received.body,
  ]);
  return String(event['booking_ref']);
}

async function showBooking({ server, narrator }: Stage, bookingRef: string): Promise<void> {
  const { booking } = await call(server, '/v1/get_booking', BookingAnswer, {
    booking_ref: bookingRef,
    last_name: TRAVELERS[0]?.last_name,
  });
  if (booking.status !== 'confirmed') throw new Error(`The booking is ${booking.status}, not confirmed.`);
  narrator.step(`Read booking ${booking.booking_ref} with the lead traveler's last name`, [
    `${booking.type}, ${booking.status}, ${showAmount(booking.total_paid)} paid, made ${booking.created_at}`,
    ...booking.travelers.map((traveler) => `${traveler.first_name} ${traveler.last_name} (${traveler.passenger_type})`),
    ...booking.items.map(
      (item) => `${item.confirmation.product_summary}: ${item.status}, PNR ${item.confirmation.confirmation_number}`,
    ),
    ...booking.items.map((item) => `tickets ${(item.ticket_numbers ?? []).join(', ')}`),
  ]);
}

function dateInDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function describe(flight: z.infer<typeof Flight>): string {
  const hours = `${Math.floor(flight.duration_minutes / 60)} h ${flight.duration_minutes % 60} min`;
  const stops = flight.stops === 0 ? 'non-stop' : `${flight.stops} stop${flight.stops === 1 ? '' : 's'}`;
  const departs = flight.departure_datetime.slice(0, 16).replace('T', ' ');
  const numbers = flight.segments.map((segment) => segment.flight_number).join('+');
  return `${flight.airline_name} ${numbers} ${flight.origin}–${flight.destination} ${departs} UTC, ${hours}, ${stops}`;
}

function show(value: z.infer<typeof Value> | undefined): string {
  return value === undefined ? '' : showAmount({ amount: value.value, currency: value.currency });
}

function showAmount({ amount, currency }: z.infer<typeof Amount>): string {
  const places = decimalPlaces(currency);
  return `${(amount / 10 ** places).toFixed(places)} ${currency}`;
}

/** The built-in world, then the one that was asked for. A running server has one world, so it is used once. */
function chooseWorlds(): readonly (string | undefined)[] {
  if (runningUrl() !== undefined) return [undefined];
  const { values } = parseArgs({ options: { world: { type: 'string' } } });
  const asked = values.world ?? process.env['BLY_WORLD_DIR'];
  if (asked === undefined || asked === '') return [undefined];
  const worldDir = resolve(asked);
  if (!existsSync(worldDir)) throw new Error(`There is no world at ${worldDir}.`);
  return [undefined, worldDir];
}

try {
  for (const worldDir of chooseWorlds()) await runJourney(worldDir);
  console.log('\nThe journey ran as documented.');
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
