import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reserveBudget, settleExecution } from '../../src/mandates/budget.ts';
import type { BudgetTransfer } from '../../src/mandates/model/budget-entries.ts';
import { judgeLimits } from '../../src/mandates/model/judge-limits.ts';
import type { Mandate } from '../../src/mandates/model/mandate.ts';
import { decideMandate } from '../../src/mandates/end-mandate.ts';
import { findMandate, findMandateForUpdate, insertMandate } from '../../src/mandates/store.ts';
import { listExecutions } from '../../src/mandates/store-budget.ts';
import { asId, newId } from '../../src/platform/ids.ts';
import { money } from '../../src/travel/money.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { balanceOf } from '../support/products/budget-balance.ts';

const NOW = new Date('2026-08-05T12:00:00Z');
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function aGrantedMandate(budget: number, tripsMax?: number): Promise<Mandate> {
  const { organization_id: organizationId } = (
    await sql<{ organization_id: string }>`select organization_id from organization limit 1`.execute(service.app.db.q)
  ).rows[0] ?? { organization_id: '' };
  const mandate: Mandate = {
    organizationId: asId('organization', organizationId),
    mandateId: newId('mandate'),
    status: 'proposed',
    agent: { kind: 'api_key', id: 'key_1', name: 'Agent' },
    name: 'Trips',
    reason: undefined,
    terms: { currency: 'EUR', budget, tripsMax, onPartial: 'all_or_nothing', rules: [] },
    validFrom: new Date('2026-08-01T00:00:00Z'),
    validUntil: new Date('2026-09-01T00:00:00Z'),
    reserved: 0,
    spent: 0,
    tripsUsed: 0,
    decision: undefined,
    endedReason: undefined,
    createdAt: NOW,
    endedAt: undefined,
  };
  await service.app.db.transaction((tx) => insertMandate(tx, mandate));
  const decider = { actor: { kind: 'user', id: 'user_1' } } as const;
  return await decideMandate(service.app, mandate, 'grant', { by: 'user_1', at: NOW, acr: 'pwd' }, decider);
}

/** What an execution does: locks, judges, reserves. */
async function reserve(key: Mandate, value: number, paymentId = newId('payment')) {
  return await service.app.db.transaction(async (tx) => {
    const mandate = await findMandateForUpdate(tx, key);
    if (mandate === undefined) throw new Error('The mandate is gone.');
    const cost = { total: money(value, 'EUR'), items: [], currency: 'EUR' };
    if (judgeLimits(mandate, cost, { inPeriod: 0 }, NOW).some(({ verdict }) => verdict !== 'pass')) return undefined;
    const reservation = { proposalId: undefined, tripId: newId('trip'), paymentId, amount: value, rate: 1, now: NOW };
    return await reserveBudget(tx, mandate, reservation);
  });
}
const keyOf = ({ organizationId, mandateId }: Mandate) => ({ organizationId, mandateId });
async function booksOf({ organizationId, mandateId }: Mandate) {
  const { rows } = await sql<BudgetTransfer>`select debit, credit, amount from mandate_transfer
    where organization_id = ${organizationId} and mandate_id = ${mandateId}`.execute(service.app.db.q);
  return {
    available: balanceOf('available', rows),
    reserved: balanceOf('reserved', rows),
    spent: balanceOf('spent', rows),
  };
}

describe('fifty at once on one budget', () => {
  test('never hold more than it, and books and row say the same before and after they end', async () => {
    const mandate = await aGrantedMandate(100_000);
    const held = await Promise.all(Array.from({ length: 50 }, () => reserve(mandate, 7_001)));
    expect(held.filter((id) => id !== undefined)).toHaveLength(14);
    expect(await booksOf(mandate)).toEqual({ available: 1_986, reserved: 98_014, spent: 0 });
    expect(await findMandate(service.app.db, mandate)).toMatchObject({ reserved: 98_014, spent: 0, tripsUsed: 14 });
    const open = await listExecutions(service.app.db, { ...keyOf(mandate), status: 'open', limit: 50 });
    // Each is ended twice at once: once counts.
    await Promise.all(
      [...open, ...open].map((execution, index) =>
        service.app.db.transaction((tx) =>
          settleExecution(
            tx,
            execution,
            (index % open.length) % 2 === 0 ? { kind: 'spent', taken: 7_000 } : { kind: 'released' },
            NOW,
          ),
        ),
      ),
    );
    expect(await booksOf(mandate)).toEqual({ available: 51_000, reserved: 0, spent: 49_000 });
    expect(await findMandate(service.app.db, mandate)).toMatchObject({ reserved: 0, spent: 49_000, tripsUsed: 7 });
  });

  test('hold one payment once', async () => {
    const mandate = await aGrantedMandate(100_000);
    const paymentId = newId('payment');
    const held = await Promise.all(Array.from({ length: 8 }, () => reserve(mandate, 10, paymentId)));
    expect(held.filter((id) => id !== undefined)).toHaveLength(1);
    expect((await booksOf(mandate)).reserved).toBe(10);
  });
});

test('the last minor unit and the last trip exhaust a mandate, and nothing is reserved of it any more', async () => {
  for (const mandate of [await aGrantedMandate(500), await aGrantedMandate(5_000, 1)]) {
    await reserve(mandate, 500);
    const [execution] = await listExecutions(service.app.db, { ...keyOf(mandate), limit: 5 });
    if (execution === undefined) throw new Error('Nothing was reserved.');
    const settled = await service.app.db.transaction((tx) =>
      settleExecution(tx, execution, { kind: 'spent', taken: 500 }, NOW),
    );
    expect(settled?.isExhausted).toBe(true);
    expect((await findMandate(service.app.db, mandate))?.status).toBe('exhausted');
    expect(await reserve(mandate, 1)).toBeUndefined();
  }
});

test('the database refuses an overdrawn budget and a changed entry, whatever the code does', async () => {
  const mandate = await aGrantedMandate(100);
  const { db } = service.app;
  await expect(
    db.transaction((tx) =>
      reserveBudget(tx, mandate, {
        proposalId: undefined,
        tripId: newId('trip'),
        paymentId: newId('payment'),
        amount: 101,
        rate: 1,
        now: NOW,
      }),
    ),
  ).rejects.toThrow(/check/);
  await expect(sql`update mandate_transfer set amount = 1`.execute(db.q)).rejects.toThrow(/append-only/);
});
