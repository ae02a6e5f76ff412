import { expect, test } from 'vitest';
import type { BookingChange } from '../servicing/model/change.ts';
import { stateOf } from './change-state.ts';

const now = new Date('2026-06-01T12:00:00Z');
const pending = (plan: object) =>
  stateOf({ status: 'pending', expiresAt: now, plan: { kind: 'cancellation', ...plan } } as BookingChange, now);

test('what its supplier has cancelled and charged for is done but for its money; what it has only taken is pending', () => {
  expect([pending({}), pending({ isCharged: true })]).toEqual(['pending', 'partial']);
});
