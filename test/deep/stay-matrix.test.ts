import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { LiteapiStub } from '../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';
import { payFor, problemsOf, readTrip } from '../support/suppliers/duffel-trips.ts';
import { startStayTrips, type StayTrips } from '../support/suppliers/stay-trips.ts';

type Fault = Parameters<LiteapiStub['control']['addFault']>[0]['fault'];
const UNCLEAR = 'transaction id save failed';

/**
 * Every answer that a booking call may get (suppliers-wire.md, B5), with and without a booking behind it, and whether
 * the traveler has the rooms in the end.
 */
const CREATE_ANSWERS: readonly (readonly [name: string, fault: Fault | undefined, isBooked: boolean])[] = [
  ['confirmed', undefined, true],
  ['confirmed at another price', { kind: 'other_total', by: 7 }, true],
  ['200 without the booking', { kind: 'incomplete' }, true],
  ['4000', { kind: 'error', code: 4_000 }, false],
  ['4002', { kind: 'error', code: 4_002 }, false],
  ['4005, booked before', { kind: 'error', code: 4_005, effect: true }, true],
  ['4005, never booked', { kind: 'error', code: 4_005 }, false],
  ['4010', { kind: 'error', code: 4_010 }, false],
  ['2010', { kind: 'book_error', code: 2_010 }, false],
  ['2010, booked', { kind: 'book_error', code: 2_010, booked: 'at_once' }, true],
  ['2013 refused', { kind: 'book_error', code: 2_013, description: 'booking not confirmed' }, false],
  ['2013 invalid, never booked', { kind: 'book_error', code: 2_013 }, false],
  ['2013 invalid, booked', { kind: 'book_error', code: 2_013, booked: 'at_once' }, true],
  ['2014, never booked', { kind: 'book_error', code: 2_014 }, false],
  ['2014, booked', { kind: 'book_error', code: 2_014, booked: 'at_once' }, true],
  ['2014, booked after an hour', { kind: 'book_error', code: 2_014, booked: 'later', seconds: 3_600 }, true],
  ['5000 payment failed', { kind: 'book_error', code: 5_000 }, false],
  ['5000 no card', { kind: 'book_error', code: 5_000, description: 'no payment method on the account' }, false],
  ['5000 prebook lost', { kind: 'book_error', code: 5_000, description: 'prebook data retrieval failed' }, false],
  ['5000 unclear, never booked', { kind: 'book_error', code: 5_000, description: UNCLEAR }, false],
  ['5000 unclear, booked', { kind: 'book_error', code: 5_000, description: UNCLEAR, booked: 'at_once' }, true],
  ['401', { kind: 'error', code: 401 }, false],
  ['40302', { kind: 'error', code: 40_302 }, false],
  // Not looked at, and booked by the second call.
  ['4290', { kind: 'rate_limited' }, true],
  ['4291', { kind: 'rate_limited', code: 4_291 }, false],
  ['4291, booked', { kind: 'rate_limited', code: 4_291, effect: true }, true],
  ['500 without a word', { kind: 'error', status: 500, text: '' }, false],
  ['500 without a word, booked', { kind: 'error', status: 500, text: '', effect: true }, true],
  ['502 of a proxy, booked', { kind: 'html', effect: true }, true],
  ['504 of a proxy', { kind: 'html', status: 504 }, false],
  ['reset', { kind: 'reset' }, false],
  ['reset, booked', { kind: 'reset', effect: true }, true],
  ['half a JSON, booked', { kind: 'cut_json', effect: true }, true],
  ['half an answer, booked', { kind: 'cut_body', effect: true }, true],
  ['too large, booked', { kind: 'huge', megabytes: 6, effect: true }, true],
];
/** What goes wrong once in the operations around it: one after the other, so that each meets many answers. */
const READ_FAULTS: readonly Fault[] = [
  { kind: 'reset' },
  { kind: 'html' },
  { kind: 'cut_json' },
  { kind: 'error', status: 500, text: '' },
  { kind: 'rate_limited', code: 4_291 },
  { kind: 'html', status: 504 },
  { kind: 'cut_body' },
];
/** After these an account rests for seconds of real time: the next cell has an account of its own. */
const RESTING: readonly (number | undefined)[] = [401, 40_302, 4_290];
const CANCEL_FAULTS: readonly Fault[] = [
  { kind: 'reset' },
  { kind: 'reset', effect: true },
  { kind: 'html', effect: true },
  { kind: 'error', code: 304 },
  { kind: 'error', code: 304, effect: true },
  { kind: 'error', code: 204 },
  { kind: 'cut_json', effect: true },
];
/** How a cell ends: for the traveler, and with what the supplier has by then. */
type End = 'sold' | 'not sold' | 'given back' | 'undone' | 'cannot be given back';
type Counts = Partial<Record<End, number>>;

