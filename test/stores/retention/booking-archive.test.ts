import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveItems, openArchiveMonth } from '../../../src/bookings/archive/move-items.ts';
import { ITEM_COLUMNS } from '../../../src/bookings/archive/item-columns.ts';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { findFlightOfReference } from '../../../src/bookings/store-schedule.ts';
import { createFolderSink } from '../../../src/exports/sinks/folder-sink.ts';
import { writeFiles } from '../../../src/exports/write-files.ts';
import { asId } from '../../../src/platform/ids.ts';
import { FAULT_POINTS, type FaultPoint } from '../../../src/platform/fault-points.ts';
import { archiveDueBookings } from '../../../src/retention/archive/archive-due.ts';
import { showArchiveForAdmin } from '../../../src/retention/archive/show-archive.ts';
import { eraseDueBookings } from '../../../src/retention/erase-due.ts';
import { archiveTrips, openTripArchiveMonth } from '../../../src/trips/archive/move-documents.ts';
import { findTripForUpdate, updateTrip } from '../../../src/trips/store.ts';
import { daysAhead } from '../../support/faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

const DAY = 86_400;
const MONTH = '2020-02-01';
const signal = new AbortController().signal;

let service: TestService;
beforeAll(async () => {
  service = await startService({ config: { archiveAfterMonths: 1, eraseAfterMonths: 12 } });
});
afterAll(async () => {
  expect(await reconcile(service.app)).toMatchObject({ problems: [] });
  await service.close();
});

/** A booking of an organization of its own, whose clock moves alone. */
async function sell(body: object = { kind: 'flight' }) {
  const { key, organizationId } = await service.makeKey();
  const own = { 'x-api-key': key };
  const call = (method: string, path: string, more?: object, headers: Readonly<Record<string, string>> = {}) =>
    service.call(method, path, more, { ...own, ...headers });
  const sellMore = async (more: object, endUser = 'ann') =>
    (await call('POST', '/v1/sandbox/bookings', more, { 'X-End-User-Id': endUser })).body.booking_ref as string;
  const ref = await sellMore(body);
  return {
    organizationId,
    ref,
    call,
    sellMore,
    get: async (path: string): Promise<Answer['body']> => (await call('GET', path)).body,
    post: (path: string, more: object = {}) => call('POST', path, { booking_ref: ref, last_name: 'Bly', ...more }),
    async wait(days: number) {
      await call('POST', '/v1/sandbox/clock', { advance_seconds: days * DAY });
      await service.drain();
    },
    /** Moves the items of a booking and its trip's documents, whatever its age, as a run would. */
    async archive(month = MONTH) {
      await openArchiveMonth(service.app.db, month);
      await openTripArchiveMonth(service.app.db, month);
      const { rows } = await sql<{ trip_id: string }>`
        select trip_id from booking where organization_id = ${organizationId} and booking_ref = ${ref}`.execute(
        service.app.db.q,
      );
      const tripIds = rows.map((row) => row.trip_id);
      await service.app.db.transaction(async (tx) => {
        await archiveItems(tx, organizationId, { month, bookingRefs: [ref] });
        await archiveTrips(tx, organizationId, { month, tripIds });
      });
    },
    /** Where its trip's documents lie: in its row, in the archive, and which month the row names. */
    async tripLies(bookingRef = ref) {
      const { rows } = await sql<{ hot: boolean; archived: number; month: string | null }>`
        select items <> '[]' and quote is not null as hot, archived_month as month,
          (select count(*)::int from trip_archive where organization_id = ${organizationId} and trip_id = trip.trip_id) as archived
        from trip where organization_id = ${organizationId} and booking_ref = ${bookingRef}`.execute(service.app.db.q);
      return rows[0];
    },
    /** Where its items lie: how many in the table of items, how many in the archive, and what the booking says. */
    async lies(bookingRef = ref) {
      const { rows } = await sql<{ hot: number; archived: number; month: string | null }>`
        select (select count(*)::int from booking_item where organization_id = ${organizationId} and booking_ref = ${bookingRef}) as hot,
          (select count(*)::int from booking_item_archive where organization_id = ${organizationId} and booking_ref = ${bookingRef}) as archived,
          archived_month as month from booking where organization_id = ${organizationId} and booking_ref = ${bookingRef}`.execute(
        service.app.db.q,
      );
      return rows[0];
    },
  };
}
/** Links to documents are sealed anew by every answer; calls are counted. */
const withoutLinks = (body: Answer['body']): Answer['body'] =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      ['documents', 'next_page_token', 'calls_today'].includes(key) ? typeof value : value,
    ),
  );
