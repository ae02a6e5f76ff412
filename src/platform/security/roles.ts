/**
 * What a person may be in an organization, from the most to the least: `owner` everything; `admin` everything but who
 * belongs to it; `member` everything but that, what waits for a decision and what the organization says of itself (the
 * role of everybody who was invited before there were others); `support` looks after trips and bookings; `read_only`
 * looks.
 */
export const USER_ROLES = ['owner', 'admin', 'member', 'support', 'read_only'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** What of an operation decides who may run it. */
export interface RanOperation {
  readonly operationId: string;
  readonly tag: string;
  readonly isWrite: boolean;
}

/** Groups of operations that look after somebody's trip. */
const SUPPORT_TAGS: readonly string[] = ['Trips', 'Checkout', 'Bookings', 'Servicing'];
/** What support may change beside them: an event that its receiver missed is sent again. */
const SUPPORT_OPERATIONS: readonly string[] = ['redeliver_webhook'];
/** Whom it removes it looks at itself: everybody may leave. */
const LEAVING = 'delete_member';
/** What ends with money of the seller, what it sells, and what it is to its customers: owners and admins decide it. */
const DECISIONS: readonly string[] = [
  'decide_manual_change',
  'switch_supplier_sale',
  'replace_organization',
  'replace_organization_logo',
  'delete_organization_logo',
];

/**
 * Whether people of a role may run an operation. What only owners may do (members, supplier accounts, prices) the
 * operations themselves look at, in their transaction.
 */
export function mayRun(role: UserRole, { operationId, tag, isWrite }: RanOperation): boolean {
  if (!isWrite || operationId === LEAVING) return true;
  switch (role) {
    case 'owner':
    case 'admin':
      return true;
    case 'member':
      return !DECISIONS.includes(operationId);
    case 'support':
      return (
        (SUPPORT_TAGS.includes(tag) && !DECISIONS.includes(operationId)) || SUPPORT_OPERATIONS.includes(operationId)
      );
    case 'read_only':
      return false;
    default:
      return role satisfies never;
  }
}
