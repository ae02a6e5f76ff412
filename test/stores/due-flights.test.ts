import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  listOrganizationsWithDueFlights,
  markScheduleChecked,
  reckonFlightsAnew,
} from '../../src/bookings/store-schedule-due.ts';
import { takeFlightsToCheck } from '../../src/bookings/reschedule-item.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { asBookingRef, asId } from '../../src/platform/ids.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR);

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

interface Sold {
  readonly org?: string;
  readonly arrives?: number;
  readonly booked?: number;
  readonly status?: string;
  readonly kind?: string;
  readonly supplier?: string;
}

/** A booking of one item, as its columns matter here: hours from now. */
async function sell(
  ref: string,
  { org = 'org_a', arrives = 100, booked = -48, status = 'confirmed', kind = 'flight', supplier = 'air' }: Sold = {},
) {
  const phase = status === 'pending' ? 'booking' : 'done';
  await sql`
    insert into booking (organization_id, booking_ref, trip_id, payment_id, status, phase, on_partial, last_name_folded, travelers, contact,
      currency, total_quoted, last_arrival_at, open_until, created_at)
    values (${org}, ${ref}, ${ref}, ${ref}, ${status}, ${phase}, 'all_or_nothing', 'bly', '[]', '{}', 'USD', 0, ${hours(arrives)}, ${NOW}, ${hours(booked)})`.execute(
    db.q,
  );
  await sql`
    insert into booking_item (organization_id, booking_ref, item_id, position, kind, status, supplier_id, reference, total, currency,
      origin_total, origin_currency, rate, description, details, booked_at)
    values (${org}, ${ref}, 'itm_1', 0, ${kind}, 'confirmed', ${supplier}, ${ref}, 0, 'USD', 0, 'USD', 1, '', '{}', ${hours(booked)})`.execute(
    db.q,
  );
}

const take = ({
  organizationId,
  realNow = NOW,
  ...more
}: {
  organizationId?: string;
  realNow?: Date;
  limit?: number;
  perOrganizationMax?: number;
} = {}) =>
  takeFlightsToCheck(
    { db, clock: { ...systemClock, now: () => realNow } },
    {
      suppliers: [{ supplierId: 'air', everySeconds: 3_600 }],
      limit: 10,
      perOrganizationMax: 10,
      ...more,
      organizationId: organizationId === undefined ? undefined : asId('organization', organizationId),
    },
  );
const refs = async (more: Parameters<typeof take>[0] = {}) =>
  (await take(more)).flights.map(({ bookingRef }) => String(bookingRef)).sort();
const dueOf = async (ref: string) =>
  (
    await sql<{ due: Date | null }>`select schedule_due_at as due from booking_item where booking_ref = ${ref}`.execute(
      db.q,
    )
  ).rows[0]?.due;
const key = (ref: string, org = 'org_a') => ({
  organizationId: asId('organization', org),
  bookingRef: asBookingRef(ref),
  itemId: asId('item', 'itm_1'),
});

test('what is due is taken once; left unasked it is taken again a quarter of an hour later', async () => {
  await sell('A');
  expect((await take()).flights).toEqual([{ ...key('A'), everySeconds: 3_600 }]);
  expect(await refs()).toEqual([]);
  expect(await refs({ realNow: hours(0.24) })).toEqual([]);
  expect(await refs({ realNow: hours(0.25) })).toEqual(['A']);
});

test('what was just sold, or just asked about, is due once its answer has grown old', async () => {
  await sell('NEW', { booked: -0.5 });
  await sell('OLD');
  expect(await refs()).toEqual(['OLD']);
  expect(await dueOf('NEW')).toEqual(hours(0.5));
  await markScheduleChecked(db, key('OLD'), { now: NOW, dueAt: hours(1) });
  expect(await refs({ realNow: hours(0.5) })).toEqual(['NEW']);
  expect(await refs({ realNow: hours(1) })).toContain('OLD');
});

test('what is flown, given up, or no flight is never read again; a sale under way is', async () => {
  await sell('FLOWN', { arrives: -1 });
  await sell('GIVEN', { status: 'cancelled' });
  await sell('STAY', { kind: 'hotel' });
  await sell('OPEN', { status: 'pending' });
  await sell('OTHER', { supplier: 'gone' });
  expect(await refs()).toEqual([]);
  expect([await dueOf('FLOWN'), await dueOf('GIVEN')]).toEqual([null, null]);
  expect([await dueOf('OPEN'), await dueOf('OTHER')]).toEqual([hours(1), hours(24)]);
  expect(await take()).toEqual({ flights: [], hasMore: false });
});

test('one organization leaves room for the others, and what it left is taken next', async () => {
  for (const ref of ['A1', 'A2', 'A3', 'A4']) await sell(ref);
  await sell('B1', { org: 'org_b' });
  const first = await refs({ limit: 4, perOrganizationMax: 2 });
  expect([first.length, first.includes('B1')]).toEqual([3, true]);
  expect(await refs({ limit: 4, perOrganizationMax: 2 })).toHaveLength(2);
});

test('an organization whose clock runs ahead is reckoned by it; its flights may be over there', async () => {
  await sql`insert into organization_clock values ('org_b', ${50 * 3_600})`.execute(db.q);
  await sell('B1', { org: 'org_b', booked: 0 });
  await sell('B2', { org: 'org_b', arrives: 40 });
  await sell('A1', { booked: 0 });
  expect(await refs()).toEqual(['B1']);
  expect(await dueOf('B2')).toBeNull();
});

test('a clock that has moved makes what was due later due now', async () => {
  await sell('A', { booked: 0 });
  expect(await refs()).toEqual([]);
  await sql`insert into organization_clock values ('org_a', 7200)`.execute(db.q);
  expect(await refs()).toEqual([]);
  expect(await reckonFlightsAnew(db, asId('organization', 'org_a'), NOW)).toBe(1);
  expect(await refs({ organizationId: 'org_a' })).toEqual(['A']);
});

test('two who take at once share what there is', async () => {
  for (let number = 0; number < 20; number += 1) await sell(`A${number}`);
  const [one, other] = await Promise.all([refs({ perOrganizationMax: 10 }), refs({ perOrganizationMax: 10 })]);
  const all = new Set([...one, ...other]);
  expect(all.size).toBe(one.length + other.length);
});

test('organizations with flights whose time has come are named, so many at most', async () => {
  await sell('BLY-1');
  await sell('BLY-2', { org: 'org_b' });
  await sell('BLY-3', { org: 'org_c', kind: 'hotel' });
  expect((await listOrganizationsWithDueFlights(db, { realNow: NOW, limit: 10 })).toSorted()).toEqual([
    'org_a',
    'org_b',
  ]);
  expect(await listOrganizationsWithDueFlights(db, { realNow: NOW, limit: 1 })).toHaveLength(1);
});
