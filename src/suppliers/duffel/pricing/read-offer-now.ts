import type { FlightAncillary } from '../../../travel/flight.ts';
import type { SupplierAccount } from '../../common/account.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import type { DuffelAdapter } from '../adapter.ts';
import { toFailure } from '../replies.ts';
import { saysGone } from './says-gone.ts';
import { withKnownFees } from '../mapping/known-fees.ts';
import { type MappedOffer, mapOffer } from '../mapping/map-offer.ts';
import { mapBags } from '../mapping/map-services.ts';
import { readOfferNow } from '../offer-calls.ts';
import { readOffer, UnreadableOffer, type WireOffer } from '../mapping/wire-offers.ts';

/** An offer as it is at this moment. */
export interface OfferNow {
  readonly wire: WireOffer;
  readonly mapped: MappedOffer;
  readonly bags: readonly FlightAncillary[];
}

/**
 * Reads one offer, with what can be bought beside it. Undefined where it is not on sale any more, which includes one
 * whose life is over on the organization's clock. Throws SupplierFailure.
 */
export async function findOfferNow(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  offerId: string,
): Promise<OfferNow | undefined> {
  const reply = await readOfferNow(adapter.client, account, context, offerId);
  if (reply.kind === 'refused' && saysGone(reply)) return undefined;
  if (reply.kind !== 'done') throw toFailure(reply);
  try {
    const wire = readOffer(reply.value);
    const mapped = mapOffer(wire, adapter.mapper.tools);
    if (mapped.expiresAt !== undefined && mapped.expiresAt <= context.now) return undefined;
    const fare = withKnownFees(mapped.fare, adapter.supports);
    return { wire, mapped: { ...mapped, fare }, bags: mapBags(wire) };
  } catch (cause) {
    if (!(cause instanceof UnreadableOffer)) throw cause;
    adapter.countUnreadable(cause.part, 1);
    context.log.warn({ part: cause.part, requestId: reply.requestId }, 'Duffel: an offer that cannot be read');
    throw new SupplierFailure('error', 'Duffel answered an offer that cannot be read.', { cause });
  }
}
