import { describe, expect, test } from 'vitest';
import { describeRules } from '../../web/checkout/fare.ts';
import { messagesOf, PAGE_LANGUAGES } from '../../web/checkout/messages.ts';
import { aBooking, aBookingItem } from '../../test/support/products/bookings.ts';
import { fewPlaces } from '../../test/support/products/flights.ts';
import { aRate, aRental, aRentalItem, aStay, aStayItem } from '../../test/support/products/products.ts';
import { aFare, anItem, anOffer, aSlice, aTrip } from '../../test/support/products/trips.ts';
import type { Booking, BookingItem } from '../bookings/model/booking.ts';
import type { ItemScheduleChange } from '../bookings/model/schedule-change.ts';
import { asId } from '../platform/ids.ts';
import type { CabinClass, Fare, PenaltyRule } from '../travel/flight.ts';
import { money } from '../travel/money.ts';
import type { TripItem } from '../trips/model/trip.ts';
import { viewBookedItem, viewOrder, viewReplacement } from './view-order.ts';

const facts = { places: fewPlaces, now: new Date('2026-09-01T12:00:00Z') };
const view = (...items: readonly TripItem[]) => viewOrder(aTrip({ items, currency: items[0]?.price.currency }), facts);

test("a flight in another cabin than the fare's is shown with its own, and one whose cabin is not told with none", () => {
  const slice = aSlice();
  const shown = (flown: CabinClass | undefined) => {
    const segments = slice.segments.map((segment) => ({
      ...segment,
      ...(flown === undefined ? {} : { cabinClass: flown }),
    }));
    const offer = anOffer({ slices: [{ ...slice, segments }], fares: [aFare({ cabinClass: 'first' })] });
    const [flight] = view(anItem({ offer })).items;
    return flight?.kind === 'flight' && flight.slices[0]?.segments[0]?.otherCabin;
  };
  expect([shown('business'), shown('first'), shown(undefined)]).toEqual(['business', undefined, undefined]);
});

describe('a trip of all three kinds', () => {
  test('keeps its order; the total is what is paid now, and what is due later stands beside each item', () => {
    const order = view(aRentalItem(), anItem(), aStayItem());
    expect(order.items.map(({ kind, total, dueLater }) => ({ kind, total, dueLater }))).toEqual([
      { kind: 'car', total: money(20_000, 'EUR'), dueLater: money(3_000, 'EUR') },
      { kind: 'flight', total: money(50_000, 'EUR'), dueLater: undefined },
      { kind: 'hotel', total: money(60_000, 'EUR'), dueLater: money(2_000, 'EUR') },
    ]);
    expect(order).toMatchObject({ total: money(130_000, 'EUR'), needsCard: true, isPaid: false });
  });

  test('of which nothing is paid now needs no card', () => {
    const stay = aStay({ rates: [aRate({ paymentType: 'pay_at_property' })] });
    const order = view(aStayItem({ stay, price: money(0, 'EUR'), originPrice: money(0, 'EUR') }));
    expect(order).toMatchObject({
      total: money(0, 'EUR'),
      needsCard: false,
      items: [{ dueLater: money(62_000, 'EUR') }],
    });
  });
});

test('an item is shown without its service fee, and the lines add up to its total', () => {
  const serviceFee = money(1_234, 'EUR');
  const ancillaries = [{ ancillaryKey: 'bag-1', travelerId: undefined, quantity: 1 }];
  const order = view(anItem({ ancillaries, serviceFee }), aStayItem({ serviceFee }), aRentalItem({ serviceFee }));
  expect(order.items.map(({ price, serviceFee: fee, total }) => [price.value, fee?.value, total.value])).toEqual([
    [50_000, 1_234, 55_234],
    [60_000, 1_234, 61_234],
    [20_000, 1_234, 21_234],
  ]);
});

describe('what was paid', () => {
  const trip = aTrip({ items: [anItem(), aStayItem()], status: 'fulfilled' });
  const [flight, stay] = trip.items;
  if (flight === undefined || stay === undefined) throw new Error('The trip has two items.');
  const booked = (flightPart: Partial<BookingItem>, collected: number) =>
    aBooking(
      [
        aBookingItem(flight.itemId, { itemId: flight.itemId, tripItem: flight, status: 'confirmed', ...flightPart }),
        aBookingItem(stay.itemId, {
          itemId: stay.itemId,
          kind: 'hotel',
          tripItem: stay,
          status: 'confirmed',
          total: money(60_000, 'EUR'),
        }),
      ],
      {
        phase: 'done',
        status: 'confirmed',
        totalPaid: money(110_000, 'EUR'),
        totalCollected: money(collected, 'EUR'),
      },
    );
  const totalOf = (booking: Booking) => viewOrder(trip, { ...facts, booking }).total;

  test('is the sale with the bags bought since', () => {
    expect(totalOf(booked({ total: money(50_000, 'EUR') }, 0))).toEqual(money(110_000, 'EUR'));
    expect(totalOf(booked({ total: money(56_400, 'EUR') }, 6_400))).toEqual(money(116_400, 'EUR'));
  });

  test('of a flight that was exchanged or given up is what was paid for it, without what the exchange cost', () => {
    const total = money(56_400, 'EUR');
    expect(totalOf(booked({ total, status: 'exchanged' }, 16_400))).toEqual(money(116_400, 'EUR'));
    expect(totalOf(booked({ total, status: 'refunded', refunded: total }, 6_400))).toEqual(money(116_400, 'EUR'));
  });
});