const archiveDue = () => archiveDueBookings(service.app, signal);
const countOf = (body: Answer['body'], ref: string) =>
  body.bookings.filter((booking: { booking_ref: string }) => booking.booking_ref === ref).length;

test('a booking that is long over is archived, and everybody reads of it what they read before', async () => {
  const sold = await sell({ kind: 'trip' });
  const others = [await sold.sellMore({ kind: 'hotel' }, 'ben'), await sold.sellMore({ kind: 'car' })];
  await sold.wait(1);
  expect(await archiveDue()).toEqual({ bookings: 0, hasMore: false });
  await sold.wait(150);
  const { booking } = await sold.get(`/v1/bookings/${sold.ref}`);
  const tripId = booking.trip_id as string;
  const [flight] = booking.items;
  const reads = [
    ...[
      `/v1/bookings/${sold.ref}`,
      `/v1/trip/${tripId}`,
      `/v1/trip/${tripId}/ledger`,
      `/v1/bookings/${sold.ref}/timeline`,
      '/v1/trips',
      '/v1/overview',
    ],
    ...['', '?status=completed', '?status=confirmed', '?end_user_id=ann', '?end_user_id=ben', '?limit=1'].map(
      (query) => `/v1/bookings${query}`,
    ),
    ...[sold.ref, 'Bly', tripId, flight.confirmation.confirmation_number, flight.ticket_numbers[0]].map(
      (text) => `/v1/booking_search?query=${text}`,
    ),
  ];
  const read = async () => {
    const answers = await Promise.all(reads.map((path) => sold.get(path)));
    return answers.map(withoutLinks);
  };
  const guest = async () => withoutLinks((await sold.post('/v1/get_booking')).body);
  const [before, seenByGuest] = [await read(), await guest()];
  expect(booking.items).toHaveLength(3);

  expect(await archiveDue()).toEqual({ bookings: 3, hasMore: false });
  expect(await archiveDue()).toEqual({ bookings: 0, hasMore: false });
  for (const ref of [sold.ref, ...others]) expect(await sold.lies(ref)).toMatchObject({ hot: 0 });
  expect(await sold.lies()).toEqual({ hot: 0, archived: 3, month: expect.stringMatching(/^\d{4}-\d{2}-01$/) });
  for (const ref of [sold.ref, ...others])
    expect(await sold.tripLies(ref)).toEqual({ hot: false, archived: 1, month: (await sold.lies(ref))?.month });

  expect(await read()).toEqual(before);
  expect(await guest()).toEqual(seenByGuest);
  const pages: string[] = [];
  for (let path = '/v1/bookings?limit=1'; path !== ''; ) {
    const page = await sold.get(path);
    pages.push(...page.bookings.map((one: { booking_ref: string }) => one.booking_ref));
    path = page.next_page_token === undefined ? '' : `/v1/bookings?limit=1&page_token=${page.next_page_token}`;
  }
  expect(pages.sort()).toEqual([sold.ref, ...others].sort());
});

test('nobody else finds an archived booking', async () => {
  const [sold, other] = [await sell(), await sell()];
  const { booking } = await sold.get(`/v1/bookings/${sold.ref}`);
  await sold.archive();
  expect((await other.call('GET', `/v1/bookings/${sold.ref}`)).status).toBe(404);
  expect((await other.call('GET', `/v1/trip/${booking.trip_id}`)).status).toBe(404);
  const [flight] = booking.items;
  for (const number of [flight.confirmation.confirmation_number, flight.ticket_numbers[0]]) {
    expect(countOf(await other.get(`/v1/booking_search?query=${number}`), sold.ref)).toBe(0);
    expect(countOf(await sold.get(`/v1/booking_search?query=${number}`), sold.ref)).toBe(1);
  }
  const [item] = (
    await sql<{
      reference: string;
    }>`select reference from booking_item_archive where booking_ref = ${sold.ref}`.execute(service.app.db.q)
  ).rows;
  const find = (organizationId: typeof sold.organizationId) =>
    findFlightOfReference(service.app.db, organizationId, item?.reference ?? '');
  expect(await find(other.organizationId)).toBeUndefined();
  expect(await find(sold.organizationId)).toMatchObject({ bookingRef: sold.ref });
});

