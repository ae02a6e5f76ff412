import type { PricedOffer } from '../rates/make-offers.ts';

/** A prebook: an offer as it can be booked now. */
export interface StoredPrebook {
  readonly id: string;
  readonly offerId: string;
  /** With what was put in the place of what was offered. */
  readonly offer: PricedOffer;
  readonly createdAt: Date;
  readonly priceDifferencePercent: number;
  readonly isBoardChanged: boolean;
  readonly isCancellationChanged: boolean;
  /** For the payment of a guest by LiteAPI's own form. */
  readonly transactionId: string | undefined;
  /** The booking it may take the place of, and no other. */
  readonly alternativeTo: string | undefined;
}

export interface Holder {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

export interface RoomGuest {
  readonly occupancyNumber: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone?: string | undefined;
  readonly remarks?: string | undefined;
}

/** How a booking was cancelled, in minor units of its currency. */
export interface Cancellation {
  readonly at: Date;
  readonly fee: number;
  readonly status: 'CANCELLED' | 'CANCELLED_WITH_CHARGES';
  /** Whether answers name the sums. */
  readonly hasAmounts: boolean;
}

/** A booking as the hotel has it. */
export interface StoredBooking {
  readonly id: string;
  readonly number: number;
  /** Empty where none was given. */
  readonly clientReference: string;
  readonly prebook: StoredPrebook;
  holder: Holder;
  readonly guests: readonly RoomGuest[];
  readonly method: string;
  /** What was charged, in minor units. */
  readonly total: number;
  readonly customTags: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** From when it is in lists and can be read. */
  readonly visibleAt: Date;
  /** When the hotel's own number comes; null: never. */
  readonly confirmationAt: Date | null;
  updatedAt: Date;
  cancellation: Cancellation | null;
  /** The booking that this one took the place of; empty where there is none. */
  readonly rebookFrom: string;
}

/** The prebooks and bookings of one key. */
export interface BookingShelf {
  readonly prebooks: Map<string, StoredPrebook>;
  /** Newest last. */
  bookings: readonly StoredBooking[];
  /** References of attempts, whether they led to a booking or not. */
  readonly references: Set<string>;
  find(id: string): StoredBooking | undefined;
  reset(): void;
}

export function createBookingShelf(): BookingShelf {
  const shelf: BookingShelf = {
    prebooks: new Map(),
    bookings: [],
    references: new Set(),
    find: (id) => shelf.bookings.find((booking) => booking.id === id),
    reset() {
      shelf.prebooks.clear();
      shelf.references.clear();
      shelf.bookings = [];
    },
  };
  return shelf;
}
