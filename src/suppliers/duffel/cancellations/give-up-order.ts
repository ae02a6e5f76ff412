import type { CancellationOutcome, CancellationRequest } from '../../ports/servicing.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { alarm } from '../orders/order-tools.ts';
import {
  askForQuote,
  type CancellationTools,
  readSoldOrder,
  sendConfirmation,
  type SoldOrder,
} from './cancellation-tools.ts';
import { describeCancellation } from './describe-cancellation.ts';
import { type Confirmation, judgeConfirmation, reasonOf } from './judge-confirmation.ts';
import { findDrawback, toTerms } from './map-terms.ts';
import { lookUpOpen, settleCancelled } from './look-up-cancellation.ts';
import { findCancellation, insertCancellation, moveCancellation, type SupplierCancellation } from './store.ts';
import type { CancellationQuote } from './wire-cancellations.ts';

/** A quote that was overtaken by a newer one is asked for afresh, so often. */
const QUOTES_MAX = 3;
const UNAVAILABLE = 503;

/**
 * Gives an order up, once: the intent is committed, a fresh quote (the newest is the only one that counts) is compared
 * with what was agreed to, and its id is committed before it is confirmed. Asked again under the same change reference
 * it says what is known and sends nothing; an outcome that is not known is for the look-up.
 */
export async function giveUpOrder(
  tools: CancellationTools,
  request: CancellationRequest,
  context: SupplierContext,
): Promise<CancellationOutcome> {
  const { organizationId } = context;
  const { changeReference, reference } = request;
  const known = await findCancellation(tools.db, { organizationId, changeReference });
  if (known !== undefined && known.status !== 'intended') return describeCancellation(known);
  const row = known ?? (await insertCancellation(tools.db, { organizationId, changeReference, reference }));
  if (row === undefined) return answerTaken(tools, request, context);
  tools.faults.pass('cancellation.after_intent');
  const sold = await read(tools, reference, context);
  if (sold === 'missing') return refuse(tools, row, 'There is no order with this reference.');
  if ('failure' in sold) return { kind: 'unknown', detail: sold.failure };
  if (sold.order.cancelled_at != null) return lookUpOpen(tools, row, sold, context);
  const call: GiveUp = { tools, request, context, sold };
  let current: SupplierCancellation | undefined = row;
  for (let quotes = 0; quotes < QUOTES_MAX && current?.status === 'intended'; quotes += 1) {
    const outcome = await quoteAndConfirm(call, current);
    if (outcome !== 'stale') return outcome;
    current = await findCancellation(tools.db, current);
  }
  return current?.status === 'intended'
    ? refuse(tools, current, 'Other quotes of the order keep overtaking this one. Try again.')
    : { kind: 'unknown', detail: 'another process was faster' };
}

/** Another process was faster with this cancellation, or another one of the same booking is open or made. */
async function answerTaken(
  { db }: CancellationTools,
  { changeReference }: CancellationRequest,
  { organizationId }: SupplierContext,
): Promise<CancellationOutcome> {
  const own = await findCancellation(db, { organizationId, changeReference });
  return own === undefined
    ? { kind: 'refused', reason: 'It has been cancelled already, or another cancellation of it is under way.' }
    : describeCancellation(own);
}

/** An order that could not be read: nothing was sent that changes anything. */
async function read(tools: CancellationTools, reference: string, context: SupplierContext) {
  try {
    return await readSoldOrder(tools, reference, context);
  } catch (failure) {
    if (failure instanceof SupplierFailure) return { failure: failure.message };
    throw failure;
  }
}

interface GiveUp {
  readonly tools: CancellationTools;
  readonly request: CancellationRequest;
  readonly context: SupplierContext;
  readonly sold: SoldOrder;
}

/** One quote and its confirmation. `stale`: it was overtaken, and nothing was done. `row` is `intended`. */
async function quoteAndConfirm(call: GiveUp, row: SupplierCancellation): Promise<CancellationOutcome | 'stale'> {
  const { tools, request, context, sold } = call;
  const quoted = await askForQuote(tools, sold, context).catch(failureOf);
  if (quoted.kind === 'failed') return { kind: 'unknown', detail: quoted.detail };
  if (quoted.kind === 'refused' && quoted.status !== UNAVAILABLE)
    return quoted.codes.includes('already_cancelled')
      ? lookUpOpen(tools, row, sold, context)
      : refuse(tools, row, reasonOf(quoted.codes), quoted.proof);
  if (quoted.kind !== 'done') return { kind: 'unknown', detail: `no quote: ${quoted.kind}` };
  const quote = quoted.value;
  const drawback = findDrawback(toTerms(quote, sold.quoted), request);
  if (drawback !== undefined) return refuse(tools, row, drawback);
  const confirming = await moveCancellation(tools.db, row, {
    status: 'confirming',
    quoteId: quote.id,
    calledAt: tools.clock.now(),
  });
  if (confirming === undefined) return { kind: 'unknown', detail: 'another process was faster' };
  tools.faults.pass('cancellation.after_begin');
  const confirmation = await confirm(call, quote.id);
  tools.faults.pass('cancellation.after_call');
  const outcome = await settle(call, confirming, { confirmation, quote });
  tools.faults.pass('cancellation.after_settle');
  return outcome;
}

/** The account's turn did not come: the client promises that nothing was sent. */
function failureOf(failure: unknown): { readonly kind: 'failed'; readonly detail: string } {
  if (failure instanceof SupplierFailure) return { kind: 'failed', detail: failure.message };
  throw failure;
}

async function confirm({ tools, sold, context }: GiveUp, quoteId: string): Promise<Confirmation> {
  const reply = await sendConfirmation(tools, sold, quoteId, context).catch(failureOf);
  return reply.kind === 'failed' ? { kind: 'unsent', detail: reply.detail, isOurs: false } : judgeConfirmation(reply);
}

interface Confirmed {
  readonly confirmation: Confirmation;
  /** What was confirmed, as it was quoted a moment before. */
  readonly quote: CancellationQuote;
}

/** Records what the answer to a confirmation proves, and says it in the words of the port. */
async function settle(
  { tools, sold, context }: GiveUp,
  row: SupplierCancellation,
  { confirmation, quote }: Confirmed,
): Promise<CancellationOutcome | 'stale'> {
  switch (confirmation.kind) {
    case 'confirmed':
      return settleCancelled(tools, row, { sold, confirmed: confirmation.quote, quoted: quote }, context);
    case 'accepted':
      await moveCancellation(tools.db, row, { status: 'accepted' });
      return { kind: 'pending', isManual: false };
    case 'stale':
      await moveCancellation(tools.db, row, { status: 'intended' });
      return 'stale';
    case 'refused':
      return refuse(tools, row, confirmation.reason, confirmation.proof);
    case 'unsent':
      if (confirmation.isOurs)
        alarm(tools, context, { kind: 'account', reference: row.reference, detail: confirmation.detail });
      await moveCancellation(tools.db, row, { status: 'intended' });
      return { kind: 'unknown', detail: confirmation.detail };
    // The answer itself may be about an earlier call: what Duffel lists decides.
    case 'unknown':
      return confirmation;
    default:
      return confirmation satisfies never;
  }
}

/** Records a refusal before it is answered; it is the answer from then on. `proof`: Duffel's answer that says so. */
async function refuse(
  { db }: CancellationTools,
  row: SupplierCancellation,
  reason: string,
  proof?: string,
): Promise<CancellationOutcome> {
  return (await moveCancellation(db, row, { status: 'refused', reason, proof }))
    ? { kind: 'refused', reason }
    : { kind: 'unknown', detail: 'another process was faster' };
}