test('what is under way stays; so does what somebody else is at, until another run', async () => {
  const [sold, other] = [await sell(), await sell()];
  for (const one of [sold, other]) await one.wait(150);
  await sql`update booking set phase = 'capturing' where booking_ref = ${sold.ref}`.execute(service.app.db.q);
  const report = await showArchiveForAdmin(service.app);
  const shown = (organizationId: string) => report.organizations.find((one) => one.organizationId === organizationId);
  expect(shown(sold.organizationId)).toMatchObject({ archived: 0, others: 1, due: 0, staying: { fulfilment: 1 } });
  expect(shown(other.organizationId)).toMatchObject({ archived: 0, others: 1, due: 1, hasMore: false });
  await archiveDue();
  expect([await sold.lies(), await other.lies()]).toMatchObject([
    { hot: 1, archived: 0 },
    { hot: 0, archived: 1 },
  ]);
  await sql`update booking set phase = 'done' where booking_ref = ${sold.ref}`.execute(service.app.db.q);
  expect(await archiveDue()).toEqual({ bookings: 1, hasMore: false });
  expect(await sold.lies()).toMatchObject({ hot: 0, archived: 1 });
});

test.each(FAULT_POINTS.filter((point) => point.startsWith('archive.')))(
  'a run that ends at %s leaves every booking whole, and the next one goes on',
  async (point: FaultPoint) => {
    await archiveDue();
    const sold = await sell({ kind: 'trip' });
    await sold.wait(150);
    const { trip_id: tripId } = (await sold.get(`/v1/bookings/${sold.ref}`)).booking;
    const read = async () => [
      withoutLinks((await sold.get(`/v1/bookings/${sold.ref}`)).booking),
      await sold.get(`/v1/trip/${tripId}`),
    ];
    const before = await read();
    const faults = {
      pass(passed: FaultPoint) {
        if (passed === point) throw new Error('killed');
      },
    };
    await expect(archiveDueBookings({ ...service.app, faults }, signal)).rejects.toThrow('killed');
    const isMoved = point === 'archive.after_commit';
    expect(await sold.lies()).toMatchObject(isMoved ? { hot: 0, archived: 3 } : { hot: 3, archived: 0, month: null });
    expect(await sold.tripLies()).toMatchObject({ hot: !isMoved, archived: isMoved ? 1 : 0 });
    expect(await read()).toEqual(before);
    expect(await archiveDue()).toEqual({ bookings: isMoved ? 0 : 1, hasMore: false });
    expect(await sold.lies()).toMatchObject({ hot: 0, archived: 3 });
    expect(await sold.tripLies()).toMatchObject({ hot: false, archived: 1 });
    expect(await read()).toEqual(before);
  },
);

