import { mergeCredits, type TravelCredit } from '../../../travel/cancellation.ts';
import type { ChangeNames } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { type CancellationTools, findConfirmed, readSoldOrder } from './cancellation-tools.ts';
import { toCredits } from './map-terms.ts';
import { readIssued } from './read-credits.ts';
import { findCancellation, moveCancellation } from './store.ts';

/**
 * The credits of a cancellation that was made, as Duffel lists them by now; what it leaves out takes nothing away. The
 * row has them, too, so that a look-up says the same. Throws SupplierFailure.
 */
export async function readCreditsAgain(
  tools: CancellationTools,
  { reference, changeReference }: ChangeNames,
  context: SupplierContext,
): Promise<readonly TravelCredit[]> {
  const row = await findCancellation(tools.db, { organizationId: context.organizationId, changeReference });
  if (row?.reference !== reference || row.status !== 'cancelled') return [];
  const sold = await readSoldOrder(tools, reference, context);
  if (sold === 'missing') return row.credits;
  const confirmed = await findConfirmed(tools, sold, context);
  const listed = confirmed === undefined ? [] : toCredits(confirmed, sold.quoted);
  const credits = mergeCredits(row.credits, await readIssued(tools, sold, listed, context));
  await moveCancellation(tools.db, row, { status: 'cancelled', refund: row.refund, credits });
  return credits;
}
