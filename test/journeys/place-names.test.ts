import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, connectAgent } from '../support/mcp.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { daysAhead } from '../support/faults/trip-journeys.ts';

let service: TestService;
let agent: Agent;
beforeAll(async () => {
  service = await startService();
  agent = await connectAgent(service.url);
});
afterAll(async () => {
  await agent.close();
  await service.close();
});

const [out, back] = [daysAhead(60), daysAhead(63)];
const SEND_LIS = {
  problem: 'Is a name, not a code. Lisbon (city, PT) is LIS: send LIS',
  suggested_value: 'LIS',
  candidates: [{ value: 'LIS', label: 'Lisbon (city, PT)' }],
};
const car = (location: string) => ({
  pick_up: { location, date_time: `${out}T18:00:00` },
  drop_off: { date_time: `${back}T10:00:00` },
});

describe('a name where a place code is wanted', () => {
  test.each([
    ['/v1/flight_search', { origin: 'MUC', destination: 'Lisbon', departure_date: out }, 'destination'],
    [
      '/api/v1/flights/search',
      {
        filters: {
          locations: { origins: ['MUC', 'Lisboa'], destinations: ['PAR'] },
          dates: { departure_dates: [out] },
        },
      },
      'filters.locations.origins[1]',
    ],
    [
      '/api/v1/flights/destination-search',
      { filters: { locations: { origins: ['Lisbon'] } } },
      'filters.locations.origins[0]',
    ],
    ['/v1/flight_calendar', { origins: ['MUC'], destinations: ['Lisbon'] }, 'destinations[0]'],
    ['/v1/find_dates', { origins: ['Lisbon'], destinations: ['MUC'] }, 'origins[0]'],
    ['/v1/lowest_fare', { origins: ['Lisbon'], destinations: ['MUC'], departure_date: out }, 'origins[0]'],
    ['/v1/find_destination', { origins: ['MUC'], destinations: ['Lisbon'] }, 'destinations[0]'],
    ['/v1/price_monitoring', { origin: 'MUC', destination: 'Lisbon', departure_date: out }, 'destination'],
    ['/v1/price_history', { origin: 'MUC', destination: 'Lisbon', departure_date: out }, 'destination'],
    ['/v1/car_search', car('Lisbon'), 'pick_up.location'],
    ['/v1/hotel_price_index', { city: 'Lisbon' }, 'city'],
    ['/v1/demand_destinations', { market: 'Lisbon' }, 'market'],
  ])('%s is refused with the code to send', async (path, body, field) => {
    const { status, body: answer } = await service.call('POST', path, body);
    expect([status, answer.fields]).toEqual([422, [{ path: field, ...SEND_LIS }]]);
    expect(answer.error.message).toBe(`${field}: ${SEND_LIS.problem}`);
  });

  test('of several places lists them; nobody knows: says where to look', async () => {
    const { body } = await service.call('POST', '/v1/flight_search', {
      origin: 'San Jose',
      destination: 'Xyzzyville',
      departure_date: out,
    });
    expect(body.fields).toEqual([
      {
        path: 'origin',
        problem: expect.stringContaining('SJC is San Jose (city, US), SJO is San Jose (city, CR)'),
        candidates: [
          { value: 'SJC', label: 'San Jose (city, US)' },
          { value: 'SJO', label: 'San Jose (city, CR)' },
        ],
      },
      { path: 'destination', problem: 'must be a three-letter code. Look it up with GET /v1/places.' },
    ]);
  });

  test('a singular for a plural, and other near misses, are named where the field is missing', async () => {
    const { body } = await service.call('POST', '/v1/lowest_fare', {
      origin: 'MUC',
      destination: 'LIS',
      departure: out,
    });
    expect(body.fields).toEqual(
      ['origin', 'destination', 'departure'].map((sent, index) => {
        const path = ['origins', 'destinations', 'departure_date'][index];
        return { path, problem: `is required. ${sent} is not a field here: did you mean ${path}?` };
      }),
    );
    const flat = await service.call('POST', '/v1/flight_search', {
      origins: ['MUC'],
      destination: 'LIS',
      departure_date: out,
    });
    expect(flat.body.fields).toEqual([
      {
        path: 'origin',
        problem: 'is required, unless an offer_token is sent. origins is not a field here: did you mean origin?',
      },
    ]);
  });
});

describe('a tool', () => {
  test.each([
    [
      'flight_search',
      { origin: 'Munich', destination: 'Lisbon', departure_date: out, limit: 1 },
      'origin: Munich (city, DE) is MUC; destination: Lisbon (city, PT) is LIS',
    ],
    [
      'lowest_fare',
      { origins: ['Munich'], destinations: 'Lisboa', departure_date: out },
      'origins[0]: Munich (city, DE) is MUC; destinations[0]: Lisbon (city, PT) is LIS',
    ],
    ['car_search', car('Lisbon'), 'pick_up.location: Lisbon (city, PT) is LIS'],
    ['demand_destinations', { market: 'Portugal' }, 'market: Portugal (country) is PT'],
    [
      'price_monitoring',
      { origin: 'Munich', destination: 'LIS', departure_date: out },
      'origin: Munich (city, DE) is MUC',
    ],
  ])('%s reads names of one place, and says which codes it took', async (name, args, told) => {
    const { isError, notes } = await agent.call(name, args);
    expect([isError, notes], notes).toEqual([
      false,
      expect.stringContaining(`Names of places were read as codes: ${told}.`),
    ]);
  });

  test('a name of several places, or a misspelt one, is refused with a code as the example and tools to look it up with', async () => {
    const told = await agent.call('flight_search', {
      origin: 'San Jose',
      destination: 'Barcelna',
      departure_date: out,
    });
    expect(told).toMatchObject({
      isError: true,
      data: {
        fields: [
          { path: 'origin', example: 'SJC' },
          { path: 'destination', example: 'BCN' },
        ],
      },
    });
    const unknown = await agent.call('flight_search', {
      origin: 'Xyzzyville',
      destination: 'XQX',
      departure_date: out,
    });
    expect(unknown.notes).toContain('origin: must be a three-letter code. Look it up with the tool places.');
    expect(unknown.notes).not.toMatch(/(?:GET|POST) \/v1/);
  });

  test("arguments under a neighbour's name are read; others are named as ignored, with the ones they were meant for", async () => {
    const told = await agent.call('flight_calendar', { origin: 'MUC', destination: 'LIS', colour: 'blue' });
    expect([told.isError, told.data.itineraries.rows.length > 0]).toEqual([false, true]);
    expect(told.notes).toContain('Read in another form than sent: origin as origins, destination as destinations');
    expect(told.notes).toContain('Ignored, for this tool has no such argument: colour.');
    const nested = await agent.call('trip', {
      currency: 'EUR',
      upsert_travelers: { travelers: [{ first_name: 'Nellie', surname: 'Bly' }] },
    });
    expect(nested.notes).toContain(
      'Did you mean upsert_travelers.travelers[0].last_name (for upsert_travelers.travelers[0].surname)?',
    );
  });
});
