import type { Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import { type Money, money } from '../../src/travel/money.ts';
import { cancellationLifecycle, type CancellationStatus } from './order-states.ts';

/** One cancellation that was accepted, or is being decided. */
export interface SandboxCancellation {
  readonly changeReference: string;
  /** The order's. */
  readonly reference: string;
  readonly status: CancellationStatus;
  /** By the terms of the moment it was asked for. */
  readonly refund: Money;
  readonly requestedAt: Date;
  readonly decidedAt: Date;
}

type Row = {
  organization_id: string;
  change_reference: string;
  reference: string;
  status: CancellationStatus;
  refund: number;
  currency: string;
  asked_at: Date;
  decided_at: Date;
};
const db = (h: Handle) =>
  h.q.withTables<{ sandbox_cancellation: Row; sandbox_order: { organization_id: string; reference: string } }>();

/** Locks an order until the transaction ends: cancellations of it run one after another. */
export async function lockOrder(tx: Tx, organizationId: OrganizationId, reference: string): Promise<void> {
  await db(tx)
    .selectFrom('sandbox_order')
    .select('reference')
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .forUpdate()
    .execute();
}

/** Stores a new cancellation. */
export async function insertCancellation(
  tx: Tx,
  organizationId: OrganizationId,
  cancellation: SandboxCancellation,
): Promise<void> {
  const { changeReference, reference, status, refund, requestedAt, decidedAt } = cancellation;
  await db(tx)
    .insertInto('sandbox_cancellation')
    .values({
      organization_id: organizationId,
      change_reference: changeReference,
      reference,
      status,
      refund: refund.value,
      currency: refund.currency,
      asked_at: requestedAt,
      decided_at: decidedAt,
    })
    .execute();
}

/** The cancellation of a reference. */
export async function findCancellation(
  h: Handle,
  organizationId: OrganizationId,
  changeReference: string,
): Promise<SandboxCancellation | undefined> {
  const row = await db(h)
    .selectFrom('sandbox_cancellation')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('change_reference', '=', changeReference)
    .executeTakeFirst();
  return row && toCancellation(row);
}

/** The cancellation of an order that people are still to decide. */
export async function findPendingCancellation(
  h: Handle,
  organizationId: OrganizationId,
  reference: string,
): Promise<SandboxCancellation | undefined> {
  const row = await db(h)
    .selectFrom('sandbox_cancellation')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row && toCancellation(row);
}

/** Records how a pending cancellation was decided. */
export async function decideCancellation(
  tx: Tx,
  organizationId: OrganizationId,
  changeReference: string,
  status: Exclude<CancellationStatus, 'pending'>,
): Promise<void> {
  await db(tx)
    .updateTable('sandbox_cancellation')
    .set({ status })
    .where('organization_id', '=', organizationId)
    .where('change_reference', '=', changeReference)
    .where('status', 'in', cancellationLifecycle.allowedFrom(status))
    .execute();
}

function toCancellation(row: Row): SandboxCancellation {
  return {
    changeReference: row.change_reference,
    reference: row.reference,
    status: row.status,
    refund: money(row.refund, row.currency),
    requestedAt: row.asked_at,
    decidedAt: row.decided_at,
  };
}
