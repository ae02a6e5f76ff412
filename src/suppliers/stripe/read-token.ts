import type { SharedToken, SharedTokenAnswer } from '../ports/payments.ts';
import type { SupplierContext } from '../ports/supplier.ts';
import { money } from '../../travel/money.ts';
import { fromStripeAmount } from './amounts.ts';
import type { StripeAdapter } from './read-payment.ts';
import type { StripeGrantedToken } from './wire.ts';

/**
 * What Stripe says of a token that an agent holds. It shows a token only to the seller it was granted to: another's is
 * not there. An answer that cannot be read leaves open what the token is good for.
 */
export async function readSharedToken(
  { client, clock }: Pick<StripeAdapter, 'client' | 'clock'>,
  token: string,
  { signal }: Pick<SupplierContext, 'signal'>,
): Promise<SharedTokenAnswer> {
  const reply = await client.getGrantedToken(token, signal);
  switch (reply.kind) {
    case 'done':
      return { kind: 'known', token: toSharedToken(reply.value, clock.now()) };
    case 'refused':
      return reply.code === 'resource_missing' ? { kind: 'absent' } : { kind: 'unknown', detail: reply.message };
    case 'unknown':
      return reply;
    default:
      return reply satisfies never;
  }
}

/** `now`: real time, which Stripe's follow. */
function toSharedToken(granted: StripeGrantedToken, now: Date): SharedToken {
  const { deactivated_reason: reason, usage_limits: limits, usage_details: used } = granted;
  const expiresAtSeconds = limits?.expires_at ?? undefined;
  const hasExpired = expiresAtSeconds !== undefined && expiresAtSeconds * 1_000 <= now.getTime();
  const max = limits ? fromStripeAmount(limits.max_amount, limits.currency) : undefined;
  const captured = limits ? fromStripeAmount(used?.amount_captured ?? 0, limits.currency) : undefined;
  return {
    endedBy: reason ?? (hasExpired ? 'expired' : undefined),
    limit: max && money(Math.max(0, max.value - (captured?.value ?? 0)), max.currency),
  };
}
