import type { SharedToken } from '../../suppliers/ports/payments.ts';
import { describeMoney, type Money } from '../../travel/money.ts';

/** Why an amount cannot be paid with a token. */
export interface TokenObstacle {
  readonly reason: 'deactivated' | 'expired' | 'currency' | 'limit';
  /** What to do about it, after the name of the field. */
  readonly problem: string;
}

/** Why an amount is certain not to be paid with a token; undefined where what is stated leaves it open. */
export function findTokenObstacle({ endedBy, limit }: SharedToken, amount: Money): TokenObstacle | undefined {
  if (endedBy === 'expired')
    return { reason: 'expired', problem: 'has expired. Nothing was paid: send another token.' };
  if (endedBy !== undefined)
    return { reason: 'deactivated', problem: `is deactivated (${endedBy}). Nothing was paid: send another token.` };
  if (limit === undefined) return undefined;
  if (limit.currency !== amount.currency)
    return {
      reason: 'currency',
      problem: `pays in ${limit.currency}, and ${describeMoney(amount)} is due. Nothing was paid: send another token.`,
    };
  return limit.value >= amount.value
    ? undefined
    : {
        reason: 'limit',
        problem: `covers ${describeMoney(limit)}, and ${describeMoney(amount)} is due. Nothing was paid: send another token.`,
      };
}
