import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DELETED_TABLES, deleteOrganizationRows, KEPT_TABLES } from '../../src/sandbox/store.ts';
import { newId } from '../../src/platform/ids.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

test('a reset knows every table that belongs to an organization', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'`.execute(
    db.q,
  );
  expect([...DELETED_TABLES, ...KEPT_TABLES].sort()).toEqual(rows.map((row) => row.table_name).sort());
});

test('a reset takes its locks in the order of the work it may meet: trip, booking, items, change, payment', () => {
  const locked: readonly string[] = ['trip', 'booking', 'booking_item', 'booking_change', 'payment'];
  expect(DELETED_TABLES.filter((table) => locked.includes(table))).toEqual(locked);
});

test("a reset may delete its own organization's ledger, and nobody may delete or change any other", async () => {
  const [mine, theirs] = [newId('organization'), newId('organization')];
  for (const org of [mine, theirs]) await insertTransfer(org);
  await db.transaction((tx) => deleteOrganizationRows(tx, mine));
  expect(await countTransfers(mine)).toBe(0);
  expect(await countTransfers(theirs)).toBe(1);
  await expect(sql`delete from ledger_transfer where organization_id = ${theirs}`.execute(db.q)).rejects.toThrow(
    'append-only',
  );
  await expect(
    sql`update ledger_transfer set amount = 1 where organization_id = ${theirs}`.execute(db.q),
  ).rejects.toThrow('append-only');
  const sneaky = db.transaction(async (tx) => {
    await deleteOrganizationRows(tx, mine);
    await sql`delete from ledger_transfer where organization_id = ${theirs}`.execute(tx.q);
  });
  await expect(sneaky).rejects.toThrow('append-only');
  await expect(sql`truncate ledger_transfer`.execute(db.q)).rejects.toThrow('append-only');
});

async function countTransfers(org: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ledger_transfer where organization_id = ${org}`.execute(db.q);
  return rows[0]?.count ?? -1;
}

async function insertTransfer(org: string): Promise<void> {
  await sql`
    insert into ledger_transfer (organization_id, trip_id, step, reference, line, entry_id, at, debit, credit, amount, currency)
    values (${org}, 'trip_1', 'authorise', 'pay_1', 1, 'led_1', now(), 'payer', 'held', 100, 'EUR')`.execute(db.q);
}
