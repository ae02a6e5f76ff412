import { describe, expect, test } from 'vitest';
import type {
  AddableServices,
  AddedServicesService,
  AddServicesRequest,
  WantedService,
} from '../../../../src/suppliers/ports/added-services.ts';
import type { FlightSupplier } from '../../../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../../../src/suppliers/ports/supplier.ts';
import { type Money, sumMoney, timesMoney } from '../../../../src/travel/money.ts';
import { aReference, NELLIE } from '../booking-conformance.ts';

/** What the conformance of services that are added after the sale is tested with. */
export interface AddedServicesUnderTest {
  supplier(): FlightSupplier;
  /** A call of an organization that nobody used before. */
  aContext(): SupplierContext;
  /** Books a journey for one adult, without bags or seats, whose airline sells both later; answers its reference. */
  book(context: SupplierContext): Promise<string>;
}

type Listed = Extract<AddableServices, { kind: 'addable' }>;
const TRAVELERS = [{ travelerId: NELLIE.travelerId, type: NELLIE.type }];
const BOTH = { bags: true, seats: true };

/** What every supplier that sells services after the sale must do: the promises of `AddedServicesService`. */
export function describeAddedServices(name: string, subject: AddedServicesUnderTest): void {
  const { aContext, book } = subject;
  const services = (): AddedServicesService => {
    const found = subject.supplier().addedServices;
    if (found === undefined) throw new Error('The supplier sells nothing after the sale.');
    return found;
  };
  const list = async (reference: string, context: SupplierContext, wants = BOTH): Promise<Listed> => {
    const listed = await services().list({ reference, travelers: TRAVELERS, wants }, context);
    if (listed.kind !== 'addable') throw new Error(listed.reason);
    return listed;
  };
  const aBag = async (reference: string, context: SupplierContext): Promise<WantedService> => {
    const [bag] = (await list(reference, context)).bags;
    if (bag === undefined) throw new Error('no bag is sold');
    const { serviceKey, travelerId, price } = bag;
    return { kind: 'bag', serviceKey, travelerId, quantity: 1, price };
  };
  const aSeat = async (reference: string, context: SupplierContext): Promise<WantedService> => {
    const seat = (await list(reference, context)).seats.find(({ prices }) => (prices[0]?.price.value ?? 0) > 0);
    const [offered] = seat?.prices ?? [];
    if (seat === undefined || offered === undefined) throw new Error('no seat is sold');
    return { kind: 'seat', segmentId: seat.segmentId, seatNumber: seat.seatNumber, ...offered };
  };
  const totalOf = (wanted: readonly WantedService[]): Money =>
    sumMoney(
      wanted.map((one) => (one.kind === 'bag' ? timesMoney(one.price, one.quantity) : one.price)),
      wanted[0]?.price.currency ?? '',
    );
  const requestFor = (reference: string, wanted: readonly WantedService[]): AddServicesRequest => ({
    reference,
    changeReference: aReference(),
    services: wanted,
    travelers: TRAVELERS,
    total: totalOf(wanted),
  });
  const orderTotal = async (reference: string, context: SupplierContext): Promise<number> => {
    const found = await subject.supplier().lookUp(reference, context);
    if (found.kind !== 'confirmed') throw new Error(found.kind);
    return found.order.total.value;
  };

  describe(`services of ${name} after the sale`, () => {
    test('are listed by traveler, with flights, a price and a bound, the same each time, and asking changes nothing', async () => {
      const context = aContext();
      const reference = await book(context);
      const before = await orderTotal(reference, context);
      const [first, second] = [await list(reference, context), await list(reference, context)];
      expect(first.bags.length).toBeGreaterThan(0);
      expect(first.seats.length).toBeGreaterThan(0);
      expect(second.bags).toEqual(first.bags);
      expect(second.seats).toEqual(first.seats);
      expect(new Set(first.bags.map(({ serviceKey }) => serviceKey)).size).toBe(first.bags.length);
      for (const { travelerId, segmentIds, quantityMax, price } of first.bags) {
        expect(travelerId).toBe(NELLIE.travelerId);
        expect(segmentIds.length).toBeGreaterThan(0);
        expect(quantityMax).toBeGreaterThan(0);
        expect(price.value).toBeGreaterThanOrEqual(0);
      }
      const seats = first.seats.map(({ segmentId, seatNumber }) => `${segmentId} ${seatNumber}`);
      expect(new Set(seats).size).toBe(seats.length);
      expect(await orderTotal(reference, context)).toBe(before);
    });

    test('are added once: a repeat and a look-up answer the same, and the order costs more by them', async () => {
      const context = aContext();
      const reference = await book(context);
      const before = await orderTotal(reference, context);
      const request = requestFor(reference, [await aBag(reference, context), await aSeat(reference, context)]);
      expect(await services().lookUp(request, context)).toEqual({ kind: 'none' });
      const added = await services().add(request, context);
      expect(added).toMatchObject({ kind: 'added', order: { total: { value: before + request.total.value } } });
      expect(await services().add(request, context)).toEqual(added);
      expect(await services().lookUp(request, context)).toEqual(added);
      expect(await orderTotal(reference, context)).toBe(before + request.total.value);
    });

    test('at another price than is asked are refused, and nothing is added', async () => {
      const context = aContext();
      const reference = await book(context);
      const before = await orderTotal(reference, context);
      const request = requestFor(reference, [await aBag(reference, context)]);
      const wished = { ...request, total: { ...request.total, value: request.total.value - 1 } };
      expect(await services().add(wished, context)).toEqual({ kind: 'refused', reason: 'price_changed' });
      expect((await services().lookUp(wished, context)).kind).not.toBe('added');
      expect(await orderTotal(reference, context)).toBe(before);
    });

    test('are all added or none: a seat that is gone takes the bag beside it with it', async () => {
      const context = aContext();
      const reference = await book(context);
      const seat = await aSeat(reference, context);
      const bag = await aBag(reference, context);
      await services().add(requestFor(reference, [seat]), context);
      const before = await orderTotal(reference, context);
      const late = await services().add(requestFor(reference, [bag, seat]), context);
      expect(late).toMatchObject({ kind: 'refused', reason: expect.stringContaining('unavailable') });
      expect(await orderTotal(reference, context)).toBe(before);
    });

    test('of one seat for two at once end with one of them', async () => {
      const context = aContext();
      const reference = await book(context);
      const seat = await aSeat(reference, context);
      const requests = [requestFor(reference, [seat]), requestFor(reference, [seat])];
      const outcomes = await Promise.all(requests.map((request) => services().add(request, context)));
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['added', 'refused']);
    });

    test('of a seat somebody has are not offered to them again on that flight', async () => {
      const context = aContext();
      const reference = await book(context);
      const seat = await aSeat(reference, context);
      await services().add(requestFor(reference, [seat]), context);
      const { seats } = await list(reference, context);
      expect(seats.filter(({ segmentId }) => seat.kind === 'seat' && segmentId === seat.segmentId)).toEqual([]);
    });

    test('of another organization, of nobody, or of a cancelled order do not exist', async () => {
      const [context, stranger] = [aContext(), aContext()];
      const reference = await book(context);
      const request = requestFor(reference, [await aBag(reference, context)]);
      const query = { reference, travelers: TRAVELERS, wants: BOTH };
      expect((await services().list(query, stranger)).kind).toBe('not_sold');
      expect((await services().add(request, stranger)).kind).toBe('refused');
      expect((await services().list({ ...query, reference: 'ref_nobody' }, context)).kind).toBe('not_sold');
      expect((await subject.supplier().cancel(reference, context)).kind).toBe('cancelled');
      expect((await services().list(query, context)).kind).toBe('not_sold');
      expect((await services().add(request, context)).kind).toBe('refused');
    });
  });
}
