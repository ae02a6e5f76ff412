import type { OrganizationId, UserId } from '../../platform/ids.ts';
import type { IssuerName } from './issuer.ts';

/** What a user has allowed an application. */
export interface Grant {
  readonly organizationId: OrganizationId;
  /** Of the library's grant id; what access tokens name it by. */
  readonly grantHash: string;
  readonly userId: UserId;
  readonly issuer: IssuerName;
  /** Undefined for the command line. */
  readonly clientHash: string | undefined;
  /** As it was shown. */
  readonly clientName: string;
  readonly clientHost: string | undefined;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}
