import { expect } from 'vitest';
import type { Answer } from '../support/service/service.ts';
import type { Catalogue } from './catalogue.ts';
import {
  hasEnded,
  isAllowedEnding,
  isOver,
  lapse,
  type Model,
  type ModelTrip,
  quoteStatusOf,
  resolveAttempt,
  runFulfilment,
  totalOf,
} from './trip-model.ts';
import type { ModelWorld } from './world.ts';

/** What commands act on beside the model. */
export interface Run {
  readonly world: ModelWorld;
  readonly catalogue: Catalogue;
  /** How often each command was run, with what came of it. */
  readonly counts: Map<string, number>;
  /** How often trips ended how. */
  readonly endings: Map<string, number>;
  /** Prices may be other ones after this step: it asked suppliers. */
  mayReprice: boolean;
}

/** Lets jobs run, in the service and in the model. */
export async function runJobs({ world }: Run, model: Model): Promise<void> {
  await world.service.drain();
  const now = world.now();
  for (const trip of model.trips) {
    resolveAttempt(trip, now);
    if (trip.status === 'fulfilling') runFulfilment(trip, now);
  }
}

/** Reads every trip that can still change, and the one just asked for, and compares them with the model. */
export async function observeAll(run: Run, model: Model, asked?: ModelTrip): Promise<void> {
  for (const trip of model.trips) if (trip === asked || !isOver(trip)) await observe(run, trip);
  run.mayReprice = false;
}

async function observe(run: Run, trip: ModelTrip): Promise<void> {
  const { status, body } = await run.world.call('GET', `/v1/trip/${trip.tripId}`);
  const now = run.world.now();
  expect(status).toBe(200);
  if (hasEnded(trip)) {
    expect([body.status, body.booking_ref]).toEqual([trip.status, trip.bookingRef]);
    return;
  }
  lapse(trip, now);
  if (trip.status === 'fulfilling') observeFulfilment(run, trip, body);
  else observeCart(run, trip, body, now);
}

function observeCart(run: Run, trip: ModelTrip, body: Answer['body'], now: number): void {
  expect([body.status, body.booking_ref, body.bookings]).toEqual([trip.status, undefined, []]);
  if (trip.status === 'draft' || trip.status === 'quoted') expect(body.quote.status).toBe(quoteStatusOf(trip, now));
  expect(body.items.map((item: { item_id: string }) => item.item_id)).toEqual(trip.items.map(({ itemId }) => itemId));
  adoptPrices(run, trip, body);
  expect(body.totals.total).toBe(totalOf(trip));
  if (trip.status === 'quoted' && trip.quote?.kind === 'ready') {
    Object.assign(trip.quote, { total: totalOf(trip) });
    expect(body.quote.totals.total).toBe(totalOf(trip));
  }
}

/** Prices are the suppliers' to say, but only when they are asked. */
function adoptPrices(run: Run, trip: ModelTrip, body: Answer['body']): void {
  trip.items.forEach((item, index) => {
    const price: number = body.items[index].price.amount;
    if (!run.mayReprice) expect(price).toBe(item.price);
    item.price = price;
  });
}

function observeFulfilment({ world, endings }: Run, trip: ModelTrip, body: Answer['body']): void {
  const { fulfilment } = trip;
  if (!fulfilment) throw new Error('nothing is being fulfilled');
  trip.bookingRef ??= body.booking_ref;
  expect(body.booking_ref).toBe(trip.bookingRef);
  expect(trip.bookingRef).toMatch(/^BLY-[A-HJ-NP-Z2-9]{6}$/);
  if (body.status !== 'fulfilled' && body.status !== 'failed') {
    expect(body.status).toBe('fulfilling');
    expect(['processing', 'confirming']).toContain(body.fulfillment.status);
    expect(fulfilment.expected, 'it must have ended by now').not.toBe('ended');
    return;
  }
  expect(fulfilment.expected, 'it cannot have ended yet').toMatch(/^(ended|either)$/);
  const end = { status: body.status, fulfilment: body.fulfillment.status, charged: body.totals.total };
  if (!isAllowedEnding(trip, end, world.now())) throw new Error(`no such ending: ${JSON.stringify({ end, trip })}`);
  trip.status = body.status;
  const label = `${end.status}, ${end.fulfilment}, ${trip.items.length === 1 ? 'one item' : 'several items'}`;
  endings.set(label, (endings.get(label) ?? 0) + 1);
  const bought = body.items.filter((item: { status: string }) => item.status === 'confirmed');
  expect(bought.reduce((total: number, item: { price: { amount: number } }) => total + item.price.amount, 0)).toBe(
    body.totals.total,
  );
  expect(body.bookings[0].total_paid.amount).toBe(body.totals.total);
}

interface Line {
  readonly account: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: { readonly value: number };
}

/**
 * What must hold of every trip once nothing is under way: booking, ledger and events tell the same story, each once.
 */
export async function auditTrip({ world }: Run, trip: ModelTrip): Promise<void> {
  const { body: ledger } = await world.call('GET', `/v1/trip/${trip.tripId}/ledger`);
  expect(ledger.balanced).toBe(true);
  const lines: readonly Line[] = ledger.entries.flatMap((entry: { lines: readonly Line[] }) => entry.lines);
  const balanceOf = (account: string) =>
    lines
      .filter((line) => line.account.startsWith(account))
      .reduce((sum, { direction, amount }) => sum + (direction === 'debit' ? amount.value : -amount.value), 0);
  expect([balanceOf('payer'), balanceOf('processor_hold'), balanceOf('trip_clearing')]).toEqual([0, 0, 0]);
  if (!trip.bookingRef) {
    expect(balanceOf('processor_cash')).toBe(0);
    return;
  }
  const {
    body: { booking },
  } = await world.call('GET', `/v1/bookings/${trip.bookingRef}`);
  const {
    body: { events },
  } = await world.call('GET', `/v1/events?booking_ref=${trip.bookingRef}`);
  expect(booking.status).toBe(trip.status === 'fulfilled' ? 'confirmed' : 'failed');
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    trip.status === 'fulfilled' ? 'booking.completed' : 'booking.failed',
  ]);
  expect([balanceOf('processor_cash'), 0 - balanceOf('supplier_payable')]).toEqual([
    booking.total_paid.amount,
    booking.total_paid.amount,
  ]);
}
