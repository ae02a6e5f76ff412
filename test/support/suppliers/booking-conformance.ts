import pino from 'pino';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../src/platform/db/db.ts';
import { asId } from '../../../src/platform/ids.ts';
import type { BookingService } from '../../../src/suppliers/ports/booking.ts';
import type { SupplierContext, SupplierTraveler } from '../../../src/suppliers/ports/supplier.ts';
import { addMoney, money, type Money } from '../../../src/travel/money.ts';
import { WORLD_NOW } from '../products/world.ts';

const log = pino({ level: 'silent' });
const MINUTE = 60_000;
let count = 0;

/** Who books. */
export const NELLIE: SupplierTraveler = {
  travelerId: 'pax_1',
  type: 'ADULT',
  firstName: 'Nellie',
  lastName: 'Bly',
  dateOfBirth: '1990-05-05',
  gender: 'FEMALE',
  title: 'MS',
};
/** How to reach her. */
export const CONTACT = { email: 'nellie@example.com', phone: '+15550100' };

/** A call of an organization at an instant; a new organization unless told. */
export function contextAt(now: Date, organization?: string): SupplierContext {
  count += 1;
  return {
    organizationId: asId('organization', organization ?? `org_${count}`),
    now,
    signal: AbortSignal.timeout(10_000),
    deadlineMs: 10_000,
    purpose: 'booking',
    log,
  };
}
/** A new organization at the instant the world's tests ask at. */
export const aContext = (): SupplierContext => contextAt(WORLD_NOW);
/** The same organization some minutes later. */
export const later = (context: SupplierContext, minutes: number): SupplierContext =>
  contextAt(new Date(context.now.getTime() + minutes * MINUTE), context.organizationId);
/** A reference nobody has used. */
export function aReference(): string {
  count += 1;
  return `ref_${count}`;
}

/** What every request to book a stay or a rental has. */
interface SomeRequest {
  readonly reference: string;
  readonly total: Money;
  readonly dueLater: Money;
  readonly travelers: readonly SupplierTraveler[];
}

/** What the conformance of a booking service is tested with. */
export interface BookingServiceUnderTest<Request extends SomeRequest> {
  service(): BookingService<Request>;
  db(): Db;
  /** Something free of charge to cancel now, under a new reference, as it is priced now. */
  aRequest(context: SupplierContext): Promise<Request>;
  /** Minutes from `WORLD_NOW` after which it costs something. */
  readonly minutesFree: number;
  readonly confirmationNumber: RegExp;
}

/** How much of every day's stock an organization has sold. */
export async function readSold(db: Db, { organizationId }: SupplierContext): Promise<readonly number[]> {
  const rows = await db.q
    .withTables<{ sandbox_sold_stock: { organization_id: string; stock_key: string; sold: number } }>()
    .selectFrom('sandbox_sold_stock')
    .select('sold')
    .where('organization_id', '=', organizationId)
    .orderBy('stock_key')
    .execute();
  return rows.map(({ sold }) => sold);
}

/** What every seller of stays or rentals must do with a booking. */
export function describeBookingService<Request extends SomeRequest>(
  name: string,
  { service, db, aRequest, minutesFree, confirmationNumber }: BookingServiceUnderTest<Request>,
): void {
  describe(`the booking service of ${name}`, () => {
    test('a booking is confirmed with a number, answers the same when repeated, and is found again by its reference', async () => {
      const context = aContext();
      const request = await aRequest(context);
      const booked = await service().book(request, context);
      expect(booked).toEqual({
        kind: 'confirmed',
        order: {
          orderId: expect.stringMatching(/^so_/),
          confirmationNumber: expect.stringMatching(confirmationNumber),
          tickets: [],
          total: request.total,
          confirmedAt: context.now,
        },
      });
      expect(await service().book(request, context)).toEqual(booked);
      expect(await service().lookUp(request.reference, context)).toEqual(booked);
    });

    test('booking one reference many times at once makes one order and sells once', async () => {
      const context = aContext();
      const request = await aRequest(context);
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => service().book(request, context)));
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      expect(outcomes[0]?.kind).toBe('confirmed');
      expect([...new Set(await readSold(db(), context))]).toEqual([1]);
    });

    test('another sum now or later is refused as price_changed and leaves nothing behind', async () => {
      const context = aContext();
      const request = await aRequest(context);
      for (const wrong of [
        { total: addMoney(request.total, money(-1, request.total.currency)) },
        { dueLater: addMoney(request.dueLater, money(1, request.total.currency)) },
        { total: { ...request.total, currency: 'GBP' } },
      ]) {
        expect(await service().book({ ...request, ...wrong }, context)).toEqual({
          kind: 'refused',
          proof: expect.any(String),
          reason: 'price_changed',
        });
      }
      expect(await service().lookUp(request.reference, context)).toEqual({ kind: 'none', proof: expect.any(String) });
      expect(await readSold(db(), context)).toEqual([]);
    });

    test('nobody to book for is refused', async () => {
      const context = aContext();
      expect(await service().book({ ...(await aRequest(context)), travelers: [] }, context)).toMatchObject({
        kind: 'refused',
        proof: expect.any(String),
        reason: expect.stringContaining('in whose name'),
      });
    });

    test('cancelling free of charge returns what was paid and frees what was taken; a repeat answers the same', async () => {
      const context = aContext();
      const request = await aRequest(context);
      await service().book(request, context);
      const cancelled = await service().cancel(request.reference, later(context, minutesFree - 1));
      expect(cancelled).toEqual({ kind: 'cancelled', refund: request.total });
      expect(await service().cancel(request.reference, later(context, minutesFree + 1))).toEqual(cancelled);
      expect(await service().lookUp(request.reference, context)).toEqual({ kind: 'cancelled' });
      expect(await service().book(request, context)).toEqual({
        kind: 'refused',
        proof: expect.any(String),
        reason: 'The order of this reference was cancelled.',
      });
      expect([...new Set(await readSold(db(), context))]).toEqual([0]);
    });

    test('cancelling twice at once frees once', async () => {
      const context = aContext();
      const [kept, request] = [await aRequest(context), await aRequest(context)];
      await service().book(kept, context);
      await service().book(request, context);
      await Promise.all([service().cancel(request.reference, context), service().cancel(request.reference, context)]);
      expect([...new Set(await readSold(db(), context))]).toEqual([1]);
    });

    test('from the moment a penalty is due it says that it cannot be undone', async () => {
      const context = aContext();
      const request = await aRequest(context);
      await service().book(request, context);
      expect(await service().cancel(request.reference, later(context, minutesFree))).toEqual({
        kind: 'refused',

        reason: 'It cannot be undone free of charge.',
      });
      expect((await service().lookUp(request.reference, context)).kind).toBe('confirmed');
    });

    test("another organization's reference, and one nobody used, do not exist", async () => {
      const [context, stranger] = [aContext(), aContext()];
      const request = await aRequest(context);
      await service().book(request, context);
      expect(await service().lookUp(request.reference, stranger)).toEqual({ kind: 'none', proof: expect.any(String) });
      expect(await service().cancel(request.reference, stranger)).toEqual({
        kind: 'refused',

        reason: 'There is no order with this reference.',
      });
      expect((await service().lookUp(request.reference, context)).kind).toBe('confirmed');
      expect(await service().lookUp('ref_nobody', context)).toEqual({ kind: 'none', proof: expect.any(String) });
      expect((await service().cancel('ref_nobody', context)).kind).toBe('refused');
    });
  });
}
