import type { Principal, ProgramGrant, Scope } from './caller.ts';
import type { Refusal } from '../errors.ts';
import type { CredentialId, OrganizationId, UserId } from '../ids.ts';
import type { UserRole } from '../security/roles.ts';

/** A token bucket: how fast it fills and how much it holds. */
export interface TokenBucket {
  readonly perSecond: number;
  readonly burst: number;
}

/** What a request brings to say who it is from. */
export type Credential =
  /** X-API-Key or a Bearer token. */
  | { readonly kind: 'text'; readonly text: string }
  /**
   * The cookie of a signed-in browser. `formToken` is X-CSRF-Token; a request that is not `isSafe` (GET, HEAD) must
   * bring the session's own. `isFromOtherSite`: the browser says that another site led it here, with the cookie that a
   * link takes along.
   */
  | {
      readonly kind: 'session';
      readonly cookie: string;
      readonly formToken: string | undefined;
      readonly isSafe: boolean;
      readonly isFromOtherSite: boolean;
    };

/** Which door a credential is shown at: tokens are made for one of them. */
export type Surface = 'api' | 'mcp';

/**
 * Where a credential comes from: what unknown ones are counted under. A request is one; its address is worked out only
 * when it is asked for.
 */
export interface Visitor {
  readonly ip: string;
}

/** Whom a credential belongs to, and what it may do. */
export interface Identity {
  readonly organizationId: OrganizationId;
  readonly principal: Principal;
  /** What calls are counted under: the key's id, or the user's. */
  readonly credentialId: CredentialId;
  readonly scopes: readonly Scope[];
  /** The bootstrap organization: no quota, rate or credit. */
  readonly isUnlimited: boolean;
  readonly environment: 'sandbox' | 'production';
  /** What a user is in the organization; undefined for an API key, which has scopes alone. */
  readonly role?: UserRole;
  /** It pays by mandates alone: writes that could move money otherwise are refused to it. */
  readonly isMandateOnly: boolean;
  /** Calls per rolling 30 days. Undefined: no quota. */
  readonly quotaCalls: number | undefined;
  readonly rate: TokenBucket;
}

/** What the RateLimit headers say. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** What the X-Quota headers say of a credential that has a quota. */
export interface QuotaState {
  /** Calls per rolling 30 days. */
  readonly limit: number;
  /** What is left of them once the calls under way are counted. */
  readonly remaining: number;
  /** Until the oldest counted call stops counting, on the organization's clock. */
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
  /**
   * The call turns out to cost so many credits. Answers the refusal where the balance does not cover them: the call
   * then costs nothing.
   */
  reprice(cost: number): Promise<Refusal | undefined>;
  /** Called once with the status of the answer: turns what was set aside into a charge, or gives it back. */
  settle(status: number): void;
}

/**
 * What stands between a request and its operation: who is calling, and whether the call is within rate, quota and
 * credit. The server knows only this port; identity and metering stand behind it.
 */
export interface Gate {
  /**
   * Undefined for a credential that is unknown, revoked or of the other environment. Throws `credential_invalid` where
   * the contract wants its own words (a token of the other issuer), `csrf_token_invalid` for a session's write without
   * its token, `rate_exceeded` for an API key that is not known to be good from a network that has tried too many
   * unknown ones.
   */
  authenticate(credential: Credential, surface: Surface, from?: Visitor): Promise<Identity | undefined>;
  /** Rate, then quota, then credit (contract, section 3: 429 before 402). Writes nothing to the database. */
  admit(identity: Identity, charge: Charge): Promise<Admission>;
  /** The rate state without taking a token, for answers given before the call is counted. */
  readRate(identity: Identity): Promise<RateState>;
  /**
   * The quota as it stands, calls under way included; undefined for a credential without quota. `now`: the
   * organization's clock.
   */
  readQuota(identity: Identity, now: Date): Promise<QuotaState | undefined>;
  /** Drops what is remembered of an organization's balance and windows; the next call reads them afresh. */
  forget(organizationId: OrganizationId): void;
  /** Drops who the key of this hash belongs to: it has ended, and the next call with it looks it up. */
  forgetKey(keyHash: string): void;
  /** Writes what has been counted so far. */
  flush(): Promise<void>;
  /** Starts the background flush. */
  start(): void;
  /** Last flush, then silence. */
  stop(): Promise<void>;
}

/** A user whose token or session has been checked. */
export interface VerifiedUser {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly scopes: readonly Scope[];
  /** By which a program acts in the user's name; absent where they act themselves. */
  readonly grant?: ProgramGrant;
}

/** Checks what users bring; `oauth` and `accounts` stand behind it, registered by `app.ts`. */
export interface UserCredentials {
  /**
   * Undefined for a token that is malformed, expired, or of nobody. Throws `credential_invalid` for one of the other
   * surface.
   */
  verifyToken(token: string, surface: Surface): Promise<VerifiedUser | undefined>;
  /**
   * Undefined for a session that is unknown or over, or used by another site. Throws `csrf_token_invalid` for a write
   * without the session's token.
   */
  readSession(session: Extract<Credential, { readonly kind: 'session' }>): Promise<VerifiedUser | undefined>;
}
