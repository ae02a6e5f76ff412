import { expect, test } from 'vitest';
import { aBooking, aBookingItem } from '../../../test/support/products/bookings.ts';
import { documentEpoch, FIRST_EPOCH } from './document-epoch.ts';

const epochOf = (...statuses: readonly ('confirmed' | 'exchanged' | 'refunded' | 'cancelled' | 'cancelling')[]) =>
  documentEpoch(aBooking(statuses.map((status, index) => aBookingItem(`item_${index}`, { status }))));

test('an exchange, a refund and a cancellation each begin another epoch of the documents; asking for one does not', () => {
  expect([epochOf('confirmed', 'confirmed'), epochOf('cancelling', 'confirmed')]).toEqual([FIRST_EPOCH, FIRST_EPOCH]);
  for (const ended of ['exchanged', 'refunded', 'cancelled'] as const) expect(epochOf(ended, 'confirmed')).toBe('0.1');
  expect(epochOf('exchanged', 'refunded')).toBe('0.2');
  expect(documentEpoch({ documentsWithdrawn: 3, items: [] })).toBe('3.0');
});
