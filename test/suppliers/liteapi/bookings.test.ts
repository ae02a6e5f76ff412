import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FaultPoint } from '../../../src/platform/fault-points.ts';
import type { StayRate } from '../../../src/travel/stay.ts';
import {
  CALLBACK_TOKEN,
  isRefundable,
  type LiteapiUnderTest,
  openLiteapi,
} from '../../support/suppliers/liteapi-supplier.ts';
import { untilKilled } from '../../support/suppliers/order-kills.ts';

let at: LiteapiUnderTest;
beforeAll(async () => {
  at = await openLiteapi();
});
afterAll(() => at.close());
afterEach(() => {
  at.stub.control.clearFaults();
  at.stub.control.set({ visibility_lag_seconds: 0, repeated_cancel: 'same_answer', cancelled_word: 'CANCELLED' });
});

const booking = (deadlineMs = 10_000) => at.context({ purpose: 'booking', deadlineMs });
const servicing = () => at.context({ purpose: 'servicing' });
const isFixed = ({ isRefundable: can }: StayRate) => can === false;
const HOURS = 3_600_000;

describe('a booking', () => {
  test('is made once, with our reference, looked up and undone free of charge', async () => {
    const { request } = await at.aStay();
    const { reference, total } = request;
    const booked = await at.hotels.book(request, booking());
    expect(booked).toMatchObject({ kind: 'confirmed', order: { total, tickets: [] } });
    const orderId = booked.kind === 'confirmed' ? booked.order.orderId : '';
    expect(booked).toMatchObject({ order: { confirmationNumber: orderId } });
    expect(await at.row(reference)).toMatchObject({ status: 'known', orderId, calls: 1 });
    expect(await at.hotels.book(request, booking())).toMatchObject({ kind: 'unknown' });
    // The hotel's own number comes later.
    await at.advance(700_000);
    expect(await at.hotels.lookUp(reference, booking())).toMatchObject({
      kind: 'confirmed',
      order: { orderId, confirmationNumber: expect.stringMatching(/^HC/), total },
    });
    expect(await at.hotels.cancel(reference, booking())).toEqual({ kind: 'cancelled', refund: total });
    expect(await at.hotels.cancel(reference, booking())).toEqual({ kind: 'cancelled', refund: total });
    expect(await at.hotels.lookUp(reference, booking())).toEqual({ kind: 'cancelled' });
    expect(at.bookingsOf(reference)).toHaveLength(1);
  });

  /** What the answer is, what is recorded, and what a look-up answers afterwards; bookings that exist at the end. */
  test.each([
    [{ kind: 'error', code: 4_002, status: 400 }, 'refused', 'refused', 0],
    [{ kind: 'error', code: 4_010, status: 400 }, 'refused', 'refused', 0],
    [{ kind: 'error', code: 4_000, status: 400 }, 'refused', 'refused', 0],
    [{ kind: 'error', code: 4_005, status: 400, effect: true }, 'unknown', 'confirmed', 1],
    [{ kind: 'book_error', code: 2_010 }, 'refused', 'refused', 0],
    [{ kind: 'book_error', code: 2_010, booked: 'at_once' }, 'confirmed', 'confirmed', 1],
    [{ kind: 'book_error', code: 2_013, description: 'provider refused' }, 'refused', 'refused', 0],
    [{ kind: 'book_error', code: 2_013, booked: 'at_once' }, 'unknown', 'confirmed', 1],
    [{ kind: 'book_error', code: 2_014 }, 'unknown', 'unknown', 0],
    [{ kind: 'book_error', code: 2_014, booked: 'at_once' }, 'unknown', 'confirmed', 1],
    [{ kind: 'book_error', code: 5_000 }, 'refused', 'refused', 0],
    [
      { kind: 'book_error', code: 5_000, description: 'transaction id save failed', booked: 'at_once' },
      'unknown',
      'confirmed',
      1,
    ],
    [{ kind: 'incomplete' }, 'pending', 'confirmed', 1],
    [{ kind: 'rate_limited' }, 'unknown', 'none', 0],
    [{ kind: 'error', code: 401, status: 401 }, 'refused', 'refused', 0],
    [{ kind: 'html' }, 'unknown', 'unknown', 0],
    [{ kind: 'html', effect: true }, 'unknown', 'confirmed', 1],
    [{ kind: 'reset' }, 'unknown', 'unknown', 0],
    [{ kind: 'reset', effect: true }, 'unknown', 'confirmed', 1],
    [{ kind: 'cut_json', effect: true }, 'unknown', 'confirmed', 1],
  ] as const)('%j is %s, then %s', async (fault, answered, found, count) => {
    const { request } = await at.aStay();
    at.stub.control.addFault({ operation: 'book', fault, times: 1 });
    const answer = await at.hotels.book(request, booking());
    expect([answer.kind, answer]).toEqual([answered, answer]);
    const later = await at.hotels.lookUp(request.reference, booking());
    expect([later.kind, later]).toEqual([found, later]);
    expect(at.bookingsOf(request.reference)).toHaveLength(count);
    if (later.kind === 'none') return;
    // Nothing is ever booked again under this reference.
    expect((await at.hotels.book(request, booking())).kind).toBe(found === 'refused' ? 'refused' : 'unknown');
    expect(at.bookingsOf(request.reference)).toHaveLength(count);
  });

  test.for<[FaultPoint, 'none' | 'unknown' | 'confirmed', number]>([
    ['order.after_intent', 'none', 0],
    ['order.after_begin', 'unknown', 0],
    ['order.after_call', 'confirmed', 1],
    ['order.after_settle', 'confirmed', 1],
  ])(
    'whose process is killed at %s is %s to the next one, which never makes a second',
    async ([point, found, made]) => {
      const { request } = await at.aStay();
      const killed = await untilKilled(point, (faults) => at.another(faults).book(request, booking()));
      expect(killed).toEqual({ kind: 'killed' });
      expect((await at.hotels.lookUp(request.reference, booking())).kind).toBe(found);
      expect(at.bookingsOf(request.reference)).toHaveLength(made);
      const again = await at.hotels.book(request, booking());
      expect(again.kind).toBe(found === 'none' ? 'confirmed' : 'unknown');
      expect(at.bookingsOf(request.reference)).toHaveLength(found === 'unknown' ? 0 : 1);
    },
  );

  test('that hangs after it was made is found, though look-ups see it late; nothing is given up for six hours', async () => {
    at.stub.control.set({ visibility_lag_seconds: 1_800 });
    const { request } = await at.aStay();
    at.stub.control.addFault({ operation: 'book', fault: { kind: 'hang', effect: true }, times: 1 });
    expect((await at.hotels.book(request, booking(300))).kind).toBe('unknown');
    expect((await at.hotels.lookUp(request.reference, booking())).kind).toBe('unknown');
    await at.advance(0.4 * HOURS);
    expect((await at.hotels.lookUp(request.reference, booking())).kind).toBe('unknown');
    await at.advance(0.2 * HOURS);
    expect((await at.hotels.lookUp(request.reference, booking())).kind).toBe('confirmed');
  });

  test('that never was made is proven absent after six hours, and may then be made', async () => {
    const { request } = await at.aStay();
    at.stub.control.addFault({ operation: 'book', fault: { kind: 'hang' }, times: 1 });
    expect((await at.hotels.book(request, booking(300))).kind).toBe('unknown');
    await at.advance(5 * HOURS);
    expect((await at.hotels.lookUp(request.reference, booking())).kind).toBe('unknown');
    await at.advance(1.2 * HOURS);
    expect((await at.hotels.lookUp(request.reference, booking())).kind).toBe('none');
  });

  test('at another price is confirmed with the difference, and an alarm', async () => {
    const { request } = await at.aStay();
    at.stub.control.addFault({ operation: 'book', fault: { kind: 'other_total', by: 10 }, times: 1 });
    expect(await at.hotels.book(request, booking())).toMatchObject({
      kind: 'confirmed',
      order: { total: { value: request.total.value + 1_000 } },
    });
    expect(await at.alarms('other_total')).toBe(1);
  });

  test('is made by one of two processes that try at once', async () => {
    const { request } = await at.aStay();
    const answers = await Promise.all([at.hotels.book(request, booking()), at.hotels.book(request, booking())]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['confirmed', 'unknown']);
    expect(at.bookingsOf(request.reference)).toHaveLength(1);
  });

  test('of an unknown reference, or of another organization, is none', async () => {
    const { request } = await at.aStay();
    await at.hotels.book(request, booking());
    const stranger = (await openStranger()).context();
    expect((await at.hotels.lookUp(request.reference, stranger)).kind).toBe('none');
    expect((await at.hotels.cancel(request.reference, stranger)).kind).toBe('refused');
    expect(at.bookingsOf(request.reference)[0]?.status).toBe('CONFIRMED');
  });
});

