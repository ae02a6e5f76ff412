import type { BookingItem } from '../../bookings/model/booking.ts';
import type { App } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import { convertMoney, type Money, presentValue, subtractMoney, zeroMoney } from '../../travel/money.ts';
import { airlineCall } from '../engine/supplier-changes.ts';
import type { ServicedItem } from '../find-serviced-item.ts';
import type { BookingChange, ExchangePlan } from '../model/change.ts';
import { type ExchangeAmounts, settleExchange } from '../model/exchange-amounts.ts';
import { checkServicesPrice } from '../services/check-services-price.ts';
import { findFlightExchanges } from './flight-exchange-plan.ts';

/**
 * Asks a supplier whose prices move between quote and confirmation whether a quoted exchange, or quoted services, still
 * cost what was quoted, before anybody is charged for it. Throws price_changed with both amounts, or offer_unavailable;
 * the quote stands as it was. A supplier that stands by its quotes is not asked.
 */
export async function checkQuotedPrice(
  app: App,
  serviced: ServicedItem,
  { plan }: BookingChange,
  now: Date,
): Promise<void> {
  if (plan.kind === 'services') return checkServicesPrice(app, serviced, plan, now);
  const { booking, item } = serviced;
  const check = findFlightExchanges(app, item)?.check;
  if (check === undefined || plan.kind !== 'exchange' || plan.originChange === undefined) return;
  const quoted = { reference: item.reference, exchangeKey: plan.exchangeKey, changeTotal: plan.originChange };
  const found = await callSupplier(app, airlineCall(booking, now), (context) => check(quoted, context));
  switch (found.kind) {
    case 'as_quoted':
      return;
    case 'gone':
      throw refuse('offer_unavailable', { message: `${found.reason} Shop again.` });
    case 'price_changed':
      throw refusePriceChange(plan, settleAnew(item, found.changeTotal));
    default:
      found satisfies never;
  }
}

function settleAnew({ total, nonRefundable, rate }: BookingItem, changeTotal: Money): ExchangeAmounts {
  return settleExchange({
    fareDifference: convertMoney(changeTotal, total.currency, rate),
    penalty: zeroMoney(total.currency),
    refundable: subtractMoney(total, nonRefundable),
  });
}

function refusePriceChange({ due, refund }: ExchangePlan, now: ExchangeAmounts) {
  return refuse('price_changed', {
    message: 'The airline asks for another price by now, and nothing was charged. Price the offer again to accept it.',
    keys: {
      previous_total_due: presentValue(due),
      previous_total_refund: presentValue(refund),
      total_due: presentValue(now.due),
      total_refund: presentValue(now.refund),
    },
  });
}
