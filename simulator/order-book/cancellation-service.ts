import type { Db, Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type {
  CancellationService,
  CancellationOutcome,
  CancellationQuote,
  CancellationRequest,
  ChangeNames,
  StatedTerms,
} from '../../src/suppliers/ports/servicing.ts';
import {
  decideCancellation,
  findCancellation,
  findPendingCancellation,
  insertCancellation,
  lockOrder,
  type SandboxCancellation,
} from './cancellations-store.ts';
import type { OrderState } from './order-states.ts';
import { markCancelled } from './store.ts';

/** What giving an order up brings: every amount is known. */
export type SandboxQuote =
  | Extract<CancellationQuote, { kind: 'refused' }>
  | { readonly kind: 'quoted'; readonly terms: StatedTerms };

/** What one kind of seller knows of its orders that the service does not. */
export interface CancellationSeller<Order extends OrderState> {
  readonly db: Db;
  find(h: Handle, organizationId: OrganizationId, reference: string): Promise<Order | undefined>;
  /** What giving it up brings at an instant, by the terms it was bought at. */
  judge(order: Order, now: Date): SandboxQuote;
  /** Frees what the order took; returns what this process must run once that is committed. */
  free(tx: Tx, organizationId: OrganizationId, order: Order): Promise<() => void>;
}

/** People at the sandbox's suppliers take so long. */
const MANUAL_DAYS = 3;
const DAY_MS = 24 * 3_600_000;
const NO_ORDER: SandboxQuote = { kind: 'refused', reason: 'There is no order with this reference.' };
const BEING_DECIDED: SandboxQuote = {
  kind: 'refused',
  reason: 'People at the supplier are deciding on a refund of it already.',
};

/** Creates the service that cancels orders of one kind. */
export function createCancellationService<Order extends OrderState>(
  seller: CancellationSeller<Order>,
): CancellationService {
  return {
    async quote(reference, { organizationId, now }) {
      const order = await seller.find(seller.db, organizationId, reference);
      if (order === undefined) return NO_ORDER;
      if (order.status === 'booked' && (await findPendingCancellation(seller.db, organizationId, reference)))
        return BEING_DECIDED;
      return seller.judge(order, now);
    },
    cancel: (request, context) => cancelSold(seller, request, context),
    async lookUp(names, context) {
      const known = await findCancellation(seller.db, context.organizationId, names.changeReference);
      if (known?.reference !== names.reference) return { kind: 'none' };
      return isDue(known, context.now) ? decide(seller, names, context) : describe(known);
    },
  };
}

/** An outcome, and what this process must run once it is committed. */
interface Done<Outcome> {
  readonly outcome: Outcome;
  readonly onCommitted?: () => void;
}

async function cancelSold<Order extends OrderState>(
  seller: CancellationSeller<Order>,
  request: CancellationRequest,
  context: SupplierContext,
): Promise<CancellationOutcome> {
  const { organizationId, now } = context;
  const { outcome, onCommitted } = await seller.db.transaction(
    async (tx): Promise<Done<CancellationOutcome | 'due'>> => {
      await lockOrder(tx, organizationId, request.reference);
      const known = await findCancellation(tx, organizationId, request.changeReference);
      if (known !== undefined) return { outcome: isDue(known, now) ? 'due' : describe(known) };
      const order = await seller.find(tx, organizationId, request.reference);
      const judged = await judge(tx, seller, order, context);
      if (order === undefined || judged.kind === 'refused')
        return { outcome: judged.kind === 'refused' ? judged : { kind: 'refused', reason: 'There is no order.' } };
      if (isDearer(judged.terms, request))
        return { outcome: { kind: 'refused', reason: 'Giving it up costs more by now than was agreed to.' } };
      return accept(tx, seller, order, { request, terms: judged.terms, context });
    },
  );
  onCommitted?.();
  return outcome === 'due' ? decide(seller, request, context) : outcome;
}

async function judge<Order extends OrderState>(
  tx: Tx,
  seller: CancellationSeller<Order>,
  order: Order | undefined,
  { organizationId, now }: SupplierContext,
): Promise<SandboxQuote> {
  if (order === undefined) return NO_ORDER;
  return (await findPendingCancellation(tx, organizationId, order.reference))
    ? BEING_DECIDED
    : seller.judge(order, now);
}

function isDearer({ penalty }: StatedTerms, { penaltyMax }: CancellationRequest): boolean {
  return penalty.currency !== penaltyMax.currency || penalty.value > penaltyMax.value;
}

interface Accepted {
  readonly request: CancellationRequest;
  readonly terms: StatedTerms;
  readonly context: SupplierContext;
}

async function accept<Order extends OrderState>(
  tx: Tx,
  seller: CancellationSeller<Order>,
  order: Order,
  { request, terms, context: { organizationId, now } }: Accepted,
): Promise<Done<CancellationOutcome>> {
  const isManual = terms.support === 'manual';
  const { reference, changeReference } = request;
  await insertCancellation(tx, organizationId, {
    changeReference,
    reference,
    refund: terms.refund,
    requestedAt: now,
    ...(isManual
      ? { status: 'pending', decidedAt: new Date(now.getTime() + MANUAL_DAYS * DAY_MS) }
      : { status: 'cancelled', decidedAt: now }),
  });
  if (isManual) return { outcome: { kind: 'pending', isManual } };
  await markCancelled(tx, organizationId, reference, now);
  return {
    outcome: { kind: 'cancelled', refund: terms.refund },
    onCommitted: await seller.free(tx, organizationId, order),
  };
}

/** What people have decided by now: what was asked for, unless the order has gone another way meanwhile. */
async function decide<Order extends OrderState>(
  seller: CancellationSeller<Order>,
  { reference, changeReference }: ChangeNames,
  { organizationId }: SupplierContext,
): Promise<CancellationOutcome> {
  const { outcome, onCommitted } = await seller.db.transaction(async (tx): Promise<Done<CancellationOutcome>> => {
    await lockOrder(tx, organizationId, reference);
    const known = await findCancellation(tx, organizationId, changeReference);
    const order = await seller.find(tx, organizationId, reference);
    if (known === undefined || order === undefined)
      return { outcome: { kind: 'refused', reason: 'There is no order with this reference.' } };
    if (known.status !== 'pending') return { outcome: describe(known) };
    const isCancelled = await markCancelled(tx, organizationId, reference, known.decidedAt);
    await decideCancellation(tx, organizationId, changeReference, isCancelled ? 'cancelled' : 'refused');
    const outcome = describe({ ...known, status: isCancelled ? 'cancelled' : 'refused' });
    return isCancelled ? { outcome, onCommitted: await seller.free(tx, organizationId, order) } : { outcome };
  });
  onCommitted?.();
  return outcome;
}

function isDue({ status, decidedAt }: SandboxCancellation, now: Date): boolean {
  return status === 'pending' && decidedAt <= now;
}

function describe({ status, refund }: SandboxCancellation): CancellationOutcome {
  switch (status) {
    case 'pending':
      return { kind: 'pending', isManual: true };
    case 'cancelled':
      return { kind: 'cancelled', refund };
    case 'refused':
      return { kind: 'refused', reason: 'The order was changed before people could decide.' };
    default:
      return status satisfies never;
  }
}
