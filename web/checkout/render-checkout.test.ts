import { describe, expect, test } from 'vitest';
import { fewPlaces } from '../../test/support/products/flights.ts';
import { aRate, aRental, aRentalItem, aStay, aStayItem } from '../../test/support/products/products.ts';
import { anItem, aTrip } from '../../test/support/products/trips.ts';
import { viewOrder } from '../../src/checkout/view-order.ts';
import { money } from '../../src/travel/money.ts';
import type { TripItem } from '../../src/trips/model/trip.ts';
import { PAGE_LANGUAGES, type PageLanguage } from './messages.ts';
import { renderCheckout } from './render-checkout.ts';
import type { CheckoutView, OrderView, PayView } from './view.ts';

const orderOf = (...items: readonly TripItem[]): OrderView =>
  viewOrder(aTrip({ items }), { places: fewPlaces, now: new Date('2026-09-01T12:00:00Z') });
const FAMILY = orderOf(
  anItem(),
  aStayItem({ stay: aStay({ rates: [aRate({ party: { adults: 2, childrenAges: [3, 9] } })] }) }),
  aRentalItem(),
);
const LATER = orderOf(
  aStayItem({
    stay: aStay({ rates: [aRate({ paymentType: 'pay_at_property' })] }),
    price: money(0, 'EUR'),
    originPrice: money(0, 'EUR'),
  }),
);

const payView = (order: OrderView, part: Partial<PayView> = {}): PayView => ({
  kind: 'pay',
  order,
  csrf: 'token',
  quoteId: 'quote_1',
  secondsLeft: 300,
  movedFrom: undefined,
  shownTotal: order.total,
  declineReason: undefined,
  form: { holder: '', expiry: '', shownTotal: undefined, errors: [] },
  isPaidElsewhere: false,
  ...part,
});
/** The page's words without its markup, spaces made plain. */
const read = (view: CheckoutView, language: PageLanguage = 'en'): string =>
  renderCheckout(language, { sessionId: 'cs_1', nonce: 'n', isSandbox: false }, view)
    .replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<[^>]*>/g, ' ')
    .replace(/[\s\u00a0\u202f]+/g, ' ');

describe('the page before the payment', () => {
  test('names every item, its extras and what is paid where', () => {
    const text = read(payView(FAMILY));
    expect(text).toContain('2 adults, 2 children (3 and 9 years)');
    expect(text).toContain('To pay now €1,300.00');
    expect(text).toContain(
      'Pay later At the hotel Hotel Miramar €20.00 At the rental desk Rodavia Lisbon Airport €30.00',
    );
    expect(text).toContain('Compact · Volkswagen Golf or similar');
    expect(text).toContain('Taxes and charges included, except those under “Pay later”');
  });

  test("a supplier's own words are marked as English on a page that is not", () => {
    const page = (language: PageLanguage) =>
      renderCheckout(language, { sessionId: 'cs_1', nonce: 'n', isSandbox: false }, payView(FAMILY));
    expect(page('de')).toContain('<span lang="en">City tax</span>');
    expect(page('en')).not.toContain('<span lang="en">');
  });

  test.each(PAGE_LANGUAGES)('nothing to pay: no card is asked for, in %s', (language) => {
    const page = renderCheckout(language, { sessionId: 'cs_1', nonce: 'n', isSandbox: false }, payView(LATER));
    expect(page).not.toContain('cc-number');
    expect(page).toContain('name="action" value="pay"');
  });

  test('nothing to pay: says where it is paid instead', () => {
    expect(read(payView(LATER))).toMatch(
      /Nothing to pay now You pay on the spot, as shown under “Pay later”\. .*Confirm booking/,
    );
  });
});

describe('prices that have moved', () => {
  const withHotel = (part: object): OrderView => ({
    ...FAMILY,
    items: FAMILY.items.map((item) => (item.kind === 'hotel' ? { ...item, ...part } : item)),
  });

  test('what is paid now moves its item and the total', () => {
    const text = read(
      payView(withHotel({ previousTotal: money(59_000, 'EUR') }), { movedFrom: money(129_000, 'EUR') }),
    );
    expect(text).toContain(
      'The price has changed Hotel Miramar It was €590.00 and is now €600.00. To pay now It was €1,290.00 and is now €1,300.00.',
    );
    expect(text).toContain('I accept the new total of €1,300.00');
  });

  test('what is paid on the spot moves alone: the total is not said to have changed, and still the payer must agree', () => {
    const text = read(
      payView(withHotel({ previousDueLater: money(1_500, 'EUR') }), { movedFrom: money(130_000, 'EUR') }),
    );
    expect(text).toContain(
      'The price has changed Hotel Miramar · At the hotel It was €15.00 and is now €20.00. Accept the new price',
    );
    expect(text).toContain('I accept the new prices');
    expect(text).not.toContain('€1,300.00 and is now');
  });

  test('an item that has become free on the spot says so', () => {
    const order = orderOf(
      aRentalItem({
        rental: aRental({ charges: [{ description: 'Rental', amount: money(20_000, 'EUR'), paidAt: 'now' }] }),
      }),
    );
    const moved = { ...order, items: order.items.map((item) => ({ ...item, previousDueLater: money(3_000, 'EUR') })) };
    expect(read(payView(moved, { movedFrom: order.total }))).toContain(
      'At the rental desk It was €30.00 and is now €0.00.',
    );
  });
});

describe('the page after the payment', () => {
  const outcomes = (order: OrderView): OrderView => ({
    ...order,
    isPaid: true,
    total: money(60_000, 'EUR'),
    items: order.items.map((item) =>
      item.kind === 'hotel'
        ? { ...item, outcome: 'booked' as const, confirmationNumber: 'MIRA-77' }
        : { ...item, outcome: 'not_booked' as const, isRefused: item.kind === 'car' },
    ),
  });

  test('booked in part: the number of what is booked, and only its part is still to be paid', () => {
    const text = read({ kind: 'confirmed', order: outcomes(FAMILY), bookingRef: 'BLY123', isPartial: true });
    expect(text).toContain('Hotel confirmation number MIRA-77');
    expect(text).toContain('Total paid €600.00 Pay later At the hotel Hotel Miramar €20.00 What could not be booked');
    expect(text).not.toContain('At the rental desk');
  });

  test('nothing booked: names who did not confirm', () => {
    expect(read({ kind: 'failed', order: outcomes(FAMILY), bookingRef: 'BLY123', reason: 'not_booked' })).toContain(
      'Not confirmed by the rental company',
    );
  });

  test('a trip nothing was paid for speaks neither of a payment nor of a card', () => {
    const order: OrderView = {
      ...LATER,
      isPaid: true,
      items: LATER.items.map((item) => ({ ...item, outcome: 'booked' as const })),
    };
    const views: readonly CheckoutView[] = [
      { kind: 'booking', order: LATER, bookingRef: 'BLY123', isSlow: false },
      { kind: 'confirmed', order, bookingRef: 'BLY123', isPartial: true },
      { kind: 'failed', order: LATER, bookingRef: 'BLY123', reason: 'not_booked' },
    ];
    for (const view of views) expect(read(view)).not.toMatch(/Payment accepted|your card/);
    expect(read({ kind: 'confirmed', order, bookingRef: 'BLY123', isPartial: false })).toContain(
      'Nothing has been charged. Pay later At the hotel Hotel Miramar €620.00',
    );
  });
});
