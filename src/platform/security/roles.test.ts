import { expect, test } from 'vitest';
import { mayRun, USER_ROLES } from './roles.ts';

const read = { operationId: 'read_booking', tag: 'Bookings', isWrite: false };
const refund = { operationId: 'refund_commit', tag: 'Servicing', isWrite: true };
const key = { operationId: 'create_api_key', tag: 'Account', isWrite: true };
const decision = { operationId: 'decide_manual_change', tag: 'Servicing', isWrite: true };
const redelivery = { operationId: 'redeliver_webhook', tag: 'Webhooks', isWrite: true };

test('everybody reads; who may write what is the table of the guide', () => {
  const rowOf = (operation: typeof read) => USER_ROLES.filter((role) => mayRun(role, operation));
  expect(rowOf(read)).toEqual(['owner', 'admin', 'member', 'support', 'read_only']);
  expect(rowOf(refund)).toEqual(['owner', 'admin', 'member', 'support']);
  expect(rowOf(redelivery)).toEqual(['owner', 'admin', 'member', 'support']);
  expect(rowOf(key)).toEqual(['owner', 'admin', 'member']);
  const leaving = { operationId: 'delete_member', tag: 'Account', isWrite: true };
  expect(rowOf(leaving)).toEqual(['owner', 'admin', 'member', 'support', 'read_only']);
  expect(rowOf(decision)).toEqual(['owner', 'admin']);
});
