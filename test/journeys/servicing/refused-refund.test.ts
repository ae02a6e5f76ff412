import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { decideForAdmin } from '../../../src/decisions/decide-for-admin.ts';
import { listBookingEvents } from '../../../src/exports/store.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import { eraseBookingForAdmin } from '../../../src/retention/erase-booking.ts';
import { listChangesForPeople } from '../../../src/servicing/engine/list-manual-changes.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { wordsOf } from '../../support/accounts.ts';
import type { Visitor } from '../../support/accounts.ts';
import type { Answer } from '../../support/service/service.ts';
import { aStaffMember } from '../../support/staff.ts';
import { type ScriptedService, startScripted } from '../../support/suppliers/scripted-supplier.ts';
import { writtenMail } from '../../support/written-mail.ts';

/** Refunds that the processor refuses for good, and what people do about them. */
let scripted: ScriptedService;
beforeAll(async () => {
  scripted = await startScripted({ isBookIdempotent: true });
  scripted.script.processor.refund = () =>
    Promise.reject(new SupplierFailure('rejected', 'The charge was refunded in the dashboard.'));
});
afterAll(() => scripted.close());

/** Who issues the invoices. */
const LEGAL = {
  name: 'Nordwind Reisen GmbH',
  address: { lines: ['Hafenstraße 1'], postal_code: '20457', city: 'Hamburg' },
  country: 'DE',
  vat_id: 'DE136695976',
};

interface Refused {
  readonly organizationId: OrganizationId;
  readonly bookingRef: string;
  readonly changeId: string;
  readonly paid: { readonly amount: number; readonly currency: string };
  /** Posts with the pair and the key of the organization. */
  readonly post: (path: string, more?: object) => Promise<Answer['body']>;
  readonly get: (path: string) => Promise<Answer['body']>;
  readonly owner: Visitor;
  readonly key: string;
}

/** A stay that is given up for nothing, and whose money the processor does not give back. */
async function refuse(): Promise<Refused> {
  const { service } = scripted;
  const { key, organizationId } = await service.makeKey();
  const as = { 'x-api-key': key };
  await service.call('PUT', '/v1/organization', { name: 'Nordwind Reisen', legal: LEGAL }, as);
  const sold = (await service.call('POST', '/v1/sandbox/bookings', { kind: 'hotel' }, as)).body;
  const pair = { booking_ref: sold.booking_ref, last_name: sold.last_name };
  const post = async (path: string, more: object = {}) =>
    (await service.call('POST', path, { ...pair, ...more }, as)).body;
  const get = async (path: string) => (await service.call('GET', path, undefined, as)).body;
  const { total_paid: paid } = (await post('/v1/get_booking')).booking;
  const { quote_id: changeId } = await post('/v1/hotel_cancel', { action: 'preview' });
  expect((await post('/v1/hotel_cancel', { action: 'commit', quote_id: changeId })).refund_status).toBe('manual');
  const owner = await aStaffMember(service, 'owner', organizationId);
  return { organizationId, bookingRef: pair.booking_ref, changeId, paid, post, get, owner, key };
}

async function waitsForUs({ changeId }: Refused): Promise<boolean> {
  const listed = await listChangesForPeople(scripted.service.app);
  return listed.some(({ reference, waitsFor }) => reference === changeId && waitsFor === 'us');
}

/** Its invoices and credit notes: what each is, and its total. */
async function documentsOf({ bookingRef, get }: Refused): Promise<readonly (readonly [string, number])[]> {
  await scripted.service.drain();
  const { invoices } = await get(`/v1/bookings/${bookingRef}/invoices`);
  return invoices.map(({ type, total }: Answer['body']) => [type, total.value]);
}

async function exportedRefund({ bookingRef }: Refused): Promise<number> {
  const all = { after: '0', through: String(Number.MAX_SAFE_INTEGER) };
  const rows = await listBookingEvents(scripted.service.app.db, all);
  return Number(rows.find((row) => row['booking_ref'] === bookingRef)?.['total_refunded']);
}

test('until it is settled nothing counts as given back, anywhere, and the booking is not erased', async () => {
  const refused = await refuse();
  const { organizationId, bookingRef, paid, post, owner } = refused;
  expect(await waitsForUs(refused)).toBe(true);
  expect((await post('/v1/get_booking')).booking.total_refunded.amount).toBe(0);
  expect(await exportedRefund(refused)).toBe(0);
  expect(await documentsOf(refused)).toEqual([['invoice', paid.amount]]);
  const { days } = (await owner.get('/v1/overview')).body;
  const revenue = days.flatMap((day: Answer['body']) => day.revenue);
  expect(revenue).toMatchObject([{ value: paid.amount, currency: paid.currency }]);
  expect(await eraseBookingForAdmin(scripted.service.app, { organizationId, bookingRef })).toEqual({
    isErased: false,
    reason: 'not_over',
  });
  expect((await reconcile(scripted.service.app)).problems).toEqual([]);
});

