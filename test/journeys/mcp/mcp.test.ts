import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { estimateTokens } from '../../../src/mcp/model/tokens.ts';
import { routes } from '../../../src/routes.ts';
import { type Agent, connectAgent } from '../../support/mcp.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';
import { trustingUsers } from '../../support/users.ts';

let service: TestService;
let agent: Agent;
beforeAll(async () => {
  service = await startService({ runsJobs: true, users: trustingUsers });
  agent = await connectAgent(service.url);
});
afterAll(async () => {
  await agent.close();
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

/** The cap of common clients (contract, section 12). */
const TOKENS_MAX = 25_000;
const [outward, homeward] = [daysAhead(60), daysAhead(63)];

describe('the list of tools', () => {
  /** Operations of /v1 that are no tools, and why. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    book: 'the deprecated name of checkout',
    openapi: 'a document for programs, a megabyte long',
    list_order_deliveries: 'a log for who runs the installation',
    air_traffic_traveled: 'demand_destinations in the shape of a service that has closed',
    air_traffic_booked: 'the same',
    air_traffic_busiest_period: 'demand_trends in that shape',
    booking_search: 'for staff; agents know the reference',
    create_booking_note: 'for staff',
    get_booking_timeline: 'for staff; get_booking says what travelers may know',
    list_booking_notes: 'for staff',
    decide_manual_change: 'people decide, signed in',
    get_event: 'for staff; list_events has the feed',
    list_booking_invoices: 'for the books of the seller; get_booking links the receipt',
    get_organization: 'for staff; what customers see stands on every page',
    replace_organization: 'for staff',
    replace_organization_logo: 'for staff, a file',
    delete_organization_logo: 'for staff',
    request_log: 'for staff; each answer has its request id',
    list_manual_changes: 'for staff',
    overview: 'for staff',
    resend_booking_mail: 'for staff',
    retry_booking: 'for staff',
  };

  test('every operation of /v1 is a tool, or stands among the exceptions', async () => {
    const { tools } = await agent.client.listTools();
    const operations = routes.filter((route) => route.path.startsWith('/v1/'));
    const missing = operations.filter((route) => route.tool === undefined).map((route) => route.operationId);
    expect(missing.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
    const forKeys = operations
      .filter((route) => route.tool !== undefined && route.access !== 'user')
      .map((route) => route.operationId);
    expect(tools.map(({ name }) => name).toSorted()).toEqual(forKeys.toSorted());
    expect(operations.filter((route) => route.access === 'user' && route.tool === undefined)).toEqual([]);
  });

  /** The hints with what the protocol takes for granted where they say nothing. */
  const hintsOf = (hint: Readonly<Record<string, unknown>> | undefined) => {
    const isReading = hint?.['readOnlyHint'] ?? false;
    const writing = isReading ? ['', ''] : [hint?.['idempotentHint'] ?? false, hint?.['destructiveHint'] ?? true];
    return [isReading, ...writing, hint?.['openWorldHint'] ?? true]
      .map((value) => (value === '' ? ' ' : Number(value)))
      .join('');
  };

  test('the whole list costs less than 24,000 tokens, and every way to say what is wanted stands in it', async () => {
    const { tools } = await agent.client.listTools();
    const tokens = estimateTokens(JSON.stringify(tools));
    process.stdout.write(`tools/list: ${tools.length} tools, ${tokens} tokens\n`);
    expect(tokens).toBeLessThan(24_000);
    expect(tools.find(({ name }) => name === 'flight_search')).toMatchObject({
      title: 'Flight search',
      description: expect.stringMatching(/^Search/),
      inputSchema: {
        properties: {
          origin: { type: 'string' },
          departure_date: { format: 'date' },
          cabin_class: { enum: ['economy', 'premium_economy', 'business', 'first'] },
        },
      },
    });
  });

  test('each says what it does and takes one flat object', async () => {
    const { tools } = await agent.client.listTools();
    for (const { name, description, inputSchema, ...rest } of tools) {
      expect(description, name).toBeTruthy();
      expect(inputSchema.properties, name).toHaveProperty('user_intent');
      expect(inputSchema, name).not.toHaveProperty('anyOf');
      // With one the data of every answer would be read twice.
      expect(rest, name).not.toHaveProperty('outputSchema');
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations: hint }) => [name, hintsOf(hint)]));
    expect(hints).toMatchObject({
      // read-only, idempotent, destructive, open world
      flight_search: '1  1',
      hotel_search: '1  1',
      car_search: '1  1',
      places: '1  1',
      get_trip: '1  1',
      trip: '0001',
      select_ancillaries: '0101',
      checkout: '0101',
      cancel_trip: '0111',
      submit_agent_payment: '0111',
      get_booking: '1  1',
      refund_check: '1  1',
      refund_commit: '0111',
      hotel_cancel: '0111',
      car_cancel: '0111',
      exchange_shop: '1  1',
      exchange_commit: '0111',
      add_services_commit: '0111',
      car_exchange_commit: '0111',
      schedule_change_accept: '0111',
      account: '1  0',
      sandbox_pay: '0000',
      sandbox_reset: '0110',
    });
  });
});

