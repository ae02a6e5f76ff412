import { expect, test } from 'vitest';
import { aRental, aRentalItem, aRate, aStay, aStayItem } from '../../../test/support/products/products.ts';
import { aTrip } from '../../../test/support/products/trips.ts';
import { money } from '../../travel/money.ts';
import type { TripItem } from '../../trips/model/trip.ts';
import { presentContent } from './present-content.ts';

const NOW = new Date('2026-09-01T00:00:00Z');
const FROM = new Date('2026-08-01T00:00:00Z');

function contentOf(item: TripItem): unknown {
  return presentContent(aTrip({ items: [item] }), { now: NOW, digest: () => 'digest' })['items'];
}

test('of a rental that is paid for in part at the desk, what is lost is a part of what is paid now', () => {
  const charges = [
    { description: 'Rental', amount: money(8_000, 'EUR'), paidAt: 'now' },
    { description: 'One-way fee', amount: money(16_000, 'EUR'), paidAt: 'local' },
  ] as const;
  for (const [lost, percent] of [
    [8_000, 100],
    [3_200, 40],
  ] as const) {
    const cancellation = [{ from: FROM, penalty: money(lost, 'EUR'), basis: 'percent' }] as const;
    expect(contentOf(aRentalItem({ rental: aRental({ charges, cancellation }) }))).toMatchObject([
      { cancellation: [{ from: null, withheld: { percent } }] },
    ]);
  }
});

test('nights are what they come to, to a thousandth of the price; percents are whole', () => {
  for (const [basis, withheld] of [
    ['nights', { permille: 355 }],
    ['percent', { percent: 35 }],
  ] as const) {
    const cancellation = [{ from: FROM, penalty: money(5_500, 'EUR'), basis }] as const;
    const rate = aRate({ total: money(15_500, 'EUR'), cancellation });
    expect(contentOf(aStayItem({ stay: aStay({ rates: [rate] }) }))).toMatchObject([
      { rooms: [{ cancellation: [{ from: null, withheld }] }] },
    ]);
  }
});
