import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import {
  beginObject,
  closeRecord,
  findRecord,
  openRecord,
  saveObject,
  type StripeRecord,
} from '../../src/suppliers/stripe/store.ts';
import { money } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

function aRecord(): Promise<StripeRecord> {
  const reference = newId('payment');
  return openRecord(db, {
    organizationId: newId('organization'),
    processorRef: `ref_${reference}`,
    reference,
    amount: money(12_345, 'USD'),
    description: 'Trip',
    returnUrl: 'http://127.0.0.1:9/checkout/cs_1',
    generation: 0,
    objectKind: undefined,
    objectId: undefined,
    sessionExpiresAt: undefined,
    isClosed: false,
  });
}
async function begun(record: StripeRecord, kind: 'session' | 'intent'): Promise<StripeRecord> {
  const next = await beginObject(db, record, { kind, sessionExpiresAt: undefined });
  if (next === undefined) throw new Error('nobody else had begun one');
  return next;
}
const page = { kind: 'session', sessionExpiresAt: new Date('2027-01-10T16:00:00Z') } as const;

test("a page that was about to begin when the agent's intent was not named yet does not begin once it is", async () => {
  const intent = await begun(await aRecord(), 'intent');
  // The page has looked: an intent begun, nobody knows its name, so nothing could have been paid with it. Then it is
  // named.
  const seenByPage = await findRecord(db, intent);
  expect(seenByPage).toMatchObject({ generation: 1, objectKind: 'intent', objectId: undefined });
  expect(await saveObject(db, intent, 'pi_named')).toBe(true);
  expect(seenByPage && (await beginObject(db, seenByPage, page))).toBeUndefined();
  expect(await findRecord(db, intent)).toMatchObject({ generation: 1, objectKind: 'intent', objectId: 'pi_named' });
});

test('a page that begins before the intent is named overtakes it: the intent is never recorded, so nobody confirms it', async () => {
  const intent = await begun(await aRecord(), 'intent');
  await begun(intent, 'session');
  expect(await saveObject(db, intent, 'pi_late')).toBe(false);
  expect(await findRecord(db, intent)).toMatchObject({ generation: 2, objectKind: 'session', objectId: undefined });
});

test('of two that begin from the same look one begins; a closed payment begins nothing and records nothing', async () => {
  const record = await aRecord();
  const both = await Promise.all([
    beginObject(db, record, page),
    beginObject(db, record, { kind: 'intent', sessionExpiresAt: undefined }),
  ]);
  const [winner, ...others] = both.filter((one) => one !== undefined);
  expect([winner?.generation, others]).toEqual([1, []]);
  await closeRecord(db, record);
  expect(winner && (await saveObject(db, winner, 'cs_late'))).toBe(false);
  expect(winner && (await beginObject(db, winner, page))).toBeUndefined();
});
