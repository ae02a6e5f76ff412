import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asId } from '../../src/platform/ids.ts';
import { lapseTrip } from '../../src/trips/model/lapse.ts';
import { expireLease } from '../../src/trips/model/lease.ts';
import { tripLifecycle } from '../../src/trips/model/trip-states.ts';
import { listTripRows } from '../../src/trips/store-list.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const clocks = { now: NOW, realNow: NOW };
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const DAY = 24 * 60;
const organizationId = asId('organization', 'org_a');

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  let minutes = 0;
  for (const status of tripLifecycle.states)
    for (const idle of [0, DAY - 1, DAY, DAY + 10, 3 * DAY, 40 * DAY])
      for (const held of [-5, 5]) {
        minutes += 1;
        await insert(`trip_${status}_${idle}_${held > 0 ? 'held' : 'free'}`, { status, idle, held, made: minutes });
      }
  await insert('trip_other', { status: 'draft', idle: 0, held: 5, made: 0, org: 'org_b' });
});
afterAll(() => db.close());

interface Stored {
  readonly org?: string;
  readonly status: string;
  /** Minutes since it was touched. */
  readonly idle: number;
  /** Minutes for which a checkout or a payment still holds it. */
  readonly held: number;
  /** Minutes since it was made; two trips share each. */
  readonly made: number;
}

async function insert(tripId: string, { org = 'org_a', status, idle, held, made }: Stored): Promise<void> {
  const isSold = ['fulfilling', 'fulfilled', 'failed'].includes(status);
  const outcome = ['fulfilled', 'failed'].includes(status)
    ? '{"charged":{"value":0,"currency":"USD"},"items":[]}'
    : null;
  await sql`
    insert into trip (organization_id, trip_id, status, items, travelers, metadata, on_partial, outcome, booking_ref, lease_until,
      payment_in_flight_until, created_at, updated_at, touched_at)
    values (${org}, ${tripId}, ${status}, '[]', '[]', '{}', 'all_or_nothing', ${outcome}::jsonb, ${isSold ? `BLY-${made}` : null},
      ${status === 'quoting' ? before(-held) : null}, ${status === 'quoted' ? before(-held) : null},
      ${before(41 * DAY + Math.ceil(made / 2))}, ${before(idle)}, ${before(idle)})`.execute(db.q);
}

type Page = Partial<Omit<Parameters<typeof listTripRows>[1], 'organizationId'>>;
const list = (page: Page = {}) =>
  listTripRows(db, { organizationId, status: undefined, limit: 1_000, after: undefined, offset: 0, ...page }, clocks);
const idsOf = (trips: Awaited<ReturnType<typeof list>>) => trips.map(({ tripId }) => String(tripId));

test.each(tripLifecycle.states)(
  'status %s lists what a read shows as it, and nothing else, newest first',
  async (status) => {
    const all = await list();
    expect(all).toHaveLength(96);
    const shown = all.filter((trip) => expireLease(lapseTrip(trip, clocks), NOW).status === status);
    // No payment of a trip that has been idle for days is under way: the rows that say so are none the product writes.
    const real = shown.filter(({ tripId }) => !/^trip_quoted_(4320|57600)_held$/.test(tripId));
    expect(idsOf(await list({ status }))).toEqual(idsOf(real));
  },
);

test('page by page every trip is listed once, also those made at one instant, and those of one page whatever is added', async () => {
  for (const status of [undefined, 'draft', 'expired', 'fulfilled'] as const) {
    const pages: string[] = [];
    let after: Page['after'];
    for (let page = 0; page < 200; page += 1) {
      const trips = await list({ status, limit: 5, after });
      pages.push(...idsOf(trips));
      const last = trips.at(-1);
      if (last === undefined) break;
      after = { at: last.createdAt, id: last.tripId };
    }
    expect(pages).toEqual(idsOf(await list({ status })));
  }
});

test('an offset passes over as many', async () => {
  const all = idsOf(await list({ status: 'expired' }));
  expect(idsOf(await list({ status: 'expired', offset: 3, limit: 4 }))).toEqual(all.slice(3, 7));
});
