import type { Scope } from '../../context.ts';
import type { Refusal } from '../errors.ts';
import type { ApiKeyId, OrganizationId } from '../ids.ts';

/** A token bucket: how fast it fills and how much it holds. */
export interface TokenBucket {
  readonly perSecond: number;
  readonly burst: number;
}

/** Whom a credential belongs to, and what that key may do. */
export interface Identity {
  readonly organizationId: OrganizationId;
  readonly keyId: ApiKeyId;
  readonly scopes: readonly Scope[];
  /** The bootstrap organization: no quota, rate or credit. */
  readonly isUnlimited: boolean;
  readonly environment: 'sandbox' | 'production';
  /** Calls per rolling 30 days. */
  readonly quotaCalls: number;
  readonly rate: TokenBucket;
}

/** What the RateLimit headers say. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** One call to be counted. */
export interface Charge {
  readonly operationId: string;
  /** Credits; 0 is unmetered and counts towards neither quota nor credit. */
  readonly cost: number;
  /** The organization's clock: the quota window follows it. */
  readonly now: Date;
  readonly endUserId: string | undefined;
}

/** The answer to "may this call run": its rate state, and the refusal if it may not. */
export interface Admission {
  readonly rate: RateState;
  readonly refusal: Refusal | undefined;
  /** Called once with the status of the answer: turns what was set aside into a charge, or gives it back. */
  settle(status: number): void;
}

/**
 * What stands between a request and its operation: who is calling, and whether the call is within rate, quota and credit.
 * The server knows only this port; identity and metering stand behind it.
 */
export interface Gate {
  /** Undefined for a credential that is unknown, revoked or of the other environment. */
  authenticate(credential: string): Promise<Identity | undefined>;
  /** Rate, then quota, then credit (contract, section 3: 429 before 402). Writes nothing to the database. */
  admit(identity: Identity, charge: Charge): Promise<Admission>;
  /** The rate state without taking a token, for answers given before the call is counted. */
  readRate(identity: Identity): Promise<RateState>;
  /** Drops what is remembered of an organization's balance and windows; the next call reads them afresh. */
  forget(organizationId: OrganizationId): void;
  /** Writes what has been counted so far. */
  flush(): Promise<void>;
  /** Starts the background flush. */
  start(): void;
  /** Last flush, then silence. */
  stop(): Promise<void>;
}
