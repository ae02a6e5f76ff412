import type { CancellationQuote } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { toFailure } from '../replies.ts';
import {
  askForQuote,
  type CancellationTools,
  findConfirmed,
  readSoldOrder,
  type SoldOrder,
} from './cancellation-tools.ts';
import { reasonOf } from './judge-confirmation.ts';
import { toTerms } from './map-terms.ts';
import { findCancellationOf } from './store.ts';

const NO_ORDER: CancellationQuote = { kind: 'refused', reason: 'There is no order with this reference.' };
const CANCELLED: CancellationQuote = { kind: 'refused', reason: 'It has been cancelled already.' };
const UNAVAILABLE = 503;

/**
 * What giving an order up brings back by Duffel's word of now. An order that was cancelled by nobody of ours (in
 * Duffel's own pages, by the airline) is quoted at what it has brought: its payer may still have that.
 */
export async function quoteRefund(
  tools: CancellationTools,
  reference: string,
  context: SupplierContext,
): Promise<CancellationQuote> {
  const known = await findCancellationOf(tools.db, { organizationId: context.organizationId, reference });
  if (known?.status === 'cancelled') return CANCELLED;
  if (known?.status === 'confirming' || known?.status === 'accepted')
    return { kind: 'refused', reason: 'A cancellation of it is under way at the airline.' };
  const sold = await readSoldOrder(tools, reference, context);
  if (sold === 'missing') return NO_ORDER;
  if (sold.order.cancelled_at != null) return quoteCancelled(tools, sold, context);
  const reply = await askForQuote(tools, sold, context);
  if (reply.kind === 'done') return { kind: 'quoted', terms: toTerms(reply.value, sold.quoted) };
  if (reply.kind !== 'refused' || reply.status === UNAVAILABLE) throw toFailure(reply);
  return reply.codes.includes('already_cancelled')
    ? quoteCancelled(tools, sold, context)
    : { kind: 'refused', reason: reasonOf(reply.codes) };
}

async function quoteCancelled(
  tools: CancellationTools,
  sold: SoldOrder,
  context: SupplierContext,
): Promise<CancellationQuote> {
  const confirmed = await findConfirmed(tools, sold, context);
  if (confirmed !== undefined) {
    const { expiresAt: _, ...terms } = toTerms(confirmed, sold.quoted);
    return { kind: 'quoted', terms };
  }
  const manualReason = 'It is cancelled at the airline, which does not say what came back.';
  return {
    kind: 'quoted',
    terms: { refund: undefined, penalty: undefined, support: 'manual', manualReason },
  };
}