const MINUTE = 60;
const MINUTES = 4;
const HOUR = 3_600;
const HOURS_MAX = 14;

/** Lets time pass until nothing of a trip is open. */
async function settle(at: StayTrips, tripId: string): Promise<string> {
  for (let minutes = 0; minutes < MINUTES; minutes += 1) await at.pass(MINUTE);
  for (let hours = 0; hours < HOURS_MAX; hours += 1) {
    const { status } = await readTrip(at.service, tripId);
    if (status !== 'fulfilling') return status;
    await at.pass(HOUR);
  }
  throw new Error('The trip is open after half a day.');
}

/** What a cell does with a service, and how it ends. `isBooked`: as its create answer says. */
type Cell = (at: StayTrips, create: { readonly fault: Fault | undefined; readonly isBooked: boolean }) => Promise<End>;

/** One column of the matrix: every create answer, with something else that goes wrong beside it. */
async function countEnds(cell: (index: number) => Cell): Promise<Counts> {
  let at = await startStayTrips();
  const counts: Counts = {};
  for (const [index, [name, fault, isBooked]] of CREATE_ANSWERS.entries()) {
    const end = await cell(index)(at, { fault, isBooked }).catch((failure: unknown) => {
      throw new Error(`The cell of "${name}" failed.`, { cause: failure });
    });
    counts[end] = (counts[end] ?? 0) + 1;
    expect([name, end]).toEqual([name, isBooked ? expect.not.stringMatching(/^not sold$/) : 'not sold']);
    at.stub.control.clearFaults();
    await expectOneOrderEach(at, name);
    if (!rests(fault)) continue;
    expect(await problemsOf(at.service)).toEqual([]);
    await at.close();
    at = await startStayTrips();
  }
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
  return counts;
}

/** Whether the account rests for seconds of real time after this. */
function rests(fault: Fault | undefined): boolean {
  if (fault?.kind === 'rate_limited') return fault.code !== 4_291;
  return fault?.kind === 'error' && RESTING.includes(fault.code);
}

/** No reference has two bookings, and what stands at LiteAPI is what is confirmed here. */
async function expectOneOrderEach({ stub, service }: StayTrips, name: string): Promise<void> {
  const references = stub.control.bookings().map(({ client_reference }) => client_reference);
  expect([name, new Set(references).size]).toEqual([name, references.length]);
  const { rows } = await sql<{
    reference: string;
  }>`select reference from booking_item where status = 'confirmed'`.execute(service.app.db.q);
  const standing = stub.control.bookings().filter(({ status }) => status === 'CONFIRMED');
  expect([name, rows.map(({ reference }) => reference).toSorted()]).toEqual([
    name,
    standing.map(({ client_reference }) => client_reference).toSorted(),
  ]);
}

function arm(at: StayTrips, operation: 'book' | 'rates' | 'prebook' | 'cancel', fault: Fault | undefined): void {
  if (fault !== undefined) at.stub.control.addFault({ operation, fault, times: 1 });
}

/** Whether a switch is used up by the first stay's call before one that stands behind it counts that call. */
function isAnsweredBySwitch(fault: Fault | undefined): boolean {
  return fault !== undefined && !rests(fault) && !['book_error', 'other_total', 'incomplete'].includes(fault.kind);
}