async function openStranger() {
  const { newId } = await import('../../../src/platform/ids.ts');
  return { context: () => at.context({ organizationId: newId('organization') }) };
}

describe('giving up', () => {
  async function bookedStay(passes: (rate: StayRate) => boolean) {
    const { request, stay } = await at.aStay(passes);
    expect((await at.hotels.book(request, booking())).kind).toBe('confirmed');
    return { ...request, stay };
  }
  const names = (reference: string) => ({ reference, changeReference: `${reference}_c` });
  const service = () => {
    const { cancellations } = at.hotels;
    if (cancellations === undefined) throw new Error('no service');
    return cancellations;
  };

  test('a stay that is not refundable is never undone, and costs all of it', async () => {
    const { reference, total } = await bookedStay(isFixed);
    expect(await at.hotels.cancel(reference, booking())).toMatchObject({ kind: 'refused' });
    const quote = await service().quote(reference, servicing());
    expect(quote).toMatchObject({ kind: 'quoted', terms: { refund: { value: 0 }, penalty: total } });
    const cheaper = { ...total, value: total.value - 1 };
    expect(await service().cancel({ ...names(reference), penaltyMax: cheaper }, servicing())).toMatchObject({
      kind: 'refused',
    });
    expect(await service().lookUp(names(reference), servicing())).toEqual({ kind: 'none' });
    expect(await service().cancel({ ...names(reference), penaltyMax: total }, servicing())).toEqual({
      kind: 'cancelled',
      refund: { ...total, value: 0 },
    });
  });

  test('free of charge with an hour to spare only', async () => {
    const { reference, stay } = await bookedStay(isRefundable);
    const schedule = stay.rates[0].cancellation;
    const first = schedule === 'unknown' ? undefined : schedule.find(({ penalty }) => penalty.value > 0)?.from;
    const late = new Date((first?.getTime() ?? 0) - HOURS + 60_000);
    expect(await at.hotels.cancel(reference, at.context({ now: late }))).toMatchObject({ kind: 'refused' });
    expect(at.bookingsOf(reference)[0]?.status).toBe('CONFIRMED');
    const early = new Date((first?.getTime() ?? 0) - HOURS - 60_000);
    expect((await at.hotels.cancel(reference, at.context({ now: early }))).kind).toBe('cancelled');
  });

  test.each([
    [{ kind: 'charges', share: 1, status: 'CANCELLED_WITH_CHARGES' }],
    [{ kind: 'charges', share: 0.5, status: 'CANCELLED' }],
    [{ kind: 'charges', share: 1, status: 'CANCELLED_WITH_CHARGES', amounts: false }],
  ] as const)('charged beyond the terms (%j) is a case for people, and never called free', async (fault) => {
    const alarms = await at.alarms('charges');
    const { reference } = await bookedStay(isRefundable);
    const nothing = { value: 0, currency: 'EUR' };
    at.stub.control.addFault({ operation: 'cancel', fault, times: 1 });
    const outcome = await service().cancel({ ...names(reference), penaltyMax: nothing }, servicing());
    expect(outcome).toEqual({
      kind: 'pending',
      isManual: true,
      reason: expect.stringContaining('its terms do not say'),
      charged: { refund: 'amounts' in fault ? undefined : { value: expect.any(Number), currency: 'EUR' } },
    });
    expect(await service().lookUp(names(reference), servicing())).toMatchObject({
      kind: 'pending',
      isManual: true,
      charged: { refund: { currency: 'EUR' } },
    });
    expect((await at.hotels.cancel(reference, booking())).kind).toBe('unknown');
    expect(await at.alarms('charges')).toBeGreaterThan(alarms);
  });

  test.each([
    [{ kind: 'reset', effect: true }, 'cancelled'],
    [{ kind: 'error', code: 304, status: 304, effect: true }, 'cancelled'],
    [{ kind: 'html', effect: true }, 'cancelled'],
    [{ kind: 'reset' }, 'unknown'],
    [{ kind: 'rate_limited' }, 'unknown'],
    [{ kind: 'error', code: 304, status: 304 }, 'refused'],
    // Something failed inside LiteAPI: it may be cancelled a moment later.
    [{ kind: 'error', code: 5_000, status: 500 }, 'unknown'],
    [{ kind: 'error', code: 5_000, status: 500, effect: true }, 'cancelled'],
  ] as const)('an answer that is no yes (%j) is settled by reading the booking: %s', async (fault, kind) => {
    const { reference } = await bookedStay(isRefundable);
    at.stub.control.addFault({ operation: 'cancel', fault, times: 1 });
    expect((await at.hotels.cancel(reference, booking())).kind).toBe(kind);
    at.stub.control.set({ repeated_cancel: '304', cancelled_word: 'CANCELED' });
    expect((await at.hotels.cancel(reference, booking())).kind).toBe('cancelled');
    expect((await at.hotels.lookUp(reference, booking())).kind).toBe('cancelled');
  });
});

