import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkMonitor } from '../../../src/flights/monitors/check-monitor.ts';
import { asId } from '../../../src/platform/ids.ts';
import type { JobRun } from '../../../src/platform/jobs/job.ts';
import { type SupplierContext, SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import type { FlightQuery } from '../../../src/travel/flight.ts';
import { aFare, aPublisher, fewOffers } from '../../support/products/flights.ts';
import { aPricingRule, setPricingRules } from '../../support/products/pricing-rules.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const SIX_HOURS = 6 * 3_600;
const DAY = 86_400;

let service: TestService;
/** What the only flight costs, in cents; undefined: there is none. */
let price: number | undefined = 60_000;
let isDown = false;

const dateIn = (days: number) => new Date(Date.now() + days * DAY * 1_000).toISOString().slice(0, 10);
const journey = { origin: 'PAR', destination: 'NYC', departure_date: dateIn(60) };
const ask = (part: object = {}, headers = {}) =>
  service.call('POST', '/v1/price_monitoring', { ...journey, ...part }, headers);
const read = (id: string, headers = {}) => service.call('GET', `/v1/price_monitoring/${id}`, undefined, headers);
const usd = (value: number) => ({ value, currency: 'USD', decimal_places: 2 });

async function watch(below: number | undefined, part: object = {}): Promise<string> {
  const { status, body } = await ask({ watch: { webhook: true, ...(below === undefined ? {} : { below }) }, ...part });
  expect(status).toBe(200);
  return body.monitor_id;
}
// biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads freely.
async function triggered(): Promise<any[]> {
  return (await service.call('GET', '/v1/events?type=price_monitor.triggered')).body.events;
}

const purposes: string[] = [];
async function search(query: FlightQuery, { purpose }: SupplierContext) {
  purposes.push(purpose);
  if (isDown) throw new SupplierFailure('unavailable', 'down');
  const [first] = fewOffers(query);
  return first === undefined || price === undefined
    ? []
    : [
        {
          ...first,
          fares: [
            aFare({
              price: price * query.passengers.adt,
              passengerPrices: [
                {
                  kind: 'adt',
                  quantity: query.passengers.adt,
                  baseFare: { value: price - 8_000, currency: 'USD' },
                  taxes: { value: 8_000, currency: 'USD' },
                  taxLines: [],
                },
              ],
            }),
          ],
        },
      ];
}

beforeAll(async () => {
  service = await startService({ flightSuppliers: [aPublisher({ search })] });
});
afterEach(async () => {
  [price, isDown] = [60_000, false];
  await service.call('POST', '/v1/sandbox/reset', {});
});
afterAll(() => service.close());

test('a question alone answers the cheapest flight, the history and the advice, and keeps nothing', async () => {
  const { status, body } = await ask({ adults: 2 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'ok',
    flight: { total_amount: usd(120_000), origin_city_code: 'CDG', destination_city_code: 'JFK' },
    history: [{ date: dateIn(0), lowest: usd(120_000) }],
    jinko_advice: { label: 'Lowest', quantiles: { min_fare: usd(120_000) } },
  });
  expect(body.monitor_id).toBeUndefined();
  expect((await service.call('GET', '/v1/price_monitoring')).body).toEqual({ monitors: [] });
  const french = (await ask({ adults: 2, locale: 'fr' })).body;
  expect([french.jinko_advice.label, french.jinko_advice.title === body.jinko_advice.title]).toEqual(['Lowest', false]);
});

test('QAN is down: the published fare is told with the moment it was published, when asked again too', async () => {
  const own = await startService();
  const journeyOf = { origin: 'QAA', destination: 'QAN', departure_date: dateIn(30) };
  const [first, again] = [
    await own.call('POST', '/v1/price_monitoring', journeyOf),
    await own.call('POST', '/v1/price_monitoring', journeyOf),
  ];
  await own.close();
  expect(first.body).toMatchObject({
    status: 'stale',
    monitored_at: `${dateIn(0)}T00:00:00.000Z`,
    flight: { search_timestamp: `${dateIn(0)}T00:00:00.000Z` },
  });
  expect(again.body.monitored_at).toBe(first.body.monitored_at);
});

test('a flight over max_price is not shown, and its price still judged', async () => {
  const { body } = await ask({ max_price: 599.99 });
  expect([body.status, body.flight, body.jinko_advice.quantiles.min_fare]).toEqual(['ok', null, usd(60_000)]);
  expect((await ask({ max_price: 600 })).body.flight.total_amount).toEqual(usd(60_000));
  price = undefined;
  expect((await ask({ departure_date: dateIn(61) })).body).toMatchObject({
    status: 'ok',
    flight: null,
    history: [],
    jinko_advice: null,
  });
});

test("a monitor watches what would be paid, service fee included; history and advice state the fare, a fee's end can trigger", async () => {
  await setPricingRules(service, organizationId(), [aPricingRule({ percent: 10 })]);
  const { body } = await ask({ max_price: 660, watch: { webhook: true, below: 650 } });
  expect(body).toMatchObject({
    flight: { total_amount: usd(66_000), service_fee: usd(6_000), origin_total_amount: usd(60_000) },
    history: [{ date: dateIn(0), lowest: usd(60_000) }],
    jinko_advice: { label: 'Lowest', quantiles: { min_fare: usd(60_000) } },
  });
  expect((await ask({ max_price: 659.99 })).body.flight).toBeNull();
  await service.advance(SIX_HOURS);
  expect((await read(body.monitor_id)).body).toMatchObject({ last_price: usd(66_000), triggered_at: [] });
  await setPricingRules(service, organizationId(), []);
  await service.advance(SIX_HOURS);
  const { last_price, triggered_at } = (await read(body.monitor_id)).body;
  expect([last_price, triggered_at.length]).toEqual([usd(60_000), 1]);
});

test.each([
  [{ currency: 'JPY', watch: { below: 0.4 } }, ['watch.below']],
  [{ currency: 'EUR', max_price: 0.001, watch: { webhook: true } }, ['max_price']],
  [{ currency: 'USD', max_price: 0.004 }, ['max_price']],
  [{ currency: 'JPY', max_price: 0.4, watch: { below: 0.1 } }, ['max_price', 'watch.below']],
])('an amount below the smallest unit of its currency is 422 by name: %j', async (part, paths) => {
  const { status, body } = await ask(part);
  expect([status, body.error.code, body.fields.map((field: { path: string }) => field.path)]).toEqual([
    422,
    'BAD_REQUEST',
    paths,
  ]);
  expect((await service.call('GET', '/v1/price_monitoring')).body).toEqual({ monitors: [] });
});

test('the smallest unit itself can be watched', async () => {
  const id = await watch(0.6, { currency: 'JPY' });
  expect((await read(id)).body.watch.below).toEqual({ value: 1, currency: 'JPY', decimal_places: 0 });
});

test("what one organization was shown is another's history, day by day, without a trace of it", async () => {
  const other = await service.makeKey();
  price = 55_000;
  const departure = { departure_date: dateIn(70) };
  await service.call('POST', '/v1/flight_search', { ...journey, ...departure }, { 'x-api-key': other.key });
  await service.app.priceObservations.settle();
  await service.advance(DAY);
  price = 58_000;
  const { body, text } = await ask({ ...departure, adults: 2 });
  expect(body.history).toEqual([
    { date: dateIn(0), lowest: usd(110_000) },
    { date: dateIn(1), lowest: usd(116_000) },
  ]);
  expect(text).not.toContain(other.organizationId);
});

test('a monitor is read, listed and deleted by its own organization; to another it does not exist', async () => {
  const stranger = { 'x-api-key': (await service.makeKey()).key };
  const id = await watch(500, { max_price: 900, include_carriers: ['AF'] });
  expect(id).toMatch(/^mon_/);
  expect((await read(id)).body).toMatchObject({
    monitor_id: id,
    status: 'active',
    origin: 'PAR',
    destination: 'NYC',
    cabin_class: 'economy',
    include_carriers: ['AF'],
    max_price: usd(90_000),
    watch: { webhook: true, below: usd(50_000) },
    last_price: usd(60_000),
    last_check: { status: 'ok' },
    triggered_at: [],
  });
  expect((await service.call('GET', '/v1/price_monitoring')).body.monitors).toHaveLength(1);
  const [unknown, theirs] = [await read('mon_none', stranger), await read(id, stranger)];
  expect([unknown.status, unknown.body]).toEqual([theirs.status, theirs.body]);
  expect(theirs.status).toBe(404);
  expect((await service.call('GET', '/v1/price_monitoring', undefined, stranger)).body.monitors).toEqual([]);
  expect((await service.call('DELETE', `/v1/price_monitoring/${id}`, undefined, stranger)).status).toBe(404);
  const gone = await service.call('DELETE', `/v1/price_monitoring/${id}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect([(await read(id)).status, (await service.call('DELETE', `/v1/price_monitoring/${id}`)).status]).toEqual([
    404, 404,
  ]);
  price = 10_000;
  await service.advance(SIX_HOURS);
  expect(await triggered()).toEqual([]);
});

test('each fall under the price is told once, and the price must rise again before the next', async () => {
  purposes.length = 0;
  const id = await watch(500);
  for (const now of [45_000, 40_000, 50_000, 49_999, 30_000]) {
    price = now;
    await service.advance(SIX_HOURS);
    // Asking for due jobs again runs nothing twice.
    await service.drain();
  }
  // Checks use the share of a supplier's budget that is for monitors; the first, which somebody waits for, does not.
  expect([purposes[0], ...new Set(purposes.slice(1))]).toEqual(['search', 'monitor']);
  const events = await triggered();
  expect(events).toHaveLength(2);
  expect(events[0]).toEqual({
    event: 'price_monitor.triggered',
    monitor_id: id,
    status: 'triggered',
    occurred_at: expect.any(String),
    event_id: expect.stringMatching(/^evt_/),
    livemode: false,
  });
  const { body } = await read(id);
  expect(body.triggered_at).toEqual(events.map((event) => event.occurred_at).reverse());
  expect(body.last_price).toEqual(usd(30_000));
});

test('a price that is under it from the start triggers at once, and max_price stands in for below', async () => {
  await watch(700);
  await watch(undefined, { max_price: 601 });
  await watch(600);
  expect(await triggered()).toHaveLength(2);
});

test('without webhook the crossing is only noted', async () => {
  const id = await watch(500, { watch: { below: 500 } });
  price = 40_000;
  await service.advance(SIX_HOURS);
  expect([(await read(id)).body.triggered_at.length, await triggered()]).toEqual([1, []]);
});

test('two runs of one check at the same time, and one cut off before it could write, tell of a fall once', async () => {
  const id = await watch(500);
  price = 40_000;
  const due = (signal: AbortSignal): JobRun => ({
    organizationId: organizationId(),
    now: new Date(Date.now() + SIX_HOURS * 1_000),
    attempt: 1,
    signal,
  });
  await expect(checkMonitor(service.app, id, due(AbortSignal.abort(new Error('stopping'))))).rejects.toThrow(
    'stopping',
  );
  expect(await triggered()).toEqual([]);
  const alive = due(new AbortController().signal);
  await Promise.all([
    checkMonitor(service.app, id, alive),
    checkMonitor(service.app, id, alive),
    checkMonitor(service.app, id, alive),
  ]);
  await checkMonitor(service.app, id, alive);
  expect(await triggered()).toHaveLength(1);
  expect((await read(id)).body.triggered_at).toHaveLength(1);
});

test('while no supplier answers the fare is stale, out of the cache, and triggers nothing', async () => {
  const id = await watch(500);
  [price, isDown] = [40_000, true];
  const { body } = await ask();
  expect(body).toMatchObject({ status: 'stale', flight: { total_amount: usd(60_000) } });
  await service.advance(SIX_HOURS);
  const stale = (await read(id)).body;
  expect(stale).toMatchObject({ last_price: usd(60_000), last_check: { status: 'stale' } });
  expect(Date.parse(stale.next_check_at) - Date.parse(stale.last_check.at)).toBe(1_800_000);
  expect(await triggered()).toEqual([]);
  isDown = false;
  await service.advance(1_800);
  expect(await triggered()).toHaveLength(1);
});

test('a monitor ends with its day of departure and can be read for 30 days more', async () => {
  const id = await watch(500, { departure_date: dateIn(3) });
  await service.advance(5 * DAY);
  price = 10_000;
  await service.advance(DAY);
  expect((await read(id)).body).toMatchObject({
    status: 'ended',
    next_check_at: null,
    last_price: usd(60_000),
    triggered_at: [],
  });
  expect(await triggered()).toEqual([]);
  await service.advance(30 * DAY);
  expect((await read(id)).status).toBe(404);
});

test('a repeat under one Idempotency-Key watches once', async () => {
  const first = await ask({ watch: { webhook: true, below: 500 } }, { 'idempotency-key': 'k1' });
  const second = await ask({ watch: { webhook: true, below: 500 } }, { 'idempotency-key': 'k1' });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect([second.status, second.text]).toEqual([200, first.text]);
  expect((await service.call('GET', '/v1/price_monitoring')).body.monitors).toHaveLength(1);
});

test('what cannot be searched cannot be watched: 422 with every field, and nothing is kept', async () => {
  const fields = async (part: object) => {
    const { status, body } = await ask({ watch: { webhook: true }, ...part });
    return [status, ...(body.fields ?? []).map((field: { path: string }) => field.path)];
  };
  expect(await fields({ origin: 'XXQ', return_date: dateIn(50) })).toEqual([422, 'origin', 'return_date']);
  expect(await fields({ destination: 'PAR' })).toEqual([422, 'destination']);
  expect(await fields({ departure_date: dateIn(-2) })).toEqual([422, 'departure_date']);
  expect(await fields({ include_carriers: ['AF'], exclude_carriers: ['AF'] })).toEqual([422, 'exclude_carriers']);
  expect(await fields({ watch: { webhook: 'yes', below: 0 } })).toEqual([422, 'watch.webhook', 'watch.below']);
  expect((await ask({ currency: 'ABC', watch: { webhook: true } })).body.error.code).toBe('CURRENCY_UNSUPPORTED');
  expect((await service.call('GET', '/v1/price_monitoring?limit=101')).status).toBe(422);
  expect((await service.call('GET', '/v1/price_monitoring')).body.monitors).toEqual([]);
});

test('an organization watches at most 100 prices, however many it asks for at once; a reset forgets them', async () => {
  const answers = await Promise.all(Array.from({ length: 103 }, () => ask({ watch: { webhook: false } })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('at most 100') });
  const first = (await service.call('GET', '/v1/price_monitoring?limit=60')).body;
  const second = (await service.call('GET', `/v1/price_monitoring?limit=60&page_token=${first.next_page_token}`)).body;
  expect([first.monitors.length, second.monitors.length, second.next_page_token]).toEqual([60, 40, undefined]);
  await service.call('POST', '/v1/sandbox/reset', {});
  expect((await service.call('GET', '/v1/price_monitoring')).body).toEqual({ monitors: [] });
});

function organizationId() {
  return asId('organization', ownOrganization);
}
let ownOrganization = '';
beforeAll(async () => {
  ownOrganization = (await service.call('GET', '/v1/account')).body.organization.organization_id;
});