test('readers see every item exactly once while it goes there and back', async () => {
  const sold = await sell({ kind: 'trip' });
  const { booking } = await sold.get(`/v1/bookings/${sold.ref}`);
  const [rounds, readers] = [10, 20];
  const ids = booking.items.map((item: { item_id: string }) => item.item_id);
  let isMoving = true;
  const idsOf = (items: Answer['body']) => items.map((item: { item_id: string }) => item.item_id);
  const seen = (body: Answer['body']): Answer['body'] => {
    // Twenty readers at once reach the rate of their key: a call that is refused for it shows nothing.
    if (body.error?.code === 'RATE_LIMITED') return { booking, bookings: [booking] };
    if (body.error !== undefined) throw new Error(JSON.stringify(body));
    return body;
  };
  const reads: readonly (() => Promise<readonly string[]>)[] = [
    async () => idsOf(seen(await sold.get(`/v1/bookings/${sold.ref}`)).booking.items),
    async () => idsOf(seen(await sold.get('/v1/bookings')).bookings[0].items),
    async () => idsOf(seen(await sold.get(`/v1/booking_search?query=${sold.ref}`)).bookings[0].items),
    async () => idsOf(seen((await sold.post('/v1/get_booking')).body).booking.items),
  ];
  const read = async (reader: number) => {
    for (let turn = reader; isMoving || turn === reader; turn += 1)
      expect(await reads[turn % reads.length]?.()).toEqual(ids);
  };
  const move = async () => {
    for (let round = 0; round < rounds; round += 1) {
      await sold.archive();
      // What a change of the booking does first.
      await sql`with back as (delete from booking_item_archive where booking_ref = ${sold.ref} returning *),
          named as (update booking set archived_month = null where booking_ref = ${sold.ref})
        insert into booking_item (${sql.join(ITEM_COLUMNS.map((name) => sql.ref(name)))})
        select ${sql.join(ITEM_COLUMNS.map((name) => sql.ref(name)))} from back`.execute(service.app.db.q);
    }
    isMoving = false;
  };
  await Promise.all([
    move().finally(() => (isMoving = false)),
    ...Array.from({ length: readers }, (_, at) => read(at)),
  ]);
});

test('readers see a trip whole while its documents go there and back, and a change of it brings them back', async () => {
  const sold = await sell({ kind: 'trip' });
  const { organizationId } = sold;
  const { booking } = await sold.get(`/v1/bookings/${sold.ref}`);
  const tripId = asId('trip', booking.trip_id);
  const whole = await sold.get(`/v1/trip/${tripId}`);
  const listed = (await sold.get('/v1/trips')).trips;
  expect(whole.items).toHaveLength(3);
  let isMoving = true;
  const seen = (body: Answer['body'], instead: Answer['body']) =>
    body.error?.code === 'RATE_LIMITED' ? instead : body;
  const read = async () => {
    do {
      expect(seen(await sold.get(`/v1/trip/${tripId}`), whole)).toEqual(whole);
      expect(seen(await sold.get('/v1/trips'), { trips: listed }).trips).toEqual(listed);
    } while (isMoving);
  };
  await openTripArchiveMonth(service.app.db, MONTH);
  const move = async () => {
    for (let round = 0; round < 10; round += 1) {
      await service.app.db.transaction((tx) => archiveTrips(tx, organizationId, { month: MONTH, tripIds: [tripId] }));
      expect(await sold.tripLies()).toEqual({ hot: false, archived: 1, month: MONTH });
      await service.app.db.transaction(async (tx) => {
        const trip = await findTripForUpdate(tx, organizationId, tripId);
        if (trip === undefined) throw new Error('The trip is gone.');
        expect(trip.items).toHaveLength(3);
        await updateTrip(tx, trip, { ...trip, items: [...trip.items] });
      });
      expect(await sold.tripLies()).toEqual({ hot: true, archived: 0, month: null });
    }
  };
  await Promise.all([move().finally(() => (isMoving = false)), ...Array.from({ length: 8 }, read)]);
});

test('a late refund of an archived booking brings it back, and pays once', async () => {
  const sold = await sell({ kind: 'hotel', currency: 'EUR' });
  await sold.archive();
  const cancel = (action: string, more: object = {}) => sold.post('/v1/hotel_cancel', { action, ...more });
  const { quote_id, refund_amount } = (await cancel('preview')).body;
  expect(await sold.lies()).toMatchObject({ hot: 0, archived: 1 });
  await Promise.all([cancel('commit', { quote_id }), cancel('commit', { quote_id })]);
  await service.drain();
  expect(await sold.lies()).toEqual({ hot: 1, archived: 0, month: null });
  const { booking } = await sold.get(`/v1/bookings/${sold.ref}`);
  expect(booking).toMatchObject({
    status: 'cancelled',
    total_refunded: { amount: refund_amount.value },
    items: [{ status: 'refunded' }],
  });
  await sold.wait(400);
  await archiveDue();
  expect(await sold.lies()).toMatchObject({ hot: 0, archived: 1 });
  expect((await sold.get(`/v1/bookings/${sold.ref}`)).booking).toMatchObject({ items: [{ status: 'refunded' }] });
});

