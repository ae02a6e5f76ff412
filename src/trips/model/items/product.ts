import { FIRST_ZONE, instantOfLocal, LAST_ZONE } from '../../../travel/dates.ts';
import type { IsoDate } from '../../../travel/dates.ts';
import { convertFareTotal } from '../../../travel/fare-total.ts';
import { addMoney, convertMoney, type Money, sumMoney, timesMoney, zeroMoney } from '../../../travel/money.ts';
import { passengerTotal } from '../../../travel/passengers.ts';
import { beginOfRental, dueAtCounter, endOfRental, type PaidAt, payNowOfRental } from '../../../travel/rental.ts';
import { convertRentalTotals } from '../../../travel/rental-total.ts';
import {
  dueAtProperty,
  isAllDueStated,
  payNowOfRate,
  payNowOfStay,
  type Stay,
  type StayRate,
} from '../../../travel/stay.ts';
import type { ItemBase, Product, SelectedAncillary, TripItem } from '../trip.ts';

/** An item that buys this product: a new one, or one whose product has been shown anew. */
export function withProduct(base: ItemBase, product: Product): TripItem {
  switch (product.kind) {
    case 'flight':
      return { ...base, ...product };
    case 'hotel':
      return { ...base, ...product };
    case 'car':
      return { ...base, ...product };
    default:
      return product satisfies never;
  }
}

/** What the supplier asks to be paid now, extras and seats not included, in its own currency. */
export function originPriceOf(product: Product): Money {
  switch (product.kind) {
    case 'flight':
      return product.fare.total;
    case 'hotel':
      return payNowOfStay(product.stay);
    case 'car':
      return payNowOfRental(product.rental);
    default:
      return product satisfies never;
  }
}

/**
 * The price in another currency, to the minor unit as search showed it: a fare by its parts, a stay room by room, a
 * rental charge by charge.
 */
export function priceInCurrency(product: Product, currency: string, rate: number): Money {
  const convert = (amount: Money): Money => convertMoney(amount, currency, rate);
  switch (product.kind) {
    case 'flight':
      return convertFareTotal(product.fare, currency, rate);
    case 'hotel':
      return sumMoney(
        product.stay.rates.map((room) => convert(payNowOfRate(room))),
        currency,
      );
    case 'car':
      return convertRentalTotals(product.rental, currency, rate).payNow;
    default:
      return product satisfies never;
  }
}

/**
 * The taxes inside what is paid now, each person's and each room's converted as search shows them; undefined where the
 * supplier names none.
 */
export function taxesInCurrency(product: Product, currency: string, rate: number): Money | undefined {
  switch (product.kind) {
    case 'flight':
      return someOf(
        product.fare.passengerPrices.flatMap(({ taxes, quantity }) => Array.from({ length: quantity }, () => taxes)),
      );
    case 'hotel': {
      const paidNow = product.stay.rates.filter(({ paymentType }) => paymentType === 'pay_now');
      return someOf(paidNow.flatMap(includedTaxes));
    }
    case 'car':
      return undefined;
    default:
      return product satisfies never;
  }

  function someOf(amounts: readonly Money[]): Money | undefined {
    const sum = sumMoney(
      amounts.map((amount) => convertMoney(amount, currency, rate)),
      currency,
    );
    return sum.value > 0 ? sum : undefined;
  }
}

function includedTaxes({ taxes }: StayRate): readonly Money[] {
  return taxes.flatMap(({ isIncluded, amount }) => (isIncluded && amount !== undefined ? [amount] : []));
}

/** An extra that can be had with an item, whatever the item is. */
export interface Extra {
  readonly ancillaryKey: string;
  readonly type: string;
  readonly label: string;
  readonly description: string;
  /** Supplier's currency, at quantity one. */
  readonly price: Money;
  /** Undefined where the supplier states no bound. */
  readonly quantityMax: number | undefined;
  readonly paidAt: PaidAt;
  /** Sold to each traveler by itself. */
  readonly isPerTraveler: boolean;
  /** The segments it covers together; none where it is for the whole item. */
  readonly segmentIds: readonly string[];
}

/** The extras an item's supplier sells with it. */
export function extrasOf(product: Product): readonly Extra[] {
  switch (product.kind) {
    case 'flight':
      return product.offer.ancillaries.map((extra) => {
        const slice = extra.sliceIndex === undefined ? undefined : product.offer.slices[extra.sliceIndex];
        const description = slice ? `${extra.description}, ${slice.origin}–${slice.destination}` : extra.description;
        const segmentIds = slice?.segments.map((segment) => segment.segmentId) ?? [];
        const { ancillaryKey, type, price, quantityMax } = extra;
        return {
          ancillaryKey,
          type,
          label: extra.description,
          description,
          price,
          quantityMax,
          paidAt: 'now',
          isPerTraveler: true,
          segmentIds,
        };
      });
    case 'hotel':
      return [];
    case 'car':
      return product.rental.extras.map((extra) => ({ ...extra, isPerTraveler: false, segmentIds: [] }));
    default:
      return product satisfies never;
  }
}

