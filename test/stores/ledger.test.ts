import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountBalance, LedgerEntry, LedgerTransfer } from '../../src/ledger/model/entry.ts';
import { listLedgerBalances, readLedger } from '../../src/ledger/read-ledger.ts';
import { type NewLedgerEntry, recordLedger, recordLedgerEntries } from '../../src/ledger/record-ledger.ts';
import { newId } from '../../src/platform/ids.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

let db: TestDatabase;
const organizationId = newId('organization');
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const anEntry = (tripId: NewLedgerEntry['tripId'], overrides: Partial<NewLedgerEntry> = {}): NewLedgerEntry => ({
  organizationId,
  tripId,
  step: 'authorise',
  reference: 'pay_1',
  at: new Date('2026-06-01T12:00:00Z'),
  transfers: [{ debit: 'processor_hold', credit: 'payer', amount: { value: 100, currency: 'EUR' } }],
  ...overrides,
});

test('an entry written twice is one entry', async () => {
  const tripId = newId('trip');
  for (let i = 0; i < 2; i += 1) await db.transaction((tx) => recordLedger(tx, anEntry(tripId)));
  const ledger = await readLedger(db, organizationId, tripId);
  expect(ledger.entries).toHaveLength(1);
  expect(ledger.entries[0]).toMatchObject({
    step: 'authorise',
    reference: 'pay_1',
    lines: [
      { account: 'processor_hold', direction: 'debit' },
      { account: 'payer', direction: 'credit' },
    ],
  });
});

test('entries read back in the order they were written, transfers of nothing left out', async () => {
  const tripId = newId('trip');
  await db.transaction((tx) =>
    recordLedgerEntries(tx, [
      anEntry(tripId, {
        step: 'quote',
        transfers: [{ debit: 'payer', credit: 'trip_clearing', amount: { value: 7, currency: 'KWD' } }],
      }),
      anEntry(tripId),
      anEntry(tripId, {
        step: 'release',
        transfers: [{ debit: 'payer', credit: 'processor_hold', amount: { value: 0, currency: 'EUR' } }],
      }),
    ]),
  );
  expect((await readLedger(db, organizationId, tripId)).entries.map((entry) => entry.step)).toEqual([
    'quote',
    'authorise',
  ]);
});

test('nothing written can be changed or taken away', async () => {
  const tripId = newId('trip');
  await db.transaction((tx) => recordLedger(tx, anEntry(tripId)));
  await expect(sql`update ledger_transfer set amount = 1 where trip_id = ${tripId}`.execute(db.q)).rejects.toThrow(
    'append-only',
  );
  await expect(sql`delete from ledger_transfer where trip_id = ${tripId}`.execute(db.q)).rejects.toThrow('append-only');
});

test('whatever is entered, debits equal credits, and the sums of SQL are the sums of the model', async () => {
  const accounts = ['payer', 'processor_hold', 'processor_cash', 'trip_clearing', 'supplier_payable:world'] as const;
  const transfer = fc
    .record({
      debit: fc.constantFrom(...accounts),
      credit: fc.constantFrom(...accounts),
      amount: fc.record({
        value: fc.integer({ min: 0, max: 2_000_000_000 }),
        currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
      }),
    })
    .filter(({ debit, credit }) => debit !== credit);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(transfer, { maxLength: 3 }), { maxLength: 6 }),
      async (drafts: readonly (readonly LedgerTransfer[])[]) => {
        const tripId = newId('trip');
        await db.transaction((tx) =>
          recordLedgerEntries(
            tx,
            drafts.map((transfers, index) => anEntry(tripId, { reference: `r${index}`, transfers })),
          ),
        );
        const ledger = await readLedger(db, organizationId, tripId);
        const balances = await listLedgerBalances(db, organizationId, [tripId]);
        const sorted = (rows: readonly { account: string; currency: string; value: number }[]) =>
          rows.map(({ account, currency, value }) => `${account} ${currency} ${value}`).sort();
        expect(ledger.isBalanced).toBe(true);
        expect(sorted(balances)).toEqual(sorted(balancesOf(ledger.entries)));
        expect(balances.reduce((sum, balance) => sum + balance.value, 0)).toBe(0);
      },
    ),
    { numRuns: 40 },
  );
});

/** Every account that the entries touch, in the order they first appear. */
function balancesOf(entries: readonly LedgerEntry[]): readonly AccountBalance[] {
  const balances = new Map<string, AccountBalance>();
  for (const { account, direction, amount } of entries.flatMap((entry) => entry.lines)) {
    const key = `${account} ${amount.currency}`;
    const value = (balances.get(key)?.value ?? 0) + (direction === 'debit' ? amount.value : -amount.value);
    balances.set(key, { account, currency: amount.currency, value });
  }
  return [...balances.values()];
}