test('a flight of an archived booking is exchanged, and both items are in one place', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL' });
  await sold.archive();
  const { offers } = (await sold.post('/v1/exchange_shop', { preferred_departure_date: daysAhead(66) })).body;
  const quote = (await sold.post('/v1/exchange_price', { offer_id: offers[0].offer_id })).body;
  expect(await sold.lies()).toMatchObject({ hot: 0, archived: 1 });
  const exchange = { session_reference: quote.session_reference, shared_payment_token: 'spt_test_ok' };
  await sold.post('/v1/exchange_commit', exchange);
  await service.drain();
  expect((await sold.post('/v1/exchange_commit', exchange)).body).toMatchObject({ status: 'CONFIRMED' });
  expect(await sold.lies()).toEqual({ hot: 2, archived: 0, month: null });
  const { booking } = await sold.get(`/v1/bookings/${sold.ref}`);
  expect(booking.items.map((item: { status: string }) => item.status)).toEqual(['exchanged', 'confirmed']);
  expect((await sold.get(`/v1/trip/${booking.trip_id}/ledger`)).balanced).toBe(true);
});

test('the export has each event of an archived booking exactly once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bly-archive-'));
  const sink = createFolderSink(folder);
  const write = () => writeFiles({ db: service.app.db, clock: service.app.clock, sink, format: 'ndjson' }, signal);
  const sold = await sell({ kind: 'hotel', currency: 'EUR' });
  await write();
  await sold.archive();
  await write();
  const { quote_id } = (await sold.post('/v1/hotel_cancel', { action: 'preview' })).body;
  await sold.post('/v1/hotel_cancel', { action: 'commit', quote_id });
  await service.drain();
  await sold.archive();
  await write();
  await write();
  const files = readdirSync(join(folder, 'bookings')).map((name) =>
    readFileSync(join(folder, 'bookings', name), 'utf8'),
  );
  const lines = files.flatMap((text) => text.split('\n').filter((line) => line !== '')).map((line) => JSON.parse(line));
  const exported = lines.filter((line) => line.booking_ref === sold.ref).map((line) => line.event_id);
  const { events } = await sold.get(`/v1/events?booking_ref=${sold.ref}`);
  expect(events.length).toBeGreaterThan(0);
  expect(exported.sort()).toEqual(events.map((event: { event_id: string }) => event.event_id).sort());
});

test('a notice of the airline reaches an archived booking', async () => {
  const sold = await sell();
  await sold.archive();
  const moved = await sold.call('POST', `/v1/sandbox/bookings/${sold.ref}/schedule_change`, { minutes: 95 });
  expect(moved.status).toBe(200);
  const { booking } = await sold.get(`/v1/bookings/${sold.ref}`);
  expect(booking.items[0].schedule_change).toMatchObject({ status: 'open' });
  expect((await sold.post('/v1/schedule_change_accept')).body.item.schedule_change.status).toBe('accepted');
  expect(await sold.lies()).toEqual({ hot: 1, archived: 0, month: null });
});

test('an archived booking is erased as any other', async () => {
  const sold = await sell();
  await sql`update booking_item set failure = 'No seat for Nellie' where booking_ref = ${sold.ref}`.execute(
    service.app.db.q,
  );
  await sold.wait(150);
  await archiveDue();
  expect(await sold.lies()).toMatchObject({ archived: 1 });
  await sold.wait(400);
  await eraseDueBookings(service.app, signal);
  const { rows } = await sql`select failure from booking_item_archive where booking_ref = ${sold.ref}`.execute(
    service.app.db.q,
  );
  expect(rows).toEqual([{ failure: 'erased' }]);
  expect((await sold.get(`/v1/bookings/${sold.ref}`)).booking).toMatchObject({
    personal_data_erased_at: expect.any(String),
  });
});

