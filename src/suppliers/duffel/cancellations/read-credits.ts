import type { TravelCredit } from '../../../travel/cancellation.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { SupplierFailure } from '../../ports/supplier.ts';
import { readAs } from '../orders/wire-orders.ts';
import type { CancellationTools, SoldOrder } from './cancellation-tools.ts';
import { readDate } from './map-terms.ts';
import { AirlineCredit } from './wire-cancellations.ts';

/**
 * Credits with what only their own page says: the day they expire, and a code that was not there yet. One that cannot
 * be read stays as it is: its money is known, and its order is cancelled.
 */
export async function readIssued(
  tools: CancellationTools,
  sold: Pick<SoldOrder, 'account'>,
  credits: readonly TravelCredit[],
  context: SupplierContext,
): Promise<readonly TravelCredit[]> {
  return Promise.all(credits.map((credit) => readCredit(tools, sold, credit, context)));
}

async function readCredit(
  { client }: CancellationTools,
  { account }: Pick<SoldOrder, 'account'>,
  credit: TravelCredit,
  context: SupplierContext,
): Promise<TravelCredit> {
  if (credit.creditId === undefined) return credit;
  try {
    const reply = await client.request(account, context, {
      method: 'GET',
      path: `/air/airline_credits/${encodeURIComponent(credit.creditId)}`,
      read: readAs(AirlineCredit),
    });
    if (reply.kind !== 'done') return credit;
    const { code, expires_at: expiresAt } = reply.value;
    return { ...credit, code: credit.code ?? code ?? undefined, expiresOn: readDate(expiresAt) };
  } catch (failure) {
    if (failure instanceof SupplierFailure) return credit;
    throw failure;
  }
}
