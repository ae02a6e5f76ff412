import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { asId } from '../../../src/platform/ids.ts';
import { daysAhead } from '../../support/faults/trip-journeys.ts';
import { aPricingRule, setPricingRules } from '../../support/products/pricing-rules.ts';
import { type MailServer, startMailServer } from '../../support/service/mail-server.ts';
import type { Answer } from '../../support/service/service.ts';
import { duffelFare, payFor, problemsOf, readTrip } from '../../support/suppliers/duffel-trips.ts';
import { startStayTrips, type StayTrips } from '../../support/suppliers/stay-trips.ts';

/** A flight of Duffel's and a stay of LiteAPI's in one trip: a fee of EUR 9.00 on the one, of EUR 5.00 on the other. */
let at: StayTrips;
let duffel: DuffelStub;
let mails: MailServer;
let days = 0;
beforeAll(async () => {
  mails = await startMailServer();
  at = await startStayTrips({ withFlights: true, config: { smtp: mails.smtp, mailFrom: 'Bly <trips@bly.example>' } });
  if (at.duffel === undefined) throw new Error('no flights');
  duffel = at.duffel;
  const { organization } = (await at.service.call('GET', '/v1/account')).body;
  const rule = (kind: 'flight' | 'hotel', fixed: number) => aPricingRule({ match: { kind }, currency: 'EUR', fixed });
  await setPricingRules(at.service, asId('organization', organization.organization_id), [
    rule('flight', 9_00),
    rule('hotel', 5_00),
  ]);
});
afterEach(() => {
  at.stub.control.clearFaults();
  duffel.control.clearFaults();
});
afterAll(async () => {
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
  await mails.close();
});

/** What goes wrong at either supplier. */
interface Faults {
  readonly order?: Parameters<DuffelStub['control']['addFault']>[0]['fault'];
  readonly book?: Parameters<StayTrips['stub']['control']['addFault']>[0]['fault'];
  readonly cancel?: Parameters<StayTrips['stub']['control']['addFault']>[0]['fault'];
}
interface Bought {
  readonly trip: Answer['body'];
  readonly booking: Answer['body'];
  /** What stands at either supplier of this trip in the end. */
  readonly standing: { readonly flights: number; readonly stays: number };
  /** Subject and text of each mail of this trip. */
  readonly mails: readonly (readonly [subject: string, text: string])[];
  readonly ledger: Readonly<Record<'fees' | 'flights' | 'stays' | 'cash', number>>;
}

const isRefundable = (rate: Answer['body']) => rate.is_refundable === true;
const isFixed = (rate: Answer['body']) => rate.is_refundable === false;

/** Pays once for a flight and a stay while suppliers fail, and lets an hour pass. */
async function buy({ order, book, cancel }: Faults, passes = isRefundable, onPartial?: string): Promise<Bought> {
  const { service, stub } = at;
  days += 1;
  const flight = await duffelFare({ service, nextDay: () => daysAhead(60 + days) }, 'LHR-LIS');
  const { offer_id: stay } = await at.rate(passes);
  const [orders, bookings, received] = [duffel.control.orders(), stub.control.bookings(), mails.received.length];
  if (order !== undefined) duffel.control.addFault({ operation: 'order', fault: order, times: 1 });
  if (book !== undefined) stub.control.addFault({ operation: 'book', fault: book, times: 1 });
  if (cancel !== undefined) stub.control.addFault({ operation: 'cancel', fault: cancel, times: 1 });
  const tripId = await payFor(service, [flight, stay], {
    currency: 'EUR',
    ...(onPartial !== undefined && { on_partial: onPartial }),
  });
  for (let minutes = 0; minutes < 5; minutes += 1) await at.pass(60);
  await at.pass(3_600);
  const trip = await readTrip(service, tripId);
  const [{ booking_ref }] = trip.bookings;
  const { booking } = (await service.call('POST', '/v1/get_booking', { booking_ref, last_name: 'Bly' })).body;
  const made = { orders: duffel.control.orders().length, bookings: stub.control.bookings().length };
  return {
    trip,
    booking,
    standing: {
      // Newest first at Duffel, newest last at LiteAPI.
      flights: duffel.control
        .orders()
        .slice(0, made.orders - orders.length)
        .filter(({ cancelled_at }) => cancelled_at === null).length,
      stays: stub.control
        .bookings()
        .slice(bookings.length)
        .filter(({ status }) => status === 'CONFIRMED').length,
    },
    mails: mails.received.slice(received).map(({ headers, text }) => [String(headers['subject']), text]),
    ledger: await readLedger(tripId),
  };
}

