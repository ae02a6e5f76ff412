import type { OrganizationId, UserId } from '../../platform/ids.ts';
import type { UserRole } from '../../platform/security/roles.ts';

/** The issuer of users who sign in here; anybody else's is its URL. */
export const OWN_ISSUER = 'bly';

/** What one person belongs to at most. */
export const organizationsMax = 50;

/** A person who signs in, as a member of one of their organizations. */
export interface User {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: UserRole;
  /** `bly`, or the URL of the external issuer that vouches for the user. */
  readonly issuer: string;
  /** The user's id there; for users of our own sign-in their user id. */
  readonly subject: string;
  /** As it was typed; undefined where an external issuer sends none. */
  readonly email: string | undefined;
  readonly emailVerifiedAt: Date | undefined;
  readonly name: string | undefined;
  /** What the user last read the account's pages in; absent for one who never has. */
  readonly language?: string | undefined;
  /** When they joined this organization. */
  readonly createdAt: Date;
  /** Since when they are asked for a second factor at sign-in; undefined: they have none. */
  readonly secondFactorAt?: Date | undefined;
}

/**
 * Whether an address is spelt as mail servers take it. One that compatibility forms would change (full-width letters,
 * the Kelvin sign) folds to an address that other people may own, while its mail would go elsewhere: nobody signs up or
 * is invited with it.
 */
export function isPlainlySpelt(email: string): boolean {
  return email === email.normalize('NFKC');
}

/** Two spellings of one address are one user: composition, case and surrounding space do not count. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