describe('a flight and a hotel, through tools only', () => {
  test('search, trip, travelers, checkout, pay, booking', async () => {
    const used: [string, number][] = [];
    const step = async (name: string, args: Readonly<Record<string, unknown>>) => {
      const result = await agent.call(name, args);
      used.push([name, result.tokens]);
      expect(result, result.notes).toMatchObject({ isError: false });
      expect(result.tokens).toBeLessThanOrEqual(TOKENS_MAX);
      if (['trip', 'checkout', 'sandbox_pay'].includes(name)) expect(result.notes).not.toMatch(/call again/i);
      return result;
    };
    await step('places', { query: 'lisbon', user_intent: 'Three nights by the sea.' });
    const flights = await step('flight_search', {
      origin: 'MUC',
      destination: 'LIS',
      departure_date: outward,
      return_date: homeward,
      currency: 'EUR',
    });
    const hotels = await step('hotel_search', {
      city_name: 'Lisbon',
      country_code: 'PT',
      checkin: outward,
      checkout: homeward,
      adults: 1,
      currency: 'EUR',
    });
    const { data: trip } = await step('trip', {
      currency: 'EUR',
      add_item: { trip_item_token: flights.data.live_offers[0].fares[0].trip_item_token },
    });
    const [rate] = hotels.data.hotels[0].rooms[0].rates;
    await step('trip', { trip_id: trip.trip_id, add_item: { trip_item_token: rate.offer_id } });
    await step('trip', { trip_id: trip.trip_id, upsert_travelers: { travelers: [NELLIE], contact: CONTACT } });
    const quoted = await step('checkout', { trip_id: trip.trip_id });
    expect(quoted.data.next).toContain('show checkout_url to pay');
    expect(quoted.data.checkout_url).toMatch(new RegExp(`^${service.url}/checkout/`));
    await step('sandbox_pay', { trip_id: trip.trip_id, card: '4242424242424242' });
    await expect
      .poll(async () => (await agent.call('trip_status', { trip_id: trip.trip_id })).data.status, { timeout: 20_000 })
      .toBe('fulfilled');
    const { data: done } = await step('get_trip', { trip_id: trip.trip_id });
    const ref: string = done.booking_ref ?? done.fulfillment?.booking_ref;
    const { data: found } = await step('get_booking', { booking_ref: ref, last_name: 'Bly' });
    expect(found.booking.items.map((item: { kind: string; status: string }) => [item.kind, item.status])).toEqual([
      ['flight', 'confirmed'],
      ['hotel', 'confirmed'],
    ]);
    process.stdout.write(
      `tokens by step: ${used.map(([name, tokens]) => `${name} ${tokens}`).join(', ')}; ${used.reduce((sum, [, tokens]) => sum + tokens, 0)} in all\n`,
    );

    const resource = await agent.client.readResource({ uri: `bly://booking/${ref}` });
    expect(resource.contents[0]).toMatchObject({ mimeType: 'application/json', text: expect.stringContaining(ref) });
    expect((await agent.client.readResource({ uri: `bly://trip/${trip.trip_id}` })).contents[0]).toMatchObject({
      text: expect.stringContaining('"status":"fulfilled"'),
    });
    const other = await service.makeKey();
    const stranger = await connectAgent(service.url, { headers: { authorization: `Bearer ${other.key}` } });
    await expect(stranger.client.readResource({ uri: `bly://booking/${ref}` })).rejects.toThrow(
      'Nothing is at this address',
    );
    await stranger.close();
  });
});

