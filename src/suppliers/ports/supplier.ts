import type { Logger } from 'pino';
import type { OrganizationId } from '../../platform/ids.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerType } from '../../travel/passengers.ts';
import type { IsoDate } from '../../travel/dates.ts';

/**
 * What a call is for. A supplier's daily budget of calls is shared out by purpose, so that monitors and discovery never
 * use up what travelers need.
 */
export type CallPurpose = 'search' | 'page' | 'monitor' | 'discovery' | 'booking' | 'servicing';

/** What every call to a supplier or processor is given. */
export interface SupplierContext {
  readonly organizationId: OrganizationId;
  /** The organization's clock. */
  readonly now: Date;
  /** Fires at the caller's deadline; an adapter stops waiting then. */
  readonly signal: AbortSignal;
  /** Real milliseconds from the start of the call to that deadline: a supplier is asked to search no longer. */
  readonly deadlineMs: number;
  readonly purpose: CallPurpose;
  /** The currency the caller would like prices in (ISO 4217), for suppliers that can choose; undefined: theirs. */
  readonly currency?: string | undefined;
  /** The language of texts (BCP 47), for suppliers that have several; undefined: theirs. */
  readonly locale?: string | undefined;
  readonly log: Logger;
}

/**
 * A failure of a supplier that is not an answer to the question. `kind` decides what the caller sees: rejected 502
 * UPSTREAM_REJECTED, error 502 UPSTREAM_ERROR, unavailable and rate_limited (we asked it too often) 503 (with
 * Retry-After), rate_limited by a limit of our own 429 RATE_LIMITED, unauthorised (our key is wrong or suspended:
 * operators are alarmed) 503, timeout 504.
 */
export class SupplierFailure extends Error {
  readonly kind: 'rejected' | 'error' | 'unavailable' | 'rate_limited' | 'unauthorised' | 'timeout';
  readonly retryAfterSeconds: number | undefined;
  /** True where a limit of ours was reached before anything was sent: the account's rate, or its budget of the day. */
  readonly isOwnLimit: boolean;

  constructor(
    kind: SupplierFailure['kind'],
    message: string,
    options: { retryAfterSeconds?: number; isOwnLimit?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'SupplierFailure';
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isOwnLimit = options.isOwnLimit ?? false;
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
  /** ISO 3166-1 alpha-2. */
  readonly nationality?: string | undefined;
  readonly passport?: SupplierPassport | undefined;
  readonly frequentFlyer?: { readonly airline: string; readonly number: string } | undefined;
  readonly knownTravelerNumber?: string | undefined;
  /** Of a lap infant: the adult who carries it. */
  readonly accompaniedBy?: string | undefined;
}

/** A passport as its holder gave it. */
export interface SupplierPassport {
  readonly number: string;
  readonly expiry: IsoDate | undefined;
  /** The issuing country, ISO 3166-1 alpha-2. */
  readonly country: string | undefined;
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
  /** Until when giving it up brings everything back, where the supplier says so. */
  readonly voidUntil?: Date;
}
