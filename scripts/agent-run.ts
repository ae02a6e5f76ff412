import { parseArgs } from 'node:util';
import { connectAgent, type ToolResult } from '../test/support/mcp.ts';
import { CONTACT, daysAhead, NELLIE } from '../test/support/faults/trip-journeys.ts';
import { startDemoServer } from './demo-server.ts';

/**
 * An agent without a mind: books a flight and a hotel in one trip through the MCP tools alone, as a model would, with
 * the mistakes a model makes, and prints what was said and the table of tokens by call. Talks to `--url` and `--key`,
 * else to a sandbox server of its own.
 *
 * node scripts/agent-run.ts [--url http://127.0.0.1:8080 --key bly_s…]
 */
const { values } = parseArgs({ options: { url: { type: 'string' }, key: { type: 'string' } } });

/** Characters of arguments, and of an answer, that a transcript shows. */
const argumentsShownMax = 400;
/** Sealed tokens are as long as a paragraph and say nothing to a reader. */
const tokenShownMax = 14;
/** Fulfilment takes a second or two; after this many looks something is wrong. */
const looksMax = 60;
const lookMs = 500;

interface Step {
  readonly name: string;
  readonly tokens: number;
}

const steps: Step[] = [];
const started = values.url === undefined ? await startDemoServer(undefined, (text) => console.log(text)) : undefined;
try {
  await run(values.url ?? started?.url ?? '', values.key ?? started?.apiKey ?? '');
} finally {
  await started?.stop();
}

async function run(url: string, key: string): Promise<void> {
  const agent = await connectAgent(url, { headers: { authorization: `Bearer ${key}` } });
  const { tools } = await agent.client.listTools();
  const version = agent.client.getServerVersion();
  say(`Connected to ${version?.name ?? '?'} ${version?.version ?? ''} over Streamable HTTP: ${tools.length} tools.`);

  const call = async (
    name: string,
    args: Readonly<Record<string, unknown>>,
    tell: (answer: ToolResult) => string,
  ): Promise<ToolResult> => {
    say(`\n→ ${name} ${short(JSON.stringify(args)).slice(0, argumentsShownMax)}`);
    const answer = await agent.call(name, args);
    steps.push({ name, tokens: answer.tokens });
    say(`← ${answer.isError ? 'error, ' : ''}${answer.tokens} tokens: ${tell(answer)}`);
    return answer;
  };
  await book(call);
  const [outward, homeward] = [daysAhead(60), daysAhead(63)];
  await call(
    'flight_calendar',
    { origin: 'Munich', destination: 'LIS', departure_date_ranges: [{ start: daysAhead(30), end: daysAhead(90) }] },
    ({ data }) => `${data.itineraries.rows.length} days: ${data.itineraries.columns}`,
  );
  await call(
    'car_search',
    {
      pick_up: { location: 'LIS', date_time: `${outward}T18:00:00` },
      drop_off: { date_time: `${homeward}T10:00:00` },
      driver_age: 36,
    },
    ({ data }) => `${data.offers.length} of ${data.total} cars`,
  );
  const rows = steps.map(({ name, tokens }) => `| ${name} | ${tokens} |`);
  say(['', '| call | tokens |', '|---|---|', ...rows].join('\n'));
  say(`\n${steps.length} calls, ${steps.reduce((sum, { tokens }) => sum + tokens, 0)} tokens of answers.`);
  await agent.close();
}

type Call = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  tell: (answer: ToolResult) => string,
) => Promise<ToolResult>;