describe('bad input', () => {
  test('numbers, booleans, nulls, single values and codes are read as meant, and said to be', async () => {
    const read = await agent.call('flight_search', {
      origin: 'muc',
      destination: ' lis ',
      departure_date: outward,
      return_date: null,
      adults: '2',
      limit: '3',
      currency: 'eur',
    });
    expect(read.isError).toBe(false);
    expect(read.data).toMatchObject({ passenger_count: 2 });
    expect(read.data.live_offers[0].fares[0].price).toMatch(/^EUR \d+\.\d\d$/);
    expect(read.notes).toMatch(/Read in another form than sent: .*adults/);
    const details = await agent.call('hotel_search', {
      city_name: 'Lisbon',
      checkin: outward,
      checkout: homeward,
      occupancies: '{"adults": "2", "children_ages": 7}',
      hotel_type_ids: null,
    });
    expect(details, details.notes).toMatchObject({ isError: false });
    expect(details.data.occupancies).toEqual([{ adults: 2, children_ages: [7] }]);
  });

  test('what cannot be read as meant is told with the field, its form and an example', async () => {
    const told = await agent.call('flight_search', {
      origin: 'Munich',
      destination: 'LIS',
      departure_date: 'next friday',
    });
    expect(told.isError).toBe(true);
    expect(told.data).toMatchObject({
      error: { code: 'BAD_REQUEST', doc_url: `${service.url}/docs/errors#BAD_REQUEST` },
      fields: [
        { path: 'origin', example: expect.stringMatching(/^[A-Z]{3}$/) },
        { path: 'departure_date', example: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
      ],
    });
    expect(told.notes).toContain('Next: Correct the named fields');
    expect((await agent.call('get_trip', {})).data.fields[0]).toMatchObject({
      path: 'trip_id',
      problem: 'is required',
    });
    expect((await agent.call('get_trip', { trip_id: 'trip_0000' })).data.error.code).toBe('NOT_FOUND');
    await expect(agent.client.callTool({ name: 'rocket_search', arguments: {} })).rejects.toThrow(
      'no tool of this name',
    );
  });

  test('a text where an object belongs gets an example with something in it; unknown arguments are named', async () => {
    expect((await agent.call('trip', { add_item: 'the first one' })).data.fields[0]).toMatchObject({
      path: 'add_item',
      example: { trip_item_token: 'tit_…' },
    });
    expect((await agent.call('places', { query: 'lisbon', travellers: [] })).notes).toContain(
      'Ignored, for this tool has no such argument: travellers.',
    );
  });

  test('a card number is refused wherever it stands; the test cards pass where they belong', async () => {
    for (const [name, args] of [
      ['submit_agent_payment', { trip_id: 'trip_1', shared_payment_token: '4111 1111 1111 1111' }],
      [
        'trip',
        { upsert_travelers: { travelers: [{ ...NELLIE, title: 'pay with 5555-5555-5555-4444' }], contact: CONTACT } },
      ],
      ['sandbox_pay', { trip_id: 'trip_1', card: { number: 4111111111111111 } }],
      ['get_trip', { trip_id: '4242424242424242' }],
    ] as const) {
      const refused = await agent.call(name, args);
      expect(refused, name).toMatchObject({
        isError: true,
        data: { error: { code: 'BAD_REQUEST', message: expect.stringContaining('Card data is never accepted') } },
      });
      expect(JSON.stringify(refused.data)).not.toMatch(/4111|5555|4242/);
    }
    expect((await agent.call('sandbox_pay', { trip_id: 'trip_1', card: '4242424242424242' })).data.error.code).toBe(
      'NOT_FOUND',
    );
  });
});

interface ShownOffer {
  readonly out: string;
  readonly fares: readonly { readonly price: string }[];
}
interface PlainOffer {
  readonly outbound_flight: { readonly segments: readonly { readonly flight_number: string }[] };
  readonly fares: readonly { readonly total_price: { readonly value: number; readonly currency: string } }[];
}

describe('long answers', () => {
  const LONG: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['flight_search', { origin: 'LON', destination: 'NYC', departure_date: outward, limit: 100 }],
    [
      'flight_search',
      { origin: 'LON', destination: 'NYC', departure_date: outward, return_date: homeward, limit: 100, detail: 'full' },
    ],
    ['find_destination', { origins: ['MUC'], departure_dates: [outward], limit: 100 }],
    ['flight_calendar', { origins: ['MUC'], destinations: ['LIS'] }],
    [
      'hotel_search',
      { city_name: 'London', country_code: 'GB', checkin: outward, checkout: homeward, adults: 2, max_results: 200 },
    ],
    [
      'hotel_search',
      {
        city_name: 'London',
        country_code: 'GB',
        checkin: outward,
        checkout: homeward,
        adults: 2,
        max_results: 200,
        detail: 'full',
      },
    ],
    [
      'car_search',
      {
        pick_up: { location: 'LIS', location_type: 'airport', date_time: `${outward}T18:00:00` },
        drop_off: { date_time: `${homeward}T10:00:00` },
        driver_age: 36,
        limit: 100,
      },
    ],
  ];

  test.each(LONG)('%s stays within the cap and says what is missing', async (name, args) => {
    const answer = await agent.call(name, args);
    expect(answer, answer.notes).toMatchObject({ isError: false });
    expect(answer.tokens).toBeLessThanOrEqual(TOKENS_MAX);
    expect(answer.data.not_shown[0]).toMatchObject({ what: expect.any(String), how_to_get_it: expect.any(String) });
  });

  test('in full every offer is reached by skip', async () => {
    const search = {
      origin: 'PAR',
      destination: 'LIS',
      departure_date: outward,
      return_date: homeward,
      limit: 4,
      detail: 'full',
    };
    const seen: string[] = [];
    let told: { readonly shown: number; readonly of: number } | undefined;
    do {
      const { data } = await agent.call('flight_search', { ...search, skip: seen.length });
      const page = data.live_offers.map(({ offer_id: id }: { offer_id: string }) => id);
      expect(page.length).toBeGreaterThan(0);
      told = data.not_shown.find(({ what }: { what: string }) => what === 'live_offers');
      if (told) expect(told.shown).toBe(page.length);
      seen.push(...page);
    } while (told && seen.length < told.of);
    expect(new Set(seen).size).toBe(4);
  });

  test('seat maps of two segments, and the extras', async () => {
    const { data: found } = await agent.call('flight_search', {
      origin: 'LON',
      destination: 'NYC',
      departure_date: outward,
      max_stops: 1,
      limit: 100,
    });
    const offer = found.live_offers.find(({ out }: { out: string }) => out.includes(', 1 stop, '));
    const { data: trip } = await agent.call('trip', { add_item: { trip_item_token: offer.fares[0].trip_item_token } });
    const seats = await agent.call('get_trip_seat_maps', { trip_id: trip.trip_id });
    expect(seats.data.items[0].seat_maps).toHaveLength(2);
    expect(seats.tokens).toBeLessThanOrEqual(TOKENS_MAX);
    expect(seats.data.items[0].seat_maps[0].rows[0].seats[0]).toMatch(/^\d+[A-K] USD \d+\.\d\d/);
    expect((await agent.call('get_trip_ancillaries', { trip_id: trip.trip_id })).tokens).toBeLessThanOrEqual(
      TOKENS_MAX,
    );
  });

  test('skip goes on where the page ended, without a gap and without a repeat', async () => {
    const search = { origin: 'LON', destination: 'NYC', departure_date: outward, limit: 60 };
    const plain = await service.call('POST', '/v1/flight_search', { ...search, sort: 'variety' });
    const seen: string[] = [];
    for (let skip = 0; seen.length < 60; skip = seen.length) {
      const { data } = await agent.call('flight_search', { ...search, skip });
      seen.push(...data.live_offers.map(({ out, fares }: ShownOffer) => `${out.split(' ')[0]} ${fares[0]?.price}`));
      expect(data.live_offers.length).toBeGreaterThan(0);
    }
    expect(seen).toEqual(
      plain.body.live_offers.map(
        ({ outbound_flight: flight, fares: [fare] }: PlainOffer) =>
          `${flight.segments[0]?.flight_number} ${fare?.total_price.currency} ${((fare?.total_price.value ?? 0) / 100).toFixed(2)}`,
      ),
    );
  });
});

