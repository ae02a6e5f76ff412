import type { ApiKeyId, CredentialId, OrganizationId, UserId } from '../ids.ts';

/** Who is calling. */
export interface Caller {
  readonly organizationId: OrganizationId;
  readonly environment: 'sandbox' | 'production';
  readonly principal: Principal;
  /** Quota and rate count calls under it: the key's id, or the user's. */
  readonly credentialId: CredentialId;
  readonly scopes: readonly Scope[];
  /** The bootstrap organization: no quota, rate or credit. */
  readonly isUnlimited: boolean;
  /** The organization's clock at the start of the request. */
  readonly now: Date;
  /** `X-End-User-Id`, already checked. */
  readonly endUserId: string | undefined;
}

/** What a credential may do. */
export type Scope = 'search' | 'book' | 'manage';

/** Who is behind a credential: an API key, or a user (through an OAuth token or a signed-in browser). */
export type Principal =
  | { readonly kind: 'api_key'; readonly keyId: ApiKeyId }
  | { readonly kind: 'user'; readonly userId: UserId; readonly grant?: ProgramGrant };

/** What a user has allowed a program that now acts in their name. */
export interface ProgramGrant {
  /** What the grant is known by. */
  readonly hash: string;
  /** What the program calls itself. */
  readonly clientName: string;
}