describe('a stay', () => {
  test('says what the property collects part by part, each tax once for all rooms', () => {
    const stay = aStay({ rates: [aRate(), aRate({ rateKey: 'rate-2', paymentType: 'pay_at_property' })] });
    const [hotel] = view(aStayItem({ stay })).items;
    expect(hotel?.dueLater).toEqual(money(64_000, 'EUR'));
    expect(hotel?.kind === 'hotel' && hotel.laterParts).toEqual([
      { kind: 'rooms', amount: money(60_000, 'EUR') },
      { kind: 'charge', name: 'City tax', amount: money(4_000, 'EUR') },
    ]);
  });

  test("tells penalties in the currency that was paid, and in the property's where nothing was", () => {
    const firstPenalty = (paymentType: 'pay_now' | 'pay_at_property') => {
      const stay = aStay({ rates: [aRate({ paymentType })] });
      const [hotel] = view(aStayItem({ stay, price: money(66_000, 'USD'), rate: 1.1 })).items;
      return hotel?.kind === 'hotel' && hotel.cancellation.later[0];
    };
    expect(firstPenalty('pay_now')).toMatchObject({ cost: 'amount', amount: money(13_200, 'USD') });
    expect(firstPenalty('pay_at_property')).toMatchObject({ cost: 'amount', amount: money(12_000, 'EUR') });
  });
});

describe('a rental', () => {
  const ancillaries = [
    { ancillaryKey: 'child_seat', travelerId: undefined, quantity: 2 },
    { ancillaryKey: 'gps', travelerId: undefined, quantity: 1 },
  ];

  test('shows each extra in the currency it is paid in, and lines that add up to the item', () => {
    const [car] = view(aRentalItem({ ancillaries, price: money(22_000, 'USD'), rate: 1.1 })).items;
    expect(car).toMatchObject({
      kind: 'car',
      total: money(30_800, 'USD'),
      price: money(22_000, 'USD'),
      dueLater: money(5_500, 'EUR'),
      extras: [
        { type: 'child_seat', quantity: 2, paidAt: 'now', price: money(8_800, 'USD') },
        { type: 'gps', quantity: 1, paidAt: 'local', price: money(2_500, 'EUR') },
      ],
      laterParts: [
        { kind: 'charge', name: 'Road fee', amount: money(3_000, 'EUR') },
        { kind: 'extra', amount: money(2_500, 'EUR') },
      ],
    });
  });

  test('is of a class, never one certain car; a branch that never closes has no hours', () => {
    const { pickUp } = aRental();
    const [car] = view(
      aRentalItem({ rental: aRental({ dropOff: { ...pickUp, opens: '00:00', closes: '24:00' } }) }),
    ).items;
    expect(car).toMatchObject({
      model: 'Volkswagen Golf',
      category: { letter: 'C', name: 'Compact' },
      pickUp: { timeLocal: '2026-10-03T12:00:00', hours: { opens: '06:00', closes: '23:59' } },
      dropOff: { hours: undefined },
    });
  });
});