/** What accounts of a trip come to: credits less debits. */
async function readLedger(tripId: string): Promise<Bought['ledger']> {
  const ledger = (await at.service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
  expect(ledger.balanced).toBe(true);
  const lines: Answer['body'][] = ledger.entries.flatMap((entry: Answer['body']) => entry.lines);
  const of = (account: string) =>
    lines
      .filter((line) => line.account === account)
      .reduce((sum, { direction, amount }) => sum + (direction === 'credit' ? amount.value : -amount.value), 0);
  return {
    fees: of('service_fee_income'),
    flights: of('supplier_payable:duffel'),
    stays: of('supplier_payable:liteapi'),
    cash: 0 - of('processor_cash'),
  };
}

const itemOf = ({ booking }: Bought, kind: string) =>
  booking.items.find((item: Answer['body']) => item.kind === kind).confirmation;
const GONE = { kind: 'error', code: 'offer_no_longer_available' } as const;
const NOT_CONFIRMED = { kind: 'book_error', code: 2_010 } as const;
const LOST = { kind: 'reset', effect: true } as const;
const NO = { kind: 'error', code: 304 } as const;
const NOTHING = { fees: 0, flights: 0, stays: 0, cash: 0 };

test.for<[string, Faults]>([
  ['both are booked', {}],
  ['both are booked, and both answers are lost', { order: LOST, book: LOST }],
])('%s: one payment, one booking, one mail, each fee in its line', async ([, faults]) => {
  const bought = await buy(faults);
  const { trip, booking, standing, ledger } = bought;
  expect([trip.status, standing]).toEqual(['fulfilled', { flights: 1, stays: 1 }]);
  const [flight, stay] = [itemOf(bought, 'flight'), itemOf(bought, 'hotel')];
  expect([flight.service_fee.amount, stay.service_fee.amount]).toEqual([9_00, 5_00]);
  const total = flight.total_paid.amount + stay.total_paid.amount;
  expect([booking.total_paid.amount, trip.totals.total, booking.service_fee.amount]).toEqual([total, total, 14_00]);
  expect(ledger).toEqual({
    fees: 14_00,
    flights: flight.total_paid.amount - 9_00,
    stays: stay.total_paid.amount - 5_00,
    cash: total,
  });
  const [[subject, text] = ['', ''], ...more] = bought.mails;
  expect([subject, more]).toEqual([`Your booking ${booking.booking_ref} is confirmed`, []]);
  for (const part of ['Flight · Booked', 'Hotel · Booked', 'Service fee: €14.00', flight.confirmation_number])
    expect(text).toContain(part);
});

test.for<[string, Faults, string, typeof isFixed]>([
  ['the stay is refused, so that no flight is ordered', { book: NOT_CONFIRMED }, 'sold_out', isRefundable],
  ['the flight is refused, so that the stay is undone', { order: GONE }, 'sold_out', isRefundable],
  ['the stay is undone, and that answer is lost', { order: GONE, cancel: LOST }, 'sold_out', isRefundable],
  ['the stay is found by a look-up, and undone', { order: GONE, book: LOST }, 'sold_out', isRefundable],
  ['the flight is refused before a stay that cannot be given back is booked', { order: GONE }, 'sold_out', isFixed],
])('%s: nothing is paid, no fee is earned, and one mail says so', async ([, faults, reason, passes]) => {
  const { trip, booking, standing, ledger, mails: sent } = await buy(faults, passes);
  expect([trip.status, trip.fulfillment.failure.reason]).toEqual(['failed', reason]);
  expect([standing, ledger]).toEqual([{ flights: 0, stays: 0 }, NOTHING]);
  expect([booking.status, booking.total_paid.amount]).toEqual(['failed', 0]);
  expect(booking).not.toHaveProperty('service_fee');
  expect(sent.map(([subject]) => subject)).toEqual([`We could not book your trip (${booking.booking_ref})`]);
  expect(sent[0]?.[1]).toContain('Nothing was charged');
});

test.for<[string, Faults, string, string | undefined]>([
  ['the flight is refused, and the stay is not given back', { order: GONE, cancel: NO }, 'hotel', undefined],
  ['the stay is refused, and the payer keeps what there is', { book: NOT_CONFIRMED }, 'flight', 'keep_confirmed'],
  ['the flight is refused, and the payer keeps what there is', { order: GONE }, 'hotel', 'keep_confirmed'],
])('%s: what stands is paid with its own fee alone, and the mail tells both', async ([, faults, kept, onPartial]) => {
  const bought = await buy(faults, isRefundable, onPartial);
  const { booking, standing, ledger, mails: sent } = bought;
  const isStay = kept === 'hotel';
  expect(standing).toEqual({ flights: isStay ? 0 : 1, stays: isStay ? 1 : 0 });
  const fee = isStay ? 5_00 : 9_00;
  const { total_paid: paid, service_fee: own } = itemOf(bought, kept);
  expect([booking.status, booking.total_paid.amount, own.amount]).toEqual(['confirmed', paid.amount, fee]);
  expect(booking.service_fee.amount).toBe(fee);
  const cost = paid.amount - fee;
  expect(ledger).toEqual({ fees: fee, flights: isStay ? 0 : cost, stays: isStay ? cost : 0, cash: paid.amount });
  const [[, text] = ['', ''], ...more] = sent;
  expect(more).toEqual([]);
  expect(text).toContain(isStay ? 'Hotel · Booked' : 'Flight · Booked');
  expect(text).toContain(isStay ? 'Flight · Not booked' : 'Hotel · Not booked');
  expect(text).toContain(`Service fee: €${fee / 100}.00`);
});