test('a reset of the sandbox takes the archive with it', async () => {
  const sold = await sell();
  await sold.archive();
  expect((await sold.call('POST', '/v1/sandbox/reset', {})).status).toBe(200);
  const { rows } = await sql`
    select organization_id from booking_item_archive where organization_id = ${sold.organizationId}
    union all select organization_id from trip_archive where organization_id = ${sold.organizationId}`.execute(
    service.app.db.q,
  );
  expect(rows).toEqual([]);
});

test('a month that an operator took out: its bookings are there without their items, and nothing is moved to it', async () => {
  const [sold, other] = [await sell({ kind: 'hotel' }), await sell({ kind: 'hotel' })];
  await sold.archive('2020-03-01');
  const run = (statement: string) => sql.raw(statement).execute(service.app.db.q);
  await run('alter table booking_item_archive detach partition booking_item_archive_2020_03');
  await run('alter table trip_archive detach partition trip_archive_2020_03');
  try {
    const { booking } = await sold.get(`/v1/bookings/${sold.ref}`);
    expect(booking).toMatchObject({ booking_ref: sold.ref, items: [], total_paid: { amount: expect.any(Number) } });
    expect((await sold.get('/v1/bookings')).bookings).toMatchObject([{ booking_ref: sold.ref, items: [] }]);
    expect((await sold.call('GET', `/v1/trip/${booking.trip_id}`)).status).toBe(200);
    expect(await sold.get('/v1/trips')).toMatchObject({ trips: [{ trip_id: booking.trip_id, status: 'fulfilled' }] });
    expect((await sold.post('/v1/get_booking')).body.booking).toMatchObject({ items: [] });
    expect((await sold.post('/v1/hotel_cancel', { action: 'preview' })).status).toBe(404);
    expect(await reconcile(service.app)).toMatchObject({ problems: [] });
    await run(
      `update booking set last_arrival_at = '2020-03-03', created_at = '2020-01-01' where booking_ref = '${other.ref}'`,
    );
    expect(await archiveDue()).toEqual({ bookings: 0, hasMore: false });
    expect(await other.lies()).toMatchObject({ hot: 1, month: null });
    const { months } = await showArchiveForAdmin(service.app);
    expect(months.find(({ month }) => month === '2020-03-01')).toMatchObject({ isAttached: false, bookings: 1 });
  } finally {
    await run(
      `alter table booking_item_archive attach partition booking_item_archive_2020_03 for values in ('2020-03-01')`,
    );
    await run(`alter table trip_archive attach partition trip_archive_2020_03 for values in ('2020-03-01')`);
  }
  expect(await archiveDue()).toEqual({ bookings: 1, hasMore: false });
  expect((await sold.get(`/v1/bookings/${sold.ref}`)).booking.items).toHaveLength(1);
  // Items that are gone from a month that is there are a loss, and reported.
  await run(`create table lost as select * from booking_item_archive where booking_ref = '${sold.ref}'`);
  await run(`delete from booking_item_archive where booking_ref = '${sold.ref}'`);
  const { problems } = await reconcile(service.app);
  expect(problems).toContainEqual(expect.objectContaining({ subject: sold.ref, problem: 'no item is confirmed' }));
  await run('insert into booking_item_archive select * from lost');
  await run('drop table lost');
});

test('switched off, nothing is moved', async () => {
  const sold = await sell();
  await sold.wait(4_000);
  const never = { ...service.app, config: { ...service.app.config, archiveAfterMonths: undefined } };
  expect(await archiveDueBookings(never, signal)).toEqual({ bookings: 0, hasMore: false });
  expect(await showArchiveForAdmin(never)).toMatchObject({ afterMonths: null });
  expect(await sold.lies()).toMatchObject({ hot: 1, archived: 0 });
  await archiveDue();
});

test('every column of an item goes there and back', async () => {
  const columnsOf = async (table: string) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attname`.execute(
      service.app.db.q,
    );
    return rows;
  };
  const items = await columnsOf('booking_item');
  expect(items.map(({ name }) => name)).toEqual([...ITEM_COLUMNS].sort());
  expect((await columnsOf('booking_item_archive')).filter(({ name }) => name !== 'closed_month')).toEqual(items);
});