/** The extra of a key, if the item's supplier sells it. */
export function findExtra(product: Product, ancillaryKey: string): Extra | undefined {
  return extrasOf(product).find((extra) => extra.ancillaryKey === ancillaryKey);
}

/**
 * What chosen extras cost at one of the two places, line by line in `currency`. One that is no longer offered costs
 * nothing here: the re-pricing refuses it.
 */
export function extraLines(
  item: Pick<TripItem, 'ancillaries'> & Product,
  paidAt: PaidAt,
  convert: (amount: Money) => Money,
): readonly Money[] {
  if (item.ancillaries.length === 0) return [];
  const offered = extrasOf(item);
  return item.ancillaries.flatMap((choice: SelectedAncillary) => {
    const extra = offered.find((candidate) => candidate.ancillaryKey === choice.ancillaryKey);
    return extra?.paidAt === paidAt ? [timesMoney(convert(extra.price), choice.quantity)] : [];
  });
}

/** What is collected later and where, extras included, in the supplier's currency: the place takes no other. */
export interface DueLater {
  /** As far as the supplier states it. */
  readonly amount: Money;
  /** False: the place collects more than `amount`, of which its supplier does not state how much. */
  readonly isKnown: boolean;
  readonly where: 'property' | 'desk';
}

/** What an item costs beside what is paid now; undefined where nothing is due later. */
export function dueLaterOf(item: Pick<TripItem, 'ancillaries'> & Product): DueLater | undefined {
  switch (item.kind) {
    case 'flight':
      return undefined;
    case 'hotel':
      return someDue(dueAtProperty(item.stay), 'property', isAllDueStated(item.stay));
    case 'car':
      return someDue(addMoney(dueAtCounter(item.rental), ...extraLines(item, 'local', (amount) => amount)), 'desk');
    default:
      return item satisfies never;
  }
}

function someDue(amount: Money, where: DueLater['where'], isKnown = true): DueLater | undefined {
  return amount.value > 0 || !isKnown ? { amount, isKnown, where } : undefined;
}

/** What is due later as an amount, as far as it is stated; zero where nothing is. */
export function dueLaterAmount(item: Pick<TripItem, 'ancillaries'> & Product): Money {
  return dueLaterOf(item)?.amount ?? zeroMoney(originPriceOf(item).currency);
}

/**
 * When using an item begins: departure, the first hour of check-in, pick-up. Where hour or zone are not stated, the
 * earliest moment it can be.
 */
export function beginsAt(product: Product): Date {
  switch (product.kind) {
    case 'flight':
      return new Date(Math.min(...segmentsOf(product).map((segment) => segment.depart.instant.getTime())));
    case 'hotel':
      return checkInOf(product.stay);
    case 'car':
      return beginOfRental(product.rental);
    default:
      return product satisfies never;
  }
}

/** When it ends: arrival, the last hour of check-out, drop-off; where that is not stated, the latest it can be. */
export function endsAt(product: Product): Date {
  switch (product.kind) {
    case 'flight':
      return new Date(Math.max(...segmentsOf(product).map((segment) => segment.arrive.instant.getTime())));
    case 'hotel':
      return checkOutOf(product.stay);
    case 'car':
      return endOfRental(product.rental);
    default:
      return product satisfies never;
  }
}

function checkInOf({ checkIn, hotel }: Stay): Date {
  return instantOfLocal(`${checkIn}T${hotel.checkInFrom ?? '00:00'}:00`, hotel.zone ?? FIRST_ZONE);
}

function checkOutOf({ checkOut, hotel }: Stay): Date {
  return instantOfLocal(`${checkOut}T${hotel.checkOutUntil ?? '23:59'}:00`, hotel.zone ?? LAST_ZONE);
}

/** The last day of an item, on the calendar where it ends. */
export function lastDayOf(product: Product): IsoDate {
  switch (product.kind) {
    case 'flight':
      return segmentsOf(product).reduce(
        (last, { arrive }) => (arrive.timeLocal.slice(0, 10) > last ? arrive.timeLocal.slice(0, 10) : last),
        '',
      );
    case 'hotel':
      return product.stay.checkOut;
    case 'car':
      return product.rental.dropOff.at.slice(0, 10);
    default:
      return product satisfies never;
  }
}

function segmentsOf({ offer }: Extract<Product, { kind: 'flight' }>) {
  return offer.slices.flatMap((slice) => slice.segments);
}

/** How many people an item is for: the driver alone where it is sold anyone who comes along. */
export function paxCountOf(product: Product): number {
  switch (product.kind) {
    case 'flight':
      return passengerTotal(product.passengers);
    case 'hotel':
      return product.stay.rates.reduce((sum, { party }) => sum + party.adults + party.childrenAges.length, 0);
    case 'car':
      return 1;
    default:
      return product satisfies never;
  }
}