describe('what giving up or changing a flight costs', () => {
  const RIGID: Partial<Fare> = { isRefundable: false };
  const english = messagesOf('en');
  const rule = (part: Partial<PenaltyRule>): PenaltyRule => ({
    ruleType: 'change',
    isAllowed: true,
    fee: undefined,
    minMinutesBeforeDeparture: 120,
    maxMinutesBeforeDeparture: undefined,
    maxMinutesAfterDeparture: undefined,
    ...part,
  });
  const itemOf = (fare: Partial<Fare>) => anItem({ fare: aFare(fare) });
  const rulesAt = (fare: Partial<Fare>, now: string) => {
    const [flight] = viewOrder(aTrip({ items: [itemOf(fare)] }), { places: fewPlaces, now: new Date(now) }).items;
    return flight?.kind === 'flight' ? describeRules(english, flight) : [];
  };
  const bookedRulesAt = (now: string) => {
    const tripItem = itemOf(RIGID);
    const item = aBookingItem('sold', {
      itemId: tripItem.itemId,
      tripItem,
      status: 'confirmed',
      bookedAt: new Date('2026-09-01T12:00:00Z'),
      total: tripItem.price,
      originTotal: tripItem.originPrice,
    });
    const flight = viewBookedItem(aBooking([item]), tripItem, { places: fewPlaces, now: new Date(now) });
    return flight.kind === 'flight' ? describeRules(english, flight) : [];
  };

  test('a fare without refunds says that everything comes back for 24 hours: from the booking before it, until its hour after it, and no longer', () => {
    expect(rulesAt(RIGID, '2026-09-01T12:00:00Z').slice(1)).toEqual([
      'For 24 hours after booking, you can cancel and get everything back.',
      'After that, this fare is not refundable.',
    ]);
    expect(bookedRulesAt('2026-09-01T20:00:00Z').slice(1)).toEqual([
      'Until Wed, 2 Sept 2026, 14:00 (local time of departure), you can cancel and get everything back.',
      'After that, this fare is not refundable.',
    ]);
    expect(bookedRulesAt('2026-09-03T12:00:00Z').slice(1)).toEqual(['This fare is not refundable.']);
  });

  test('of a flight that departs within 24 hours, until its departure', () => {
    expect(rulesAt(RIGID, '2026-10-03T00:00:00Z')[1]).toBe(
      'Until Sat, 3 Oct 2026, 15:35 (local time of departure), you can cancel and get everything back.',
    );
  });

  test('a change fee that rises is told with its steps, of which those that are over are left out', () => {
    const week = 7 * 24 * 60;
    const fare: Partial<Fare> = {
      ...RIGID,
      rules: [
        rule({ fee: money(4_300, 'EUR'), minMinutesBeforeDeparture: week }),
        rule({ fee: money(6_000, 'EUR'), maxMinutesBeforeDeparture: week }),
      ],
    };
    expect(rulesAt(fare, '2026-09-01T12:00:00Z').slice(0, 2)).toEqual([
      expect.stringMatching(
        /^Until Sat, 26 Sept 2026, \d\d:\d\d \(local time of departure\), you can change your flight for €43\.00 per person, plus any fare difference\.$/,
      ),
      'After that, changing it costs €60.00 per person, plus any fare difference.',
    ]);
    expect(rulesAt(fare, '2026-10-01T12:00:00Z')[0]).toBe(
      'You can change your flight for €60.00 per person, plus any fare difference.',
    );
  });

  test('a fee in a currency that is neither the supplier’s nor the payer’s is shown as it is filed, at no rate of another pair', () => {
    const fare = { ...RIGID, rules: [rule({ fee: money(4_300, 'GBP') })] };
    expect(rulesAt(fare, '2026-09-01T12:00:00Z')[0]).toBe(
      'You can change your flight for £43.00 per person, plus any fare difference.',
    );
  });

  describe('once it is booked', () => {
    const bought = (fare: Partial<Fare>, overrides: Parameters<typeof aBookingItem>[1] = {}) => {
      const tripItem = itemOf(fare);
      return aBookingItem('sold', {
        itemId: tripItem.itemId,
        tripItem,
        status: 'confirmed',
        bookedAt: new Date('2026-09-01T12:00:00Z'),
        total: tripItem.price,
        originTotal: tripItem.originPrice,
        ...overrides,
      });
    };
    const at = (now: string) => ({ places: fewPlaces, now: new Date(now) });
    const rulesOf = (item: BookingItem, now: string) => {
      const flight = viewBookedItem(aBooking([item]), item.tripItem, at(now));
      return flight.kind === 'flight' ? describeRules(english, flight) : [];
    };
    const partText =
      'Until Wed, 2 Sept 2026, 14:00 (local time of departure), you can cancel and get €500.00 back; €70.00 is kept because of an earlier change.';

    test('an exchanged ticket tells the window in which all but the change fee comes back, and so does its exchange before it is made', () => {
      const paid = { total: money(57_000, 'EUR'), nonRefundable: money(7_000, 'EUR') };
      expect(rulesOf(bought(RIGID, paid), '2026-09-01T20:00:00Z').slice(1)).toEqual([
        partText,
        'After that, this fare is not refundable.',
      ]);
      const free: Partial<Fare> = {
        isRefundable: true,
        rules: [rule({ ruleType: 'refund', minMinutesBeforeDeparture: 0 })],
      };
      const old = bought(RIGID);
      const after = viewReplacement(
        aBooking([old]),
        old,
        {
          replacement: anItem({ itemId: asId('item', 'fresh'), fare: aFare(RIGID) }),
          originTotal: old.originTotal,
          due: money(7_000, 'EUR'),
          refund: money(0, 'EUR'),
          penalty: money(7_000, 'EUR'),
        },
        at('2026-09-01T20:00:00Z'),
      );
      expect(after.kind === 'flight' && describeRules(english, after).slice(1)).toEqual([
        partText,
        'After that, this fare is not refundable.',
      ]);
      expect(rulesOf(bought(free, paid), '2026-09-08T20:00:00Z').slice(1)).toEqual([
        'Until Sat, 3 Oct 2026, 15:35 (local time of departure), you can cancel and get €500.00 back; €70.00 is kept because of an earlier change.',
      ]);
    });

    test('its service fee comes back inside the window and stays afterwards, apart from what a change has used up', () => {
      const fee = money(2_000, 'EUR');
      const paid = { total: money(52_000, 'EUR'), nonRefundable: fee, serviceFee: fee };
      const sold = (fare: Partial<Fare>, overrides: Parameters<typeof aBookingItem>[1] = paid) => {
        const item = bought(fare, { ...paid, ...overrides });
        return rulesOf({ ...item, tripItem: { ...item.tripItem, serviceFee: fee } }, '2026-09-01T20:00:00Z').slice(1);
      };
      const everything =
        'Until Wed, 2 Sept 2026, 14:00 (local time of departure), you can cancel and get everything back.';
      expect(sold(RIGID)).toEqual([everything, 'After that, this fare is not refundable.']);
      const refundable = sold({ isRefundable: true, rules: [rule({ ruleType: 'refund', fee: money(5_000, 'EUR') })] });
      expect(refundable[0]).toBe(everything);
      expect(refundable.at(-1)).toBe('After that, the service fee of €20.00 is not refunded.');
      expect(sold(RIGID, { total: money(59_000, 'EUR'), nonRefundable: money(9_000, 'EUR') })[0]).toBe(
        'Until Wed, 2 Sept 2026, 14:00 (local time of departure), you can cancel and get €520.00 back; €70.00 is kept because of an earlier change.',
      );
    });

    test('a flight moved too far is given back up to its departure and changed free of charge, whatever the fare says', () => {
      const scheduleChange: ItemScheduleChange = {
        number: 1,
        supplierChangeId: 'moved',
        severity: 'major',
        status: 'open',
        segments: [],
        isFree: true,
        canAccept: true,
        affected: [],
        foundAt: new Date('2026-09-01T13:00:00Z'),
        settledAt: undefined,
      };
      const moved =
        'The airline has moved a flight: you can change to flights close to your days in the same fare free of charge.';
      const week = 7 * 24 * 60;
      const dearer: Partial<Fare> = {
        isRefundable: true,
        rules: [
          rule({ ruleType: 'refund', fee: money(8_000, 'EUR'), minMinutesBeforeDeparture: week }),
          rule({ ruleType: 'refund', fee: money(10_000, 'EUR'), maxMinutesBeforeDeparture: week }),
        ],
      };
      expect(rulesOf(bought({ ...dearer, isChangeable: false }, { scheduleChange }), '2026-09-01T20:00:00Z')).toEqual([
        moved,
        'You can cancel before departure and get your money back.',
      ]);
      expect(rulesOf(bought({ ...RIGID, isChangeable: false }), '2026-09-01T20:00:00Z')[0]).toBe(
        'This fare cannot be changed.',
      );
      const unmoved = rulesOf(bought(dearer), '2026-09-01T20:00:00Z').join(' ');
      expect(unmoved).toMatch(/everything back\. Until Sat, 26 Sept .* fee of €80\.00 .* fee of €100\.00/);
    });

    test('a fee that ends within the 24 hours after the booking is left out', () => {
      const days = 31.5 * 24 * 60;
      const soon: Partial<Fare> = {
        isRefundable: true,
        rules: [
          rule({ ruleType: 'refund', fee: money(8_000, 'EUR'), minMinutesBeforeDeparture: days }),
          rule({ ruleType: 'refund', fee: money(10_000, 'EUR'), maxMinutesBeforeDeparture: days }),
        ],
      };
      expect(rulesOf(bought(soon), '2026-09-01T20:00:00Z').join(' ')).not.toContain('€80.00');
      expect(rulesAt(soon, '2026-09-01T20:00:00Z').join(' ')).not.toContain('€80.00');
    });
  });

  test.each(PAGE_LANGUAGES)('is said in %s', (language) => {
    const [flight] = viewOrder(aTrip({ items: [itemOf(RIGID)] }), facts).items;
    if (flight?.kind !== 'flight') throw new Error('the trip has a flight');
    const [, free = '', after] = describeRules(messagesOf(language), flight);
    expect(free).toContain('24');
    expect(after).toBe(messagesOf(language).rules.refundNeverLater);
  });
});
