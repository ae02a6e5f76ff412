import { describe, expect, test } from 'vitest';
import type { Lifecycle } from '../../platform/lifecycle.ts';
import { bookingItemLifecycle, moveBookingItem, OPEN_ITEM_STATUSES } from './booking-item-states.ts';
import { bookingLifecycle, moveBooking } from './booking-states.ts';
import { fulfilmentLifecycle, moveFulfilment } from './fulfilment-states.ts';
import { scheduleLifecycle } from './schedule-states.ts';

/** Walks a table: every pair of states is either in it, the same, or refused; and every state can be reached. */
function walk<S extends string>({ states, next: table }: Lifecycle<S>, move: (from: S, to: S) => S, first: S): void {
  for (const from of states) {
    for (const to of states) {
      if (from === to || table[from].includes(to)) expect(move(from, to)).toBe(to);
      else expect(() => move(from, to)).toThrow(`from ${from} to ${to}`);
    }
  }
  const reached = new Set<S>([first]);
  for (const from of reached) for (const to of table[from]) reached.add(to);
  expect([...reached].sort()).toEqual([...states].sort());
}

describe('the tables of a booking', () => {
  test('a booking moves along its table and nowhere else', () => {
    walk(bookingLifecycle, (from, to) => moveBooking({ status: from }, to).status, 'pending');
  });

  test('an item moves along its table and nowhere else', () => {
    walk(bookingItemLifecycle, (from, to) => moveBookingItem({ status: from }, to).status, 'pending');
  });

  test('fulfilment moves along its table and nowhere else', () => {
    const first = 'repricing';
    walk(fulfilmentLifecycle, (from, to) => moveFulfilment({ phase: from }, to).phase, first);
  });

  test('nothing leads out of the end', () => {
    expect(fulfilmentLifecycle.next.done).toEqual([]);
    expect(bookingItemLifecycle.next.failed).toEqual([]);
    expect(bookingItemLifecycle.next.cancelled).toEqual([]);
  });

  test('items wait for their supplier until they are confirmed or have ended', () => {
    expect(OPEN_ITEM_STATUSES).toEqual(['pending', 'booking', 'awaiting', 'unknown', 'cancelling']);
  });

  test('a schedule change ends while it is open, or while the airline is being asked to take it', () => {
    expect(scheduleLifecycle.open).toEqual(['open', 'accepting']);
    expect(scheduleLifecycle.next.open).toEqual(['accepting', 'accepted', 'refunded', 'superseded']);
    expect(scheduleLifecycle.next.accepting).toEqual(['open', 'accepted', 'refunded', 'superseded']);
  });
});
