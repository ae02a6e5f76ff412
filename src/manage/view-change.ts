import type { ExchangeView, GiveUpView, ServicesView } from '../../web/manage/view.ts';
import type { Booking, BookingItem } from '../bookings/model/booking.ts';
import { viewCredits } from '../checkout/view-credits.ts';
import { viewBookedItem, viewReplacement } from '../checkout/view-order.ts';
import {
  type BookingChange,
  type CancellationPlan,
  type ExchangePlan,
  publicReference,
  type ServicesPlan,
} from '../servicing/model/change.ts';
import { counterChangeOf } from '../servicing/model/car-exchange.ts';
import { lostInExchange } from '../servicing/model/retained-extras.ts';
import { feeReturnOf } from '../servicing/model/cancellation.ts';
import { viewWithServices } from '../servicing/services/view-services.ts';
import { subtractMoney } from '../travel/money.ts';
import { collectedByPlace } from '../trips/model/cancellation-cost.ts';
import { refusalOf, stateOf } from './change-state.ts';
import type { BookingViewFacts } from './view-booking.ts';

/** A change and what it is of. */
export interface ChangeFacts extends BookingViewFacts {
  readonly booking: Booking;
  readonly change: BookingChange;
  readonly csrf: string;
}

/** How a change stands for the one who asked for it; undefined where its item is not in the booking. */
export function viewChange(facts: ChangeFacts): GiveUpView | ExchangeView | ServicesView | undefined {
  const item = facts.booking.items.find((candidate) => candidate.itemId === facts.change.itemId);
  if (item === undefined) return undefined;
  const { plan } = facts.change;
  switch (plan.kind) {
    case 'cancellation':
      return viewGiveUp(facts, item, plan);
    case 'exchange':
      return viewExchange(facts, item, plan);
    case 'services':
      return viewServices(facts, item, plan);
    default:
      return plan satisfies never;
  }
}

function viewGiveUp(
  { booking, change, csrf, ...facts }: ChangeFacts,
  item: BookingItem,
  plan: CancellationPlan,
): GiveUpView {
  const { totalPaid, refund, credits = [] } = plan;
  const fee = feeReturnOf(plan);
  return {
    kind: 'give_up',
    state: stateOf(change, facts.now),
    item: viewBookedItem(booking, item.tripItem, facts),
    paid: totalPaid,
    refund,
    retained: refund && subtractMoney(totalPaid, refund),
    credits: viewCredits(booking, credits),
    ...(fee && { serviceFee: fee }),
    collected: collectedByPlace(item.tripItem, change.committedAt ?? facts.now),
    isManual: plan.support === 'manual',
    refusal: refusalOf(change),
    reference: publicReference(change),
    csrf,
  };
}

function viewExchange(
  { booking, change, csrf, ...facts }: ChangeFacts,
  item: BookingItem,
  plan: ExchangePlan,
): ExchangeView {
  const { fareDifference, penalty, isSplitKnown, due, refund, isOnRequest } = plan;
  return {
    kind: 'exchange',
    state: stateOf(change, facts.now),
    before: viewBookedItem(booking, item.tripItem, facts),
    after: viewReplacement(booking, item, plan, facts),
    fareDifference,
    penalty: isSplitKnown === false ? undefined : penalty,
    due,
    refund,
    isOnRequest,
    atCounter: counterChangeOf(item.tripItem, plan.replacement),
    lostExtras: lostInExchange(item.tripItem, plan.replacement),
    reference: publicReference(change),
    refusal: refusalOf(change),
    payUrl: payUrlOf(change),
    csrf,
  };
}

function viewServices(
  { booking, change, csrf, ...facts }: ChangeFacts,
  item: BookingItem,
  plan: ServicesPlan,
): ServicesView {
  return {
    kind: 'services',
    state: stateOf(change, facts.now),
    after: viewWithServices(booking, item, { change, plan }, facts),
    due: plan.due,
    reference: publicReference(change),
    payUrl: payUrlOf(change),
    csrf,
  };
}

/** Where a change that waits for its payer is paid for. */
function payUrlOf({ status, sessionId }: BookingChange): string | undefined {
  return status === 'paying' && sessionId !== undefined ? `/checkout/${sessionId}` : undefined;
}
