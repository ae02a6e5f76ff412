import { describe, expect, test } from 'vitest';
import type { FlightSupplier } from '../../../../src/suppliers/ports/flights.ts';
import type { FlightScheduleService, HeldFlights, RehearsedChange } from '../../../../src/suppliers/ports/servicing.ts';
import type { SupplierContext } from '../../../../src/suppliers/ports/supplier.ts';
import type { FlightQuery } from '../../../../src/travel/flight.ts';
import { compareFlights, hasChanged, severityOf, withFlights } from '../../../../src/travel/schedule-change.ts';
import { aReference, CONTACT, NELLIE } from '../booking-conformance.ts';
import { flownAfter } from '../../products/flown-after.ts';

/** What the conformance of a schedule service is tested with. */
export interface SchedulesUnderTest {
  supplier(): FlightSupplier;
  /** A call of an organization that nobody used before. */
  aContext(): SupplierContext;
  /** There and back for one adult, of which flights are sold. */
  readonly query: FlightQuery;
  /** Has the airline change one direction of an order. */
  change(
    held: HeldFlights,
    how: { readonly change: Exclude<RehearsedChange, 'rerouted'>; readonly sliceIndex: number },
    context: SupplierContext,
  ): Promise<void>;
}

/** What every supplier that reports changed flights must do. */
export function describeScheduleService(name: string, subject: SchedulesUnderTest): void {
  const { aContext, query, change } = subject;
  const schedules = (): FlightScheduleService => {
    const found = subject.supplier().schedules;
    if (found === undefined) throw new Error('The supplier reports no changes.');
    return found;
  };
  const book = async (context: SupplierContext): Promise<HeldFlights> => {
    const found = await subject.supplier().search(query, context);
    const [offer] = 'offers' in found ? found.offers : found;
    const [fare] = offer?.fares ?? [];
    if (offer === undefined || fare === undefined) throw new Error('nothing is sold');
    const { offerKey } = offer;
    const { fareKey, total } = fare;
    const [reference, contact] = [aReference(), { ...CONTACT, phone: '+33123456789' }];
    const request = { reference, offerKey, fareKey, total, travelers: [NELLIE], contact, ancillaries: [] };
    const booked = await subject.supplier().book(request, context);
    if (booked.kind !== 'confirmed') throw new Error(`it was not booked: ${JSON.stringify(booked)}`);
    return { reference, slices: offer.slices };
  };
  const find = async (held: HeldFlights, context: SupplierContext) => {
    const found = await schedules().find(held, context);
    if (found?.kind !== 'changed') throw new Error('nothing has changed');
    return { ...found, changes: compareFlights(held, found.flights) };
  };
  const accept = ({ reference }: HeldFlights, changeId: string, context: SupplierContext) =>
    schedules().accept({ reference, changeId }, context);

  describe(`changed flights at ${name}`, () => {
    test('an order nobody has changed, and one that nobody made, have no change; there is nothing to accept', async () => {
      const context = aContext();
      const held = await book(context);
      expect(await schedules().find(held, context)).toBeUndefined();
      const nobody = { ...held, reference: aReference() };
      expect(await schedules().find(nobody, context)).toBeUndefined();
      expect(await accept(nobody, 'aic_nobody', context)).toEqual({ kind: 'gone' });
      expect(schedules().lookEverySeconds).toBeGreaterThan(0);
    });

    test('other times of one direction: the other is as it was sold; reading changes nothing', async () => {
      const context = aContext();
      const held = await book(context);
      await change(held, { change: 'shifted', sliceIndex: 1 }, context);
      const found = await find(held, context);
      expect(found).toMatchObject({ isAccepted: false, canAccept: true });
      expect(found.flights).toHaveLength(2);
      expect(found.changes.some(({ change: kind, sliceIndex }) => kind === 'retimed' && sliceIndex === 1)).toBe(true);
      expect(found.changes.every(({ change: kind, sliceIndex }) => sliceIndex === 1 || kind === 'unchanged')).toBe(
        true,
      );
      expect(await find(held, context)).toEqual(found);
    });

    test('another number is accepted once; from then on nothing is open, and what is held then is as it is flown', async () => {
      const context = aContext();
      const held = await book(context);
      await change(held, { change: 'renumbered', sliceIndex: 0 }, context);
      const found = await find(held, context);
      expect(found.changes.map(({ change: kind }) => kind)).toContain('renumbered');
      expect(severityOf(found.changes)).toBe('minor');
      expect(await accept(held, found.changeId, context)).toEqual({ kind: 'accepted' });
      expect(await accept(held, found.changeId, context)).toEqual({ kind: 'accepted' });
      const taken = withFlights(held, found.changes);
      const after = await find(taken, context);
      expect(after).toMatchObject({ changeId: found.changeId, isAccepted: true });
      expect(hasChanged(after.changes)).toBe(false);
    });

    test('a direction the airline cancels is empty, the other stays, and nothing can be accepted', async () => {
      const context = aContext();
      const held = await book(context);
      await change(held, { change: 'cancelled', sliceIndex: 0 }, context);
      const found = await find(held, context);
      expect(found.canAccept).toBe(false);
      expect(found.flights.map(({ length }) => length > 0)).toEqual([false, true]);
      expect(severityOf(found.changes)).toBe('cancelled');
      expect((await accept(held, found.changeId, context)).kind).toBe('refused');
      expect((await find(held, context)).isAccepted).toBe(false);
    });

    test('changed twice: both show, the older one is gone, and accepting the newer takes all of it', async () => {
      const context = aContext();
      const held = await book(context);
      await change(held, { change: 'renumbered', sliceIndex: 0 }, context);
      const older = await find(held, context);
      await change(held, { change: 'shifted', sliceIndex: 1 }, context);
      const newer = await find(held, context);
      expect(newer.changeId).not.toBe(older.changeId);
      expect(new Set(newer.changes.map(({ change: kind }) => kind))).toContain('renumbered');
      expect(new Set(newer.changes.map(({ change: kind }) => kind))).toContain('retimed');
      expect(await accept(held, older.changeId, context)).toEqual({ kind: 'gone' });
      expect(await accept(held, newer.changeId, context)).toEqual({ kind: 'accepted' });
      const taken = withFlights(held, newer.changes);
      expect(flownAfter(taken, (await find(taken, context)).changes)).toEqual(
        taken.slices.map(({ segments }) => segments),
      );
      await change(taken, { change: 'shifted', sliceIndex: 0 }, context);
      const next = await find(taken, context);
      expect([next.isAccepted, hasChanged(next.changes)]).toEqual([false, true]);
    });
  });
}
