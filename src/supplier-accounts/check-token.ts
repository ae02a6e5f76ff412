import type { App } from '../context.ts';
import { type Refusal, refuse, refuseFields } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { KeyRefusal, KeyVerdict } from '../suppliers/common/account-check.ts';
import type { KeyedSupplier } from '../suppliers/common/account.ts';
import { baseUrlOf, findTokenProblem, KEY_WORD } from './model/account.ts';

/** Keys that one organization may have checked: each is a call to the supplier. */
const checkRate = { perSecond: 0.1, burst: 20 };

/** What is asked: whether a supplier takes a token. */
export interface TokenToCheck {
  readonly supplier: KeyedSupplier;
  readonly token: string;
}

const PROBLEMS = {
  wrong_key: 'is not known to the supplier: copy it once more, whole',
  suspended: 'has expired or was suspended by the supplier: make a new one there',
  not_permitted: 'lacks a permission at the supplier: make one that may read and write',
} as const satisfies Record<KeyRefusal, string>;

/**
 * Asks the supplier whether it takes a token. Throws `body_invalid` for one that does not work or is not meant for this
 * installation, `supplier_unavailable` where the supplier cannot be asked, `rate_exceeded` after too many checks.
 */
export async function requireWorkingToken(
  app: Pick<App, 'config' | 'shared' | 'supplierAccountChecks'>,
  organizationId: OrganizationId,
  { supplier, token }: TokenToCheck,
): Promise<void> {
  const problem = findTokenProblem(supplier, token, app.config);
  if (problem !== undefined) throw refuseToken(supplier, problem);
  const { isAllowed, resetSeconds } = await app.shared.takeToken(`supplier_keys:${organizationId}`, checkRate, 1);
  if (!isAllowed) throw refuse('rate_exceeded', { headers: { 'Retry-After': String(Math.max(1, resetSeconds)) } });
  requireVerdict(
    supplier,
    await app.supplierAccountChecks.check({ supplier, token, baseUrl: baseUrlOf(supplier, app.config) }),
  );
}

/** Throws what a supplier's answer about a token means for an owner who wants to save it. */
export function requireVerdict(supplier: KeyedSupplier, verdict: KeyVerdict): void {
  if (verdict.kind === 'refused') throw refuseToken(supplier, PROBLEMS[verdict.reason]);
  if (verdict.kind === 'unreachable') throw refuseUnreachable(verdict);
}

/** The 422 for a token, with what is wrong with it. */
export function refuseToken(supplier: KeyedSupplier, problem: string): Refusal {
  return refuseFields([{ path: `credentials.${KEY_WORD[supplier]}`, problem }]);
}

/** What a verdict says in plain words. */
export function describeVerdict(verdict: KeyVerdict): string {
  switch (verdict.kind) {
    case 'works':
      return 'the key works';
    case 'refused':
      return `the key ${PROBLEMS[verdict.reason]} (${verdict.detail})`;
    case 'unreachable':
      return `the supplier could not be asked (${verdict.detail})`;
    default:
      return verdict satisfies never;
  }
}

function refuseUnreachable({ detail, retryAfterSeconds }: Extract<KeyVerdict, { kind: 'unreachable' }>) {
  return refuse('supplier_unavailable', {
    message: 'The supplier could not be asked whether this key works. Nothing was saved; try again.',
    cause: new Error(detail),
    headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
  });
}
