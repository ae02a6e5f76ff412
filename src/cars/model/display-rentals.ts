import { type FeeSubject, rentalSubject } from '../../pricing/model/fee-subject.ts';
import { freeUntil, isAlwaysFree } from '../../travel/cancellation.ts';
import { addMoney, type Money } from '../../travel/money.ts';
import { convertRentalTotals } from '../../travel/rental-total.ts';
import { beginOfRental, currencyOfRental, passesRentalFilter, type RentalOffer } from '../../travel/rental.ts';
import type { CarFilters, DisplayRental, SourcedRental } from './car-search.ts';

/** What money is shown in, and from when. */
export interface DisplayContext {
  readonly currency: string;
  /** Units of the shown currency per unit of another. */
  readonly rateFrom: (currency: string) => number;
  readonly now: Date;
  /** The organization's fee on what is paid now in the shown currency; absent where no rule adds anything. */
  readonly feeOf?: ((subject: FeeSubject, payNow: Money) => Money) | undefined;
}

/** The offers that match, cheapest first, with their money in the shown currency, service fees included. */
export function displayRentals(
  offers: readonly SourcedRental[],
  filters: CarFilters,
  display: DisplayContext,
): readonly DisplayRental[] {
  return offers
    .filter(({ offer }) => matchesClass(offer, filters))
    .map((supplied) => displayRental(supplied, display))
    .filter((shown) => matchesTerms(shown, filters, display.now))
    .sort(compareRentals);
}

function matchesClass({ vehicle, mileage }: RentalOffer, filters: CarFilters): boolean {
  if (filters.isUnlimitedMileageOnly && mileage?.isUnlimited !== true) return false;
  return filters.only === undefined || passesRentalFilter(vehicle, filters.only);
}

function displayRental(
  { supplierId, offer }: SourcedRental,
  { currency, rateFrom, feeOf }: DisplayContext,
): DisplayRental {
  const rate = rateFrom(currencyOfRental(offer));
  const totals = convertRentalTotals(offer, currency, rate);
  const shown = { supplierId, offer, rate, ...totals };
  const serviceFee = feeOf?.(rentalSubject(supplierId, offer), totals.payNow);
  if (serviceFee === undefined || serviceFee.value === 0) return shown;
  const { payNow, total } = totals;
  return { ...shown, payNow: addMoney(payNow, serviceFee), total: addMoney(total, serviceFee), serviceFee };
}

/**
 * Until when giving a rental back costs nothing; undefined where it costs something from `now` on, or may do so. One
 * that never does can be given back until it begins.
 */
export function freeCancellationUntil(
  { cancellation, isRefundable, pickUp }: RentalOffer,
  now: Date,
): Date | undefined {
  if (isRefundable !== true) return undefined;
  return isAlwaysFree(cancellation) ? beginOfRental({ pickUp }) : freeUntil(cancellation, now);
}

function matchesTerms(shown: DisplayRental, { totalMax, isFreeCancellationOnly }: CarFilters, now: Date): boolean {
  if (isFreeCancellationOnly && freeCancellationUntil(shown.offer, now) === undefined) return false;
  return totalMax === undefined || shown.total.value <= totalMax.value;
}

/** By everything that is paid; then at once confirmed before on request, then names, so that a result has one order. */
function compareRentals(a: DisplayRental, b: DisplayRental): number {
  return (
    a.total.value - b.total.value ||
    Number(a.offer.isOnRequest) - Number(b.offer.isOnRequest) ||
    compareTexts(a.offer.vendorName, b.offer.vendorName) ||
    compareTexts(a.offer.vehicle.acrissCode ?? LAST, b.offer.vehicle.acrissCode ?? LAST) ||
    compareTexts(a.offer.offerKey, b.offer.offerKey)
  );
}

/** Behind every code: what is not stated comes last. */
const LAST = '~';

/** By code unit: the same in every process, whatever its language. */
function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