test('given back by hand: it counts as refunded, is in the ledger and the log, and mailed, once', async () => {
  const refused = await refuse();
  const { bookingRef, changeId, paid, get, post, owner } = refused;
  const { service } = scripted;
  expect(wordsOf(await owner.get('/console/cases'))).toContain('How it was moved by hand');
  const path = `/console/cases/${changeId}`;
  expect((await owner.post(path, { decision: 'settled', reason: ' ' })).status).toBe(422);
  await owner.get('/console/cases');
  const done = await owner.post(path, { decision: 'settled', reason: 'Bank transfer 4711' });
  expect([done.status, done.headers.get('location')]).toEqual([303, '/console/cases?done=case']);
  await owner.get('/console/cases');
  expect((await owner.post(path, { decision: 'settled', reason: 'Again' })).status).toBe(404);

  expect(await waitsForUs(refused)).toBe(false);
  expect(await post('/v1/hotel_cancel', { action: 'status', quote_id: changeId })).toMatchObject({
    refund_status: 'refunded',
    confirmed_refund_amount: { value: paid.amount },
  });
  const { booking } = await post('/v1/get_booking');
  expect(booking.total_refunded.amount).toBe(paid.amount);
  expect(await exportedRefund(refused)).toBe(paid.amount);
  expect(await documentsOf(refused)).toEqual([
    ['invoice', paid.amount],
    ['credit_note', paid.amount],
  ]);
  const { days } = (await owner.get('/v1/overview')).body;
  expect(days.flatMap((day: Answer['body']) => day.revenue)).toEqual([]);
  const { entries } = await get(`/v1/trip/${booking.trip_id}/ledger`);
  expect(entries.at(-1)).toMatchObject({
    step: 'refund',
    lines: [
      { account: 'trip_clearing', direction: 'debit', amount: { value: paid.amount } },
      { account: 'returned_by_hand', direction: 'credit', amount: { value: paid.amount } },
    ],
  });
  const { events } = await get(`/v1/events?booking_ref=${bookingRef}`);
  const refunds = events.filter(({ event }: Answer['body']) => event === 'booking.refunded');
  expect(refunds).toHaveLength(1);
  expect((await writtenMail(service.app, refunds[0].event_id))?.subject).toMatch(/refund/i);
  const log = (await owner.get('/v1/audit_log?action=booking.change_decided')).body.events;
  expect(log).toMatchObject([
    { target: bookingRef, detail: { change: changeId, decision: 'settled', reason: 'Bank transfer 4711' } },
  ]);
  expect((await reconcile(service.app)).problems).toEqual([]);
});

test('the page of the account and the operator settle it as well; nobody settles what does not wait', async () => {
  const { service } = scripted;
  const [byPage, byOperator] = [await refuse(), await refuse()];
  expect(wordsOf(await byPage.owner.get('/account/changes'))).toContain('Say that it was moved by hand');
  const wrong = await byPage.owner.post(`/account/changes/${byPage.changeId}`, { decision: 'settled', reason: '' });
  expect(wrong.status).toBe(422);
  await byPage.owner.get('/account/changes');
  const answer = await byPage.owner.post(`/account/changes/${byPage.changeId}`, {
    decision: 'settled',
    reason: 'In the dashboard',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/changes?locale=en&decided=settled']);
  const { organizationId, changeId } = byOperator;
  const settle = (whose: OrganizationId) =>
    decideForAdmin(service.app, { organizationId: whose, changeId, settled: 'In the dashboard' });
  await expect(settle(byPage.organizationId)).rejects.toThrow();
  expect(await settle(organizationId)).toEqual({ decided: 'settled' });
  await expect(settle(organizationId)).rejects.toThrow('does not wait');
  for (const one of [byPage, byOperator])
    expect((await one.post('/v1/get_booking')).booking.total_refunded.amount).toBe(one.paid.amount);
  expect((await reconcile(service.app)).problems).toEqual([]);
});

test('an API key settles nothing, and another organization does not learn of it', async () => {
  const { service } = scripted;
  const refused = await refuse();
  const body = { decision: 'settled', reason: 'By a key' };
  for (const [key, status] of [
    [refused.key, 403],
    [(await service.makeKey()).key, 404],
  ] as const) {
    const path = `/v1/manual_changes/${refused.changeId}/decide`;
    expect((await service.call('POST', path, body, { 'x-api-key': key })).status).toBe(status);
  }
  expect(await waitsForUs(refused)).toBe(true);
});

test('said by two at the same moment, it is settled once', async () => {
  const refused = await refuse();
  const { organizationId, changeId, bookingRef, get } = refused;
  const settle = () => decideForAdmin(scripted.service.app, { organizationId, changeId, settled: 'At once' });
  const outcomes = await Promise.allSettled([settle(), settle(), settle()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { events } = await get(`/v1/events?booking_ref=${bookingRef}`);
  expect(events.filter(({ event }: Answer['body']) => event === 'booking.refunded')).toHaveLength(1);
  expect((await reconcile(scripted.service.app)).problems).toEqual([]);
});
