import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, type OrganizationId } from '../../src/platform/ids.ts';
import { deleteOrganizationRows } from '../../src/sandbox/store.ts';
import { gatherUses, type StockOrder, type StockUse } from '../../simulator/order-book/stock-order.ts';
import {
  addSoldStock,
  findStockOrder,
  freeSoldStock,
  insertStockOrder,
  listSoldStock,
} from '../../simulator/order-book/stock-store.ts';
import { findOrder, markCancelled } from '../../simulator/order-book/store.ts';
import { money } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

const AT = new Date('2026-11-20T10:00:00.123Z');
const FROM_ANY_DATE = { fromDate: '2026-01-01', changedAfter: undefined };
let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const use = (key: string, count = 1, date = '2027-01-14'): StockUse => ({ key, date, count });
const anOrder = (part: Partial<StockOrder> = {}): StockOrder => ({
  kind: 'rental',
  reference: 'ref_1',
  orderId: 'so_1',
  status: 'booked',
  scenario: 'busy',
  keys: ['offer'],
  extras: [{ ancillaryKey: 'child', quantity: 2 }],
  uses: [use('a')],
  confirmationNumber: 'A123456789FR',
  total: money(10_000, 'JPY'),
  dueLater: money(500, 'JPY'),
  cancellations: [
    [
      { from: AT, penalty: money(10, 'JPY'), basis: 'nights' },
      { from: new Date('2027-01-14T00:00:00Z'), penalty: money(10_000, 'JPY'), basis: 'percent' },
    ],
  ],
  shares: [{ price: money(10_000, 'JPY'), paid: money(9_000, 'JPY') }],
  endsAt: new Date('2027-01-17T09:00:00Z'),
  bookedAt: AT,
  confirmedAt: new Date('2026-11-20T12:00:00Z'),
  untilConfirmed: 'pending',
  ...part,
});
const add = (org: OrganizationId, uses: readonly StockUse[]) =>
  db.transaction((tx) => addSoldStock(tx, org, 'stay', uses));
const free = (org: OrganizationId, uses: readonly StockUse[]) =>
  db.transaction((tx) => freeSoldStock(tx, org, 'stay', uses));
const listOf = async (org: OrganizationId, since: Parameters<typeof listSoldStock>[3] = FROM_ANY_DATE) =>
  (await listSoldStock(db, org, 'stay', since)).counts.toSorted((a, b) => (a.key < b.key ? -1 : 1));

describe('orders', () => {
  test('are read as they were kept, by their organization and of their kind alone', async () => {
    const [mine, theirs] = [newId('organization'), newId('organization')];
    expect(await db.transaction((tx) => insertStockOrder(tx, mine, anOrder()))).toBe(true);
    expect(await findStockOrder(db, mine, 'rental', 'ref_1')).toEqual(anOrder());
    expect(await findStockOrder(db, mine, 'stay', 'ref_1')).toBeUndefined();
    expect(await findOrder(db, mine, 'ref_1')).toBeUndefined();
    expect(await findStockOrder(db, theirs, 'rental', 'ref_1')).toBeUndefined();
    expect(await db.transaction((tx) => insertStockOrder(tx, mine, anOrder({ kind: 'stay', orderId: 'so_2' })))).toBe(
      false,
    );
    expect(await db.transaction((tx) => markCancelled(tx, theirs, 'ref_1', AT))).toBe(false);
    expect((await findStockOrder(db, mine, 'rental', 'ref_1'))?.status).toBe('booked');
  });

  test('have what their kind has, or the database refuses them', async () => {
    const org = newId('organization');
    await db.transaction((tx) => insertStockOrder(tx, org, anOrder()));
    await expect(
      sql`update sandbox_order set offer_key = 'k' where organization_id = ${org}`.execute(db.q),
    ).rejects.toThrow('sandbox_order_has_what_its_kind_has');
    await expect(
      sql`update sandbox_order set kind = 'flight' where organization_id = ${org}`.execute(db.q),
    ).rejects.toThrow('sandbox_order_has_what_its_kind_has');
    await expect(
      sql`update sandbox_order set kind = 'boat' where organization_id = ${org}`.execute(db.q),
    ).rejects.toThrow('check');
  });
});

describe('counts', () => {
  test('go up and down together and never below none', async () => {
    const org = newId('organization');
    expect(await add(org, [use('a', 2), use('b')])).toEqual([
      { key: 'a', sold: 2 },
      { key: 'b', sold: 1 },
    ]);
    expect(await free(org, [use('a', 1), use('b', 5), use('never', 1)])).toEqual(
      expect.arrayContaining([
        { key: 'a', sold: 1 },
        { key: 'b', sold: 0 },
      ]),
    );
    expect(await listOf(org)).toEqual([
      { key: 'a', sold: 1 },
      { key: 'b', sold: 0 },
    ]);
    expect(await add(org, [])).toEqual([]);
  });

  test('are listed from a date on, and only those changed since an instant of the database', async () => {
    const org = newId('organization');
    await add(org, [use('old', 1, '2026-11-17'), use('today', 1, '2026-11-18')]);
    const { counts, latest } = await listSoldStock(db, org, 'stay', {
      fromDate: '2026-11-18',
      changedAfter: undefined,
    });
    expect(counts).toEqual([{ key: 'today', sold: 1 }]);
    // The database counts microseconds, a Date does not: the millisecond of the change itself is read again.
    expect(await listOf(org, { fromDate: '2026-11-18', changedAfter: new Date((latest?.getTime() ?? 0) + 1) })).toEqual(
      [],
    );
    expect(await listOf(org, { fromDate: '2026-11-18', changedAfter: new Date((latest?.getTime() ?? 0) - 1) })).toEqual(
      counts,
    );
    expect(await listOf(newId('organization'))).toEqual([]);
  });

  test('survive sellers and returners of the same days at once, whatever order each names them in', async () => {
    const org = newId('organization');
    const days = Array.from({ length: 12 }, (_, index) => use(`day${index}`));
    await add(org, gatherUses(days.map((day) => ({ ...day, count: 20 }))));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const mixed = index % 2 === 0 ? days : days.toReversed();
        return index % 4 < 2 ? add(org, gatherUses(mixed)) : free(org, mixed);
      }),
    );
    expect(new Set((await listOf(org)).map(({ sold }) => sold))).toEqual(new Set([20]));
  });
});

test('a reset deletes the orders of one organization and sets its counts to none', async () => {
  const [mine, theirs] = [newId('organization'), newId('organization')];
  for (const org of [mine, theirs]) {
    await db.transaction((tx) => insertStockOrder(tx, org, anOrder()));
    await add(org, [use('a', 3)]);
  }
  await db.transaction((tx) => deleteOrganizationRows(tx, mine));
  expect([await findStockOrder(db, mine, 'rental', 'ref_1'), await listOf(mine)]).toEqual([
    undefined,
    [{ key: 'a', sold: 0 }],
  ]);
  expect([(await findStockOrder(db, theirs, 'rental', 'ref_1'))?.orderId, await listOf(theirs)]).toEqual([
    'so_1',
    [{ key: 'a', sold: 3 }],
  ]);
});