describe('prompts, guides and numbers', () => {
  test("two journeys with the person's words in them", async () => {
    expect((await agent.client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['book_trip', 'change_booking']);
    const { messages } = await agent.client.getPrompt({ name: 'book_trip', arguments: { wish: 'Lisbon in May' } });
    expect(messages[0]?.content).toMatchObject({ type: 'text', text: expect.stringContaining('Lisbon in May') });
    await expect(agent.client.getPrompt({ name: 'change_booking', arguments: {} })).rejects.toThrow(
      'booking_ref: is required',
    );
  });

  test('guides can be read', async () => {
    const { resources } = await agent.client.listResources();
    for (const { uri } of resources.filter((resource) => !resource.uri.startsWith('ui://')))
      expect((await agent.client.readResource({ uri })).contents[0], uri).toMatchObject({
        mimeType: 'text/markdown',
        text: expect.stringMatching(/^# /),
      });
    expect(
      (await agent.client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ).toEqual(['bly://trip/{trip_id}', 'bly://booking/{booking_ref}']);
  });

  test('calls are counted by tool and outcome', async () => {
    const text = await service.app.metrics.registry.metrics();
    expect(text).toMatch(/bly_mcp_tool_calls_total\{tool="flight_search",outcome="ok"\} \d+/);
    expect(text).toMatch(/bly_mcp_tool_calls_total\{tool="flight_search",outcome="refused"\} \d+/);
  });
});
