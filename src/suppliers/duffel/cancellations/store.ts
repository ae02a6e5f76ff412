import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { asId, type OrganizationId } from '../../../platform/ids.ts';
import type { TravelCredit } from '../../../travel/cancellation.ts';
import { type Money, money } from '../../../travel/money.ts';
import { supplierCancellationLifecycle, type SupplierCancellationStatus } from './model/cancellation-states.ts';
import { toJsonb } from '../../../platform/db/values/jsonb.ts';

/** What is known of one cancellation, committed before it is asked for and read first by every look-up. */
export interface SupplierCancellation {
  readonly organizationId: OrganizationId;
  /** Ours, of the change: the key. */
  readonly changeReference: string;
  /** Ours, of the booking that is given up. */
  readonly reference: string;
  readonly status: SupplierCancellationStatus;
  /** Duffel's quote that was confirmed, or is being confirmed. */
  readonly quoteId: string | undefined;
  /** Money that came back; undefined where Duffel does not say. */
  readonly refund: Money | undefined;
  readonly credits: readonly TravelCredit[];
  readonly reason: string | undefined;
  /** Duffel's answer that refused it; undefined where nothing was sent. */
  readonly proof: string | undefined;
  /** When the confirmation was sent last, real time. */
  readonly calledAt: Date | undefined;
  /** Counts what was begun anew: a newer attempt makes the one before it void. */
  readonly attempt: number;
}
/** Names one. */
export type CancellationKey = Pick<SupplierCancellation, 'organizationId' | 'changeReference'>;

interface Row {
  organization_id: string;
  supplier: 'duffel';
  change_reference: string;
  reference: string;
  status: SupplierCancellationStatus;
  quote_id: string | null;
  refund: number | null;
  currency: string | null;
  credits: readonly TravelCredit[];
  reason: string | null;
  proof: string | null;
  called_at: Date | null;
  attempt: number;
}
const tables = (db: Db) => db.q.withTables<{ supplier_cancellation: Row }>();

/** A cancellation by its key. */
export async function findCancellation(db: Db, key: CancellationKey): Promise<SupplierCancellation | undefined> {
  const row = await tables(db)
    .selectFrom('supplier_cancellation')
    .selectAll()
    .where('organization_id', '=', key.organizationId)
    .where('supplier', '=', 'duffel')
    .where('change_reference', '=', key.changeReference)
    .executeTakeFirst();
  return row && toCancellation(row);
}

/** The one cancellation of a booking that was not refused. */
export async function findCancellationOf(
  db: Db,
  { organizationId, reference }: Pick<SupplierCancellation, 'organizationId' | 'reference'>,
): Promise<SupplierCancellation | undefined> {
  const row = await tables(db)
    .selectFrom('supplier_cancellation')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('supplier', '=', 'duffel')
    .where('reference', '=', reference)
    .where('status', '<>', 'refused')
    .executeTakeFirst();
  return row && toCancellation(row);
}

/** Writes the intent down. Undefined where this cancellation is known, or another of its booking is open or made. */
export async function insertCancellation(
  db: Db,
  { organizationId, changeReference, reference }: CancellationKey & Pick<SupplierCancellation, 'reference'>,
): Promise<SupplierCancellation | undefined> {
  const row = await tables(db)
    .insertInto('supplier_cancellation')
    .values({
      organization_id: organizationId,
      supplier: 'duffel',
      change_reference: changeReference,
      reference,
      status: 'intended',
      credits: toJsonb<readonly TravelCredit[]>([]),
      attempt: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toCancellation(row);
}

/** What a step makes of a cancellation. */
export type CancellationStep =
  | { readonly status: 'confirming'; readonly quoteId: string; readonly calledAt: Date }
  | { readonly status: 'intended' | 'accepted' }
  | { readonly status: 'cancelled'; readonly refund: Money | undefined; readonly credits: readonly TravelCredit[] }
  | { readonly status: 'refused'; readonly reason: string; readonly proof: string | undefined };

/**
 * Moves a cancellation on from the very state and attempt it was read in; to `intended`, also from itself, it begins
 * anew. Undefined where another process was faster; then `findCancellation` says what is known.
 */
export async function moveCancellation(
  db: Db,
  before: SupplierCancellation,
  step: CancellationStep,
): Promise<SupplierCancellation | undefined> {
  supplierCancellationLifecycle.moveOrStay(before.status, step.status);
  const row = await tables(db)
    .updateTable('supplier_cancellation')
    .set((was) => ({
      status: step.status,
      ...columnsOf(step),
      ...(step.status === 'intended' && { attempt: was('attempt', '+', 1) }),
    }))
    .where('organization_id', '=', before.organizationId)
    .where('supplier', '=', 'duffel')
    .where('change_reference', '=', before.changeReference)
    .where('status', '=', before.status)
    .where('attempt', '=', before.attempt)
    .returningAll()
    .executeTakeFirst();
  return row && toCancellation(row);
}

function columnsOf(step: CancellationStep) {
  switch (step.status) {
    case 'confirming':
      return { quote_id: step.quoteId, called_at: step.calledAt };
    case 'cancelled':
      return {
        refund: step.refund?.value ?? null,
        currency: step.refund?.currency ?? null,
        credits: toJsonb<readonly TravelCredit[]>(step.credits),
      };
    case 'refused':
      return { reason: step.reason, proof: step.proof ?? null };
    case 'intended':
    case 'accepted':
      return {};
    default:
      return step satisfies never;
  }
}

function toCancellation(row: Selectable<Row>): SupplierCancellation {
  return {
    organizationId: asId('organization', row.organization_id),
    changeReference: row.change_reference,
    reference: row.reference,
    status: row.status,
    quoteId: row.quote_id ?? undefined,
    refund: row.refund === null || row.currency === null ? undefined : money(row.refund, row.currency),
    credits: row.credits,
    reason: row.reason ?? undefined,
    proof: row.proof ?? undefined,
    calledAt: row.called_at ?? undefined,
    attempt: row.attempt,
  };
}
