import type { Money } from '../../travel/money.ts';
import type { RentalTotals } from '../../travel/rental-total.ts';
import type { RentalFilter, RentalOffer, RentalQuery } from '../../travel/rental.ts';

/** What hides offers. Every filter given really filters; none given hides nothing. */
export interface CarFilters {
  /** Suppliers receive it too. */
  readonly only: RentalFilter | undefined;
  /** Of everything that is paid, now and at the counter, in the shown currency. */
  readonly totalMax: Money | undefined;
  readonly isUnlimitedMileageOnly: boolean;
  readonly isFreeCancellationOnly: boolean;
}

/** A search whose places, times and driver have been checked. */
export interface CarSearch {
  readonly query: RentalQuery;
  /** The age was not sent: 30 was assumed. */
  readonly isAgeAssumed: boolean;
  readonly filters: CarFilters;
  readonly filtersApplied: readonly string[];
  readonly currency: string;
  readonly limit: number;
  readonly offset: number;
  readonly supplierTimeoutMs: number;
}

/** An offer and the supplier it came from. */
export interface SourcedRental {
  readonly supplierId: string;
  readonly offer: RentalOffer;
}

/** An offer in the shop window, with its sums in the shown currency. */
export interface DisplayRental extends SourcedRental, RentalTotals {
  /** What the organization adds, inside `payNow` and `total`; absent where nothing. */
  readonly serviceFee?: Money;
  /** Units of the shown currency per unit of the filed one. */
  readonly rate: number;
}

/** Why a page holds nothing: no supplier has a car, none passes the filters, or the offset lies behind the last. */
export const EMPTY_REASONS = ['no_cars', 'filtered_out', 'past_last_offer'] as const;
export type EmptyReason = (typeof EMPTY_REASONS)[number];
