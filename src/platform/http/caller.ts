import type { CredentialId, OrganizationId } from '../ids.ts';
import type { Principal } from './gate.ts';

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
