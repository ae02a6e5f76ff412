import type { Db } from '../../src/platform/db/db.ts';
import { retainedOfShares, penaltyAt } from '../../src/travel/cancellation.ts';
import { money, subtractMoney, sumMoney } from '../../src/travel/money.ts';
import type { CancellationService } from '../../src/suppliers/ports/servicing.ts';
import { createCancellationService, type SandboxQuote } from './cancellation-service.ts';
import type { SoldInventory } from './sold-inventory.ts';
import { describeOrder } from './order-states.ts';
import type { StockKind, StockOrder } from './stock-order.ts';
import { findStockOrder, freeSoldStock, type SoldStock } from './stock-store.ts';

/** What the service is made of. */
export interface StockCancellationsParts {
  readonly db: Db;
  readonly kind: StockKind;
  readonly counts: SoldInventory<SoldStock>;
}

/** Where stays or rentals are given up: the rooms or cars are sold again. */
export function createStockCancellations({ db, kind, counts }: StockCancellationsParts): CancellationService {
  return createCancellationService({
    db,
    find: (h, organizationId, reference) => findStockOrder(h, organizationId, kind, reference),
    judge: judgeStockRefund,
    async free(tx, organizationId, order) {
      const freed = await freeSoldStock(tx, organizationId, order.kind, order.uses);
      return () => counts.note(organizationId, freed, 'freed');
    },
  });
}

/**
 * What giving a stay or a rental up brings at an instant: of what was paid with the booking, never of what the place
 * collects.
 */
export function judgeStockRefund(order: StockOrder, now: Date): SandboxQuote {
  const { total, endsAt } = order;
  const state = describeOrder(order, now);
  if (state.kind === 'cancelled') return { kind: 'refused', reason: 'It has been cancelled already.' };
  if (state.kind !== 'confirmed') return { kind: 'refused', reason: 'The booking has not been confirmed yet.' };
  if (endsAt !== undefined && now >= endsAt)
    return { kind: 'refused', reason: order.kind === 'stay' ? 'The stay is over.' : 'The rental is over.' };
  const retained = retainedOf(order, now);
  const penalty = money(Math.min(retained.value, total.value), total.currency);
  return {
    kind: 'quoted',
    terms: { refund: subtractMoney(total, penalty), penalty, support: 'automatic', manualReason: undefined },
  };
}

/**
 * What the seller retains of the sum paid when an order is cancelled at an instant. Orders made before their shares
 * were stored know their schedules alone.
 */
export function retainedOf({ shares, cancellations, total: { currency } }: StockOrder, now: Date) {
  return shares.length > 0
    ? retainedOfShares(
        shares.map((share, index) => ({ ...share, schedule: cancellations[index] ?? [] })),
        now,
        currency,
      )
    : sumMoney(
        cancellations.map((schedule) => penaltyAt(schedule, now, currency)),
        currency,
      );
}
