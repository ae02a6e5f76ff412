import { describe, expect, test } from 'vitest';
import { BOOKING_ITEM_STATUSES, FULFILMENT_PHASES, STORED_BOOKING_STATUSES } from './booking.ts';
import { moveBookingItem, NEXT_BOOKING_ITEM_STATUS } from './booking-item-states.ts';
import { moveBooking, NEXT_BOOKING_STATUS } from './booking-states.ts';
import { moveFulfilment, NEXT_FULFILMENT_PHASE } from './fulfilment-states.ts';

/** Walks a table: every pair of states is either in it, the same, or refused; and every state can be reached. */
function walk<S extends string>(
  states: readonly S[],
  table: Readonly<Record<S, readonly S[]>>,
  move: (from: S, to: S) => S,
  first: S,
): void {
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
    walk(
      STORED_BOOKING_STATUSES,
      NEXT_BOOKING_STATUS,
      (from, to) => moveBooking({ status: from }, to).status,
      'pending',
    );
  });

  test('an item moves along its table and nowhere else', () => {
    walk(
      BOOKING_ITEM_STATUSES,
      NEXT_BOOKING_ITEM_STATUS,
      (from, to) => moveBookingItem({ status: from }, to).status,
      'pending',
    );
  });

  test('fulfilment moves along its table and nowhere else', () => {
    const first = 'repricing';
    walk(FULFILMENT_PHASES, NEXT_FULFILMENT_PHASE, (from, to) => moveFulfilment({ phase: from }, to).phase, first);
  });

  test('nothing leads out of the end', () => {
    expect(NEXT_FULFILMENT_PHASE.done).toEqual([]);
    expect(NEXT_BOOKING_ITEM_STATUS.failed).toEqual([]);
    expect(NEXT_BOOKING_ITEM_STATUS.cancelled).toEqual([]);
  });
});
