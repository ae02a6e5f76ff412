import type { Logger } from 'pino';
import type { OrganizationId } from '../../platform/ids.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerType } from '../../travel/passengers.ts';

/** What every call to a supplier or processor is given. */
export interface SupplierContext {
  readonly organizationId: OrganizationId;
  /** The organization's clock. */
  readonly now: Date;
  /** Fires at the caller's deadline; an adapter stops waiting then. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * A failure of a supplier that is not an answer to the question. `kind` decides what the caller sees: rejected 502
 * UPSTREAM_REJECTED, error 502 UPSTREAM_ERROR, unavailable and rate_limited (we asked it too often) 503 (with
 * Retry-After), timeout 504.
 */
export class SupplierFailure extends Error {
  readonly kind: 'rejected' | 'error' | 'unavailable' | 'rate_limited' | 'timeout';
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: SupplierFailure['kind'],
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'SupplierFailure';
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A traveler as a supplier needs them. */
export interface SupplierTraveler {
  readonly travelerId: string;
  readonly type: PassengerType;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string | undefined;
  readonly gender: 'MALE' | 'FEMALE' | undefined;
  readonly title: string | undefined;
}

export interface SupplierContact {
  readonly email: string;
  readonly phone: string;
}

export interface ChosenAncillary {
  readonly ancillaryKey: string;
  readonly travelerId: string | undefined;
  readonly quantity: number;
}

/** A ticketed order. */
export interface SupplierOrder {
  readonly orderId: string;
  /** PNR for a flight, the property's or the rental company's number else. */
  readonly confirmationNumber: string;
  readonly tickets: readonly { readonly travelerId: string; readonly number: string }[];
  readonly total: Money;
  /** Since when it stands, where the supplier says so: the void window of tickets is counted from it. */
  readonly confirmedAt?: Date;
}