describe('a callback', () => {
  const send = (event: unknown, token: string | undefined, headers = {}) => {
    const body = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event));
    return at.hotels.readCallback?.({ accountId: undefined, token, body, headers });
  };
  const eventOf = (bookingId: string, sandbox = true) => ({
    event_name: 'booking.book',
    request: '{}',
    response: JSON.stringify({ data: { bookingId }, sandbox }),
  });

  test('names the booking to look at, once, with the token in its address or in a header', async () => {
    const { request } = await at.aStay();
    const booked = await at.hotels.book(request, booking());
    const event = eventOf(booked.kind === 'confirmed' ? booked.order.orderId : '');
    const read = await send(event, CALLBACK_TOKEN);
    expect(read).toMatchObject({ kind: 'bookings', bookings: [{ reference: request.reference }] });
    if (read?.kind === 'bookings') await read.done();
    expect((await send(event, undefined, { authorization: `Bearer ${CALLBACK_TOKEN}` }))?.kind).toBe('ignored');
  });

  test('without the token, of the other mode or unreadable is not believed; of nothing we know it is ignored', async () => {
    const event = eventOf('nobodyKno');
    for (const token of [undefined, '', 'callback-token-of-testz'])
      expect(await send(event, token)).toEqual({ kind: 'forged', why: 'signature' });
    expect(await send(eventOf('x', false), CALLBACK_TOKEN)).toEqual({ kind: 'forged', why: 'other_mode' });
    expect(await send('no JSON', CALLBACK_TOKEN)).toEqual({ kind: 'forged', why: 'unreadable' });
    for (const harmless of [event, { event_name: 'x' }, { event_name: 'x', request: '[', response: '7' }])
      expect((await send(harmless, CALLBACK_TOKEN))?.kind).toBe('ignored');
  });
});
