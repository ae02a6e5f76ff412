import type { NotExchangeable } from '../../ports/servicing.ts';
import type { DuffelRefusal } from '../replies.ts';
import type { ChangeableOrder } from './wire-changes.ts';

const NEVER = 'The airline does not change this ticket.';
const CHANGED_BEFORE = 'The ticket was changed before, and the airline does not change it a second time.';
const CANCELLED = 'The ticket was cancelled.';

/** Duffel's words for what cannot be changed, and what they mean to a traveler. */
const REASONS: Readonly<Record<string, string>> = {
  order_not_changeable: NEVER,
  order_not_changeable_yet: 'The airline does not change this ticket yet. Try again in some hours.',
  already_cancelled: CANCELLED,
  unsupported_action: NEVER,
};

/** Why an order, or one of these directions of it, cannot be changed; undefined where nothing is known against it. */
export function findOrderObstacle(order: ChangeableOrder, indexes: readonly number[] = []): string | undefined {
  if (order.cancelled_at != null) return CANCELLED;
  if (order.available_actions?.includes('change') === false) return wasChanged(order) ? CHANGED_BEFORE : NEVER;
  const missing = indexes.find((index) => order.slices[index] === undefined);
  if (missing !== undefined) return `The airline knows no flight ${missing + 1} of the journey.`;
  const fixed = indexes.find((index) => order.slices[index]?.changeable === false);
  return fixed === undefined ? undefined : `The airline does not change flight ${fixed + 1} of the journey.`;
}

/** What a refusal says against changing an order; undefined where it says something else. */
export function readRefusal({ codes }: DuffelRefusal, order: ChangeableOrder): string | undefined {
  if (codes.includes('order_not_changeable') && wasChanged(order)) return CHANGED_BEFORE;
  return codes.map((code) => REASONS[code]).find((reason) => reason !== undefined);
}

/** The answer of a search that ends here. */
export function notExchangeable(reason: string): NotExchangeable {
  return { kind: 'not_exchangeable', reason };
}

function wasChanged({ changes }: ChangeableOrder): boolean {
  return (changes ?? []).length > 0;
}
