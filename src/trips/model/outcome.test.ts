import { expect, test } from 'vitest';
import { anItem, anOffer, aSlice, aTrip } from '../../../test/support/products/trips.ts';
import { asId } from '../../platform/ids.ts';
import { money } from '../../travel/money.ts';
import { itemOutcome } from './outcome.ts';
import type { ItemOutcome } from './trip.ts';

const [first, second] = [asId('item', 'itm_1'), asId('item', 'itm_2')];
const later = aSlice();
const secondItem = anItem({
  itemId: second,
  offer: anOffer({
    slices: [
      {
        ...later,
        segments: later.segments.map((segment) => ({
          ...segment,
          arrive: { ...segment.arrive, instant: new Date('2026-12-01T00:00:00Z') },
        })),
      },
    ],
  }),
});
const ended = (...statuses: readonly [ItemOutcome, ItemOutcome]) =>
  aTrip({
    status: 'fulfilled',
    items: [anItem(), secondItem],
    outcome: {
      charged: money(50_000, 'EUR'),
      items: [
        { itemId: first, status: statuses[0] },
        { itemId: second, status: statuses[1] },
      ],
    },
  });

test('an item tells its own end, and none before the end', () => {
  expect(itemOutcome(ended('confirmed', 'failed'), second)).toBe('failed');
  expect(itemOutcome(aTrip({ status: 'fulfilling' }), first)).toBeUndefined();
});