async function book(call: Call): Promise<void> {
  const [outward, homeward] = [daysAhead(60), daysAhead(63)];
  await call(
    'places',
    { query: 'Lisbon', limit: '3', user_intent: 'Three nights in Lisbon, flying from Munich, one person.' },
    tellPlaces,
  );
  // What models do: a city's name for its code, a word for a date.
  await call('flight_search', { origin: 'Munich', destination: 'LIS', departure_date: 'in two months' }, tellError);
  const flights = await call(
    'flight_search',
    {
      origin: 'muc',
      destination: 'lis',
      departure_date: outward,
      return_date: homeward,
      adults: '1',
      currency: 'eur',
      limit: 5,
    },
    tellFlights,
  );
  const hotels = await call(
    'hotel_search',
    {
      city_name: 'Lisbon',
      country_code: 'PT',
      checkin: outward,
      checkout: homeward,
      occupancies: { adults: 1, smokers: 0 },
      currency: 'EUR',
      max_results: 3,
    },
    tellHotels,
  );
  const { data: trip } = await call(
    'trip',
    { currency: 'EUR', add_item: { trip_item_token: flights.data.live_offers[0].fares[0].trip_item_token } },
    tellTrip,
  );
  await call(
    'trip',
    { trip_id: trip.trip_id, add_item: { trip_item_token: hotels.data.hotels[0].rooms[0].rates[0].offer_id } },
    tellTrip,
  );
  await call('checkout', { trip_id: trip.trip_id }, tellError);
  await call('trip', { trip_id: trip.trip_id, upsert_travelers: { travelers: [NELLIE], contact: CONTACT } }, tellTrip);
  await call('submit_agent_payment', { trip_id: trip.trip_id, shared_payment_token: '4242 4242 4242 4242' }, tellError);
  await call(
    'checkout',
    { trip_id: trip.trip_id },
    ({ data }) => `quoted at ${String(data.total)}. ${String(data.next)}`,
  );
  await call(
    'submit_agent_payment',
    { trip_id: trip.trip_id, shared_payment_token: 'spt_test_ok' },
    ({ data }) => `payment ${String(data.status)}`,
  );
  const bookingRef = await untilBooked(call, String(trip.trip_id));
  await call(
    'get_booking',
    { booking_ref: bookingRef, last_name: 'Bly' },
    ({ data }) =>
      `${data.booking.booking_ref} ${data.booking.status}: ${data.booking.items.map((item: { kind: string; status: string }) => `${item.kind} ${item.status}`).join(', ')}`,
  );
}

/** Asks as an agent does, again and again; only the last look is told. */
async function untilBooked(call: Call, tripId: string): Promise<string> {
  for (let look = 1; look <= looksMax; look += 1) {
    const { data } = await call(
      'trip_status',
      { trip_id: tripId },
      ({ data: told }) =>
        `${String(told.status)}${told.fulfillment?.booking_ref ? `, booking ${told.fulfillment.booking_ref}` : ''}`,
    );
    if (data.status === 'fulfilled') return String(data.booking_ref ?? data.fulfillment.booking_ref);
    if (data.status === 'failed') break;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  throw new Error('The trip was not booked.');
}

function tellPlaces({ data, notes }: ToolResult): string {
  return `${data.places.rows.slice(0, 3).join(', ')}. ${notes}`;
}

function tellFlights({ data, notes }: ToolResult): string {
  const offers: readonly { readonly out: string; readonly fares: readonly { readonly price: string }[] }[] =
    data.live_offers;
  return `${offers.length} offers: ${offers.map((offer) => `${offer.fares[0]?.price ?? '?'} ${offer.out}`).join('; ')}. ${short(notes).replaceAll('\n', ' ')}`;
}

function tellHotels({ data, notes }: ToolResult): string {
  return `${data.hotels.map((hotel: { name: string }) => hotel.name).join(', ')}. ${short(notes).replaceAll('\n', ' ')}`;
}

function tellTrip({ data }: ToolResult): string {
  return `trip ${data.status}: ${data.items.map((item: { type: string; price: string }) => `${item.type} ${item.price}`).join(', ')}`;
}

function tellError({ notes }: ToolResult): string {
  return notes.split('\n').join('\n   ');
}

/** Without the length of sealed tokens. */
function short(text: string): string {
  return text.replaceAll(/\b[a-z]{3,5}_[\w-]{24,}/g, (token) => `${token.slice(0, tokenShownMax)}…`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