function pick(faults: readonly Fault[], index: number): Fault {
  return faults[index % faults.length] ?? { kind: 'reset' };
}

test('a fault of the search: it fails, is made again, and the booking call ends in any way', async () => {
  const counts = await countEnds((index) => async (at, { fault }) => {
    arm(at, 'rates', pick(READ_FAULTS, index));
    await expect(at.search()).rejects.toThrow();
    const { offer_id: token } = await at.rate();
    arm(at, 'book', fault);
    return (await settle(at, await payFor(at.service, [token]))) === 'fulfilled' ? 'sold' : 'not sold';
  });
  expect(counts).toEqual({ sold: 17, 'not sold': 18 });
});

test('a fault of the price: nothing is paid, it is asked again, and the booking call ends in any way', async () => {
  const counts = await countEnds((index) => async (at, { fault }) => {
    const { offer_id: token } = await at.rate();
    arm(at, 'prebook', pick(READ_FAULTS, index));
    await expect(payFor(at.service, [token])).rejects.toThrow();
    arm(at, 'book', fault);
    return (await settle(at, await payFor(at.service, [token]))) === 'fulfilled' ? 'sold' : 'not sold';
  });
  expect(counts).toEqual({ sold: 17, 'not sold': 18 });
});

test('a fault of the first look-up beside every answer of the booking call', async () => {
  const counts = await countEnds((index) => async (at, { fault }) => {
    const { offer_id: token } = await at.rate();
    arm(at, 'book', fault);
    const lookUp: Fault = index % 2 === 0 ? { kind: 'not_yet' } : pick(READ_FAULTS, index);
    for (const operation of ['bookings', 'booking_read'] as const)
      at.stub.control.addFault({ operation, fault: lookUp, times: 1 });
    return (await settle(at, await payFor(at.service, [token]))) === 'fulfilled' ? 'sold' : 'not sold';
  });
  expect(counts).toEqual({ sold: 17, 'not sold': 18 });
});

test('what is sold in any way is given back under any fault of the cancellation', async () => {
  const counts = await countEnds((index) => async (at, { fault }) => {
    const { offer_id: token } = await at.rate();
    arm(at, 'book', fault);
    const tripId = await payFor(at.service, [token]);
    if ((await settle(at, tripId)) === 'failed') return 'not sold';
    const [{ booking_ref }] = (await readTrip(at.service, tripId)).bookings;
    const post = (action: string, more: object = {}) =>
      at.service.call('POST', '/v1/hotel_cancel', { booking_ref, last_name: 'Bly', action, ...more });
    const { quote_id } = (await post('preview')).body;
    arm(at, 'cancel', pick(CANCEL_FAULTS, index));
    await post('commit', { quote_id });
    for (let hours = 0; hours < HOURS_MAX; hours += 1) await at.pass(HOUR);
    const { refund_status: refund } = (await post('status')).body;
    expect(['refunded', 'failed']).toContain(refund);
    return refund === 'refunded' ? 'given back' : 'cannot be given back';
  });
  expect(counts).toEqual({ 'given back': 13, 'cannot be given back': 4, 'not sold': 18 });
});

test('a stay whose neighbour is refused is undone under any fault of the cancellation', async () => {
  const counts = await countEnds((index) => async (at, { fault, isBooked }) => {
    const tokens = [(await at.rate()).offer_id, (await at.rate()).offer_id];
    arm(at, 'book', fault);
    at.stub.control.addFault({
      operation: 'book',
      fault: { kind: 'error', code: 4_010 },
      times: 1,
      skip: isAnsweredBySwitch(fault) ? 0 : 1,
    });
    arm(at, 'cancel', pick(CANCEL_FAULTS, index));
    const status = await settle(at, await payFor(at.service, tokens));
    if (!isBooked) return 'not sold';
    // What cannot be given back is kept and paid for.
    return status === 'fulfilled' ? 'cannot be given back' : 'undone';
  });
  expect(counts).toEqual({ undone: 13, 'cannot be given back': 4, 'not sold': 18 });
});
