import { describe, expect, test } from 'vitest';
import type { FlightSupplier } from '../../../../src/suppliers/ports/flights.ts';
import type {
  ExchangeRequest,
  FlightExchangeOffer,
  FlightExchangeQuery,
  FlightExchangeSearch,
  FlightExchangeService,
} from '../../../../src/suppliers/ports/servicing.ts';
import type { SupplierContext } from '../../../../src/suppliers/ports/supplier.ts';
import type { IsoDate } from '../../../../src/travel/dates.ts';
import { aReference } from '../booking-conformance.ts';

/** What the conformance of exchanges of tickets is tested with. */
export interface FlightExchangesUnderTest {
  supplier(): FlightSupplier;
  /** A call of an organization that nobody used before. */
  aContext(): SupplierContext;
  /** Books a return journey for one adult whose fare may be changed at a fee; answers its reference. */
  book(context: SupplierContext): Promise<string>;
  /** A day on which the first direction may be flown instead. */
  readonly day: IsoDate;
}

/** What every supplier that exchanges tickets must do: the promises of `FlightExchangeService`. */
export function describeFlightExchanges(name: string, subject: FlightExchangesUnderTest): void {
  const { aContext, book, day } = subject;
  const exchanges = (): FlightExchangeService => {
    const found = subject.supplier().exchanges;
    if (found === undefined) throw new Error('The supplier exchanges nothing.');
    return found;
  };
  const queryOf = (reference: string): FlightExchangeQuery => ({ reference, slices: [{ index: 0, date: day }] });
  const search = (reference: string, context: SupplierContext): Promise<FlightExchangeSearch> =>
    exchanges().search(queryOf(reference), context);
  const offersOf = async (reference: string, context: SupplierContext): Promise<readonly FlightExchangeOffer[]> => {
    const found = await search(reference, context);
    if (found.kind !== 'offers') throw new Error(found.reason);
    return found.offers;
  };
  const priced = async (reference: string, context: SupplierContext, at = 0): Promise<ExchangeRequest> => {
    const offer = (await offersOf(reference, context))[at];
    const price = await exchanges().price({ reference, exchangeKey: offer?.exchangeKey ?? '' }, context);
    if (price.kind !== 'priced') throw new Error(price.reason);
    const { exchangeKey, fare, penalty, changeTotal } = price.offer;
    return { reference, changeReference: aReference(), exchangeKey, total: fare.total, penalty, changeTotal };
  };
  const statusOf = async (reference: string, context: SupplierContext) =>
    (await subject.supplier().lookUp(reference, context)).kind;

  describe(`exchanging tickets of ${name}`, () => {
    test('is offered as whole journeys on the day that was asked for, cheapest first, and asking changes nothing', async () => {
      const context = aContext();
      const reference = await book(context);
      const offers = await offersOf(reference, context);
      expect(offers.length).toBeGreaterThan(1);
      expect(new Set(offers.map(({ exchangeKey }) => exchangeKey)).size).toBe(offers.length);
      const costs = offers.map(({ changeTotal }) => changeTotal.value);
      expect(costs).toEqual(costs.toSorted((a, b) => a - b));
      for (const { offer, fare, changeTotal, fareDifference, penalty } of offers) {
        expect(offer.slices).toHaveLength(2);
        expect(offer.slices[0]?.departureDate).toBe(day);
        expect(offer.slices[1]?.departureDate).not.toBe(day);
        expect(offer.passengers.adt).toBe(1);
        expect(offer.fares).toEqual([fare]);
        expect(changeTotal.currency).toBe(fare.total.currency);
        if (fareDifference !== undefined && penalty !== undefined)
          expect(fareDifference.value + penalty.value).toBe(changeTotal.value);
      }
      expect(await statusOf(reference, context)).toBe('confirmed');
    });

    test('is priced as it was shown; a key that nobody has is gone', async () => {
      const context = aContext();
      const reference = await book(context);
      const [first] = await offersOf(reference, context);
      const price = await exchanges().price({ reference, exchangeKey: first?.exchangeKey ?? '' }, context);
      expect(price).toMatchObject({
        kind: 'priced',
        offer: { changeTotal: first?.changeTotal, penalty: first?.penalty, fareDifference: first?.fareDifference },
      });
      expect((await exchanges().price({ reference, exchangeKey: 'nobody' }, context)).kind).toBe('gone');
      expect(await statusOf(reference, context)).toBe('confirmed');
    });

    test('is done once: a repeat and a look-up answer the same, and only the new reference stands', async () => {
      const context = aContext();
      const request = await priced(await book(context), context);
      const made = await exchanges().exchange(request, context);
      expect(made).toMatchObject({ kind: 'exchanged', order: { total: request.total } });
      expect(await exchanges().exchange(request, context)).toEqual(made);
      expect(await exchanges().lookUp(request, context)).toEqual(made);
      expect(await statusOf(request.changeReference, context)).toBe('confirmed');
      expect(await statusOf(request.reference, context)).toBe('cancelled');
      expect((await exchanges().exchange({ ...request, changeReference: aReference() }, context)).kind).toBe('refused');
    });

    test('at another price than is asked is refused, and the ticket stands as it was', async () => {
      const context = aContext();
      const request = await priced(await book(context), context);
      const cheaper = <Amount extends { readonly value: number } | undefined>(amount: Amount) =>
        amount && { ...amount, value: amount.value - 1 };
      const wished = { ...request, total: cheaper(request.total), changeTotal: cheaper(request.changeTotal) };
      expect(await exchanges().exchange(wished, context)).toEqual({ kind: 'refused', reason: 'price_changed' });
      expect((await exchanges().lookUp(wished, context)).kind).not.toBe('exchanged');
      expect(await statusOf(request.reference, context)).toBe('confirmed');
      expect((await search(request.reference, context)).kind).toBe('offers');
    });

    test('to two things at once ends with one of them', async () => {
      const context = aContext();
      const reference = await book(context);
      const requests = [await priced(reference, context, 0), await priced(reference, context, 1)];
      const outcomes = await Promise.all(requests.map((request) => exchanges().exchange(request, context)));
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['exchanged', 'refused']);
      const found = await Promise.all(requests.map((request) => statusOf(request.changeReference, context)));
      expect(found.filter((kind) => kind === 'confirmed')).toHaveLength(1);
    });

    test('of another organization, of nobody, or never asked for, does not exist', async () => {
      const [context, stranger] = [aContext(), aContext()];
      const request = await priced(await book(context), context);
      expect(await exchanges().lookUp(request, context)).toEqual({ kind: 'none' });
      expect((await search(request.reference, stranger)).kind).toBe('not_exchangeable');
      expect((await exchanges().exchange(request, stranger)).kind).toBe('refused');
      expect((await search('ref_nobody', context)).kind).toBe('not_exchangeable');
      expect((await exchanges().exchange(request, context)).kind).toBe('exchanged');
    });
  });
}
