import { toAmount } from '../../decimal-amounts.ts';
import type { DuffelCall } from '../serve.ts';
import type { ChangePrice, StoredChange, StoredChangeOffer } from './change-shelf.ts';

/** The money of a change; the penalty has one of two names, or both. */
function presentPrice({ account }: Pick<DuffelCall, 'account'>, price: ChangePrice, currency: string): object {
  const amount = (minor: number | null): string | null => (minor === null ? null : toAmount(minor, currency));
  const { penalty_field: name } = account.settings;
  const penalty = (prefix: 'penalty_total' | 'penalty'): object => ({
    [`${prefix}_amount`]: amount(price.penalty),
    [`${prefix}_currency`]: price.penalty === null ? null : currency,
  });
  return {
    change_total_amount: amount(price.changeTotal),
    change_total_currency: price.changeTotal === null ? null : currency,
    new_total_amount: amount(price.newTotal),
    new_total_currency: currency,
    ...(name === 'penalty_amount' ? {} : penalty('penalty_total')),
    ...(name === 'penalty_total_amount' ? {} : penalty('penalty')),
    refund_to: price.changeTotal !== null && price.changeTotal < 0 ? 'balance' : 'original_form_of_payment',
  };
}

/** A change offer as Duffel writes it. */
export function presentChangeOffer(call: Pick<DuffelCall, 'account'>, offer: StoredChangeOffer): object {
  return {
    id: offer.id,
    order_change_id: offer.changeId,
    live_mode: call.account.isLive,
    ...presentPrice(call, offer.price, offer.currency),
    created_at: offer.createdAt,
    updated_at: offer.createdAt,
    expires_at: offer.expiresAt,
    slices: { add: offer.add, remove: offer.remove },
  };
}

/** A change as Duffel writes it. */
export function presentChange(
  call: Pick<DuffelCall, 'account'>,
  { offer, price, createdAt, confirmedAt }: StoredChange,
): object {
  return {
    id: offer.changeId,
    order_id: offer.orderId,
    live_mode: call.account.isLive,
    ...presentPrice(call, price, offer.currency),
    available_payment_types: ['balance', 'card'],
    created_at: createdAt,
    confirmed_at: confirmedAt,
    expires_at: offer.expiresAt,
    slices: { add: offer.add, remove: offer.remove },
  };
}
