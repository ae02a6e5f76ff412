import { describe, expect, test } from 'vitest';
import type { BookingService } from '../../../src/suppliers/ports/booking.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import type { CancellationRequest, CancellationService } from '../../../src/suppliers/ports/servicing.ts';
import type { Money } from '../../../src/travel/money.ts';
import { aContext, aReference, later } from './booking-conformance.ts';

/** What the conformance of a cancellation service is tested with. */
export interface CancellationsUnderTest<Request extends { readonly reference: string; readonly total: Money }> {
  service(): BookingService<Request>;
  /** How much an organization has sold, each count by itself. */
  sold(context: SupplierContext): Promise<readonly number[]>;
  aRequest(context: SupplierContext): Promise<Request>;
  /** Minutes after which giving it up costs something. */
  readonly minutesFree: number;
  /** Makes it cost something, where the hour does not; until the test ends. */
  makeDearer?(): void;
}

/** What every supplier that takes back what it sold must do. */
export function describeCancellationService<Request extends { readonly reference: string; readonly total: Money }>(
  name: string,
  { service, sold, aRequest, minutesFree, makeDearer }: CancellationsUnderTest<Request>,
): void {
  const cancellations = (): CancellationService => {
    const found = service().cancellations;
    if (found === undefined) throw new Error('The supplier cancels nothing.');
    return found;
  };
  const book = async (context: SupplierContext): Promise<Request> => {
    const request = await aRequest(context);
    if ((await service().book(request, context)).kind !== 'confirmed') throw new Error('It was not booked.');
    return request;
  };
  const onceDearer = (context: SupplierContext): SupplierContext => {
    makeDearer?.();
    return later(context, minutesFree);
  };
  /** What became of all of them in the end: what is not known at once is looked up. */
  const giveUpAll = async (changes: readonly CancellationRequest[], context: SupplierContext) => {
    const first = await Promise.all(changes.map((change) => cancellations().cancel(change, context)));
    return Promise.all(
      changes.map(async (change, index) =>
        first[index]?.kind === 'unknown' ? cancellations().lookUp(change, context) : first[index],
      ),
    );
  };
  const nothing = (of: Money): Money => ({ value: 0, currency: of.currency });
  const names = ({ reference, total }: Request) => ({
    reference,
    changeReference: aReference(),
    penaltyMax: nothing(total),
  });

  describe(`giving up ${name}`, () => {
    test('is quoted at what was paid while it is free, with a penalty from that minute on, and quoting changes nothing', async () => {
      const context = aContext();
      const request = await book(context);
      const quote = await cancellations().quote(request.reference, later(context, minutesFree - 1));
      expect(quote).toMatchObject({
        kind: 'quoted',
        terms: {
          refund: request.total,
          penalty: nothing(request.total),
          support: 'automatic',
          manualReason: undefined,
        },
      });
      const dearer = await cancellations().quote(request.reference, onceDearer(context));
      const { penalty, refund } = dearer.kind === 'quoted' ? dearer.terms : {};
      expect(penalty?.value).toBeGreaterThan(0);
      expect((penalty?.value ?? 0) + (refund?.value ?? 0)).toBe(request.total.value);
      expect((await service().lookUp(request.reference, context)).kind).toBe('confirmed');
      expect([...new Set(await sold(context))]).toEqual([1]);
    });

    test('returns what was quoted, frees what was taken, and answers the same to a repeat and to a look-up', async () => {
      const context = aContext();
      const change = names(await book(context));
      const given = await cancellations().cancel(change, context);
      expect(given.kind).toBe('cancelled');
      expect(await cancellations().cancel(change, later(context, minutesFree))).toEqual(given);
      expect(await cancellations().lookUp(change, context)).toEqual(given);
      expect(await service().lookUp(change.reference, context)).toEqual({ kind: 'cancelled' });
      expect([...new Set(await sold(context))]).toEqual([0]);
      expect((await cancellations().quote(change.reference, context)).kind).toBe('refused');
      expect((await cancellations().cancel({ ...change, changeReference: aReference() }, context)).kind).toBe(
        'refused',
      );
    });

    test('under one reference or two at once gives it up once', async () => {
      const context = aContext();
      const [kept, change] = [await book(context), names(await book(context))];
      const other = { ...change, changeReference: aReference() };
      const outcomes = await giveUpAll([change, change, other], context);
      expect(outcomes.filter((outcome) => outcome?.kind === 'cancelled').length).toBeLessThanOrEqual(2);
      expect(
        outcomes.some((outcome) => outcome?.kind === 'cancelled') &&
          outcomes.some((outcome) => outcome?.kind === 'refused'),
      ).toBe(true);
      expect(outcomes[0]).toEqual(outcomes[1]);
      expect([...new Set(await sold(context))]).toEqual([1]);
      expect((await service().lookUp(kept.reference, context)).kind).toBe('confirmed');
    });

    test('that is dearer than was agreed to is refused, and stands as if it had never been asked', async () => {
      const context = aContext();
      const change = names(await book(context));
      expect(await cancellations().cancel(change, onceDearer(context))).toEqual({
        kind: 'refused',
        reason: expect.stringMatching(/^Giving it up costs more by now than was agreed to/),
      });
      expect(await cancellations().lookUp(change, later(context, minutesFree))).toEqual({ kind: 'none' });
      expect((await service().lookUp(change.reference, context)).kind).toBe('confirmed');
    });

    test('of another organization, of nobody, or never asked for, does not exist', async () => {
      const [context, stranger] = [aContext(), aContext()];
      const change = names(await book(context));
      expect(await cancellations().lookUp(change, context)).toEqual({ kind: 'none' });
      expect((await cancellations().quote(change.reference, stranger)).kind).toBe('refused');
      expect((await cancellations().cancel(change, stranger)).kind).toBe('refused');
      await cancellations().cancel(change, context);
      expect(await cancellations().lookUp(change, stranger)).toEqual({ kind: 'none' });
      expect(await cancellations().lookUp({ ...change, reference: 'ref_nobody' }, context)).toEqual({ kind: 'none' });
    });
  });
}
