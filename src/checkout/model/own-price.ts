import type { ItemCommonView } from '../../../web/checkout/view-item.ts';
import { type Money, money } from '../../travel/money.ts';

/**
 * The line of an item itself on a page: its total without the service fee and what was added to it, which have lines of
 * their own. An item is rounded once, on its sum, so its own line takes what the others leave and the lines add up.
 */
export function ownPrice(
  { total, serviceFee }: Pick<ItemCommonView, 'total' | 'serviceFee'>,
  added: readonly { readonly price: Money }[] = [],
): Money {
  const rest = added.reduce((sum, { price }) => sum - price.value, total.value - (serviceFee?.value ?? 0));
  return money(rest, total.currency);
}
