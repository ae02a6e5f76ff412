import type { SeatMap } from '../../../travel/flight.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type DuffelAdapter } from '../adapter.ts';
import { toFailure } from '../replies.ts';
import { saysGone } from './says-gone.ts';
import { mapSeatMaps } from '../mapping/map-seats.ts';
import { readSeatMaps } from '../offer-calls.ts';
import { readOfferKey } from '../search/offer-key.ts';
import { findOfferNow } from './read-offer-now.ts';
import { findStoredJourneys } from '../search/search.ts';
import { type Seating, seatingOf } from '../mapping/seating.ts';

/** Maps are shown again for so long; a booking asks anew. */
const SHOWN_MS = 60_000;
const FORMAT = 'duffel seats 1';

/** Which seats are meant. */
interface SeatKeys {
  readonly offerKey: string;
  readonly fareKey: string;
}

/**
 * The seats of an offer's segments at what they cost now; a segment without a map is left out, and so are all of an
 * offer that is gone. Throws SupplierFailure.
 */
export async function findSeatMaps(
  adapter: DuffelAdapter,
  keys: SeatKeys,
  context: SupplierContext,
): Promise<readonly SeatMap[]> {
  const account = await accountForSale(adapter, context);
  const { organizationId, purpose, signal } = context;
  return await adapter.resultSets.findOrAsk<readonly SeatMap[]>(
    { organizationId, accountId: account.accountId, supplier: account.supplier },
    [FORMAT, keys.fareKey],
    { maxAgeMs: purpose === 'page' || purpose === 'search' ? SHOWN_MS : -1, purpose, signal },
    async (ended) => ({
      value: await askForSeatMaps(adapter, account, { ...context, signal: ended }, keys),
      lifeMs: SHOWN_MS,
    }),
  );
}

async function askForSeatMaps(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  keys: SeatKeys,
): Promise<readonly SeatMap[]> {
  const [reply, seating] = await Promise.all([
    readSeatMaps(adapter.client, account, context, keys.fareKey),
    findSeating(adapter, account, context, keys),
  ]);
  if (reply.kind === 'refused' && saysGone(reply)) return [];
  if (reply.kind !== 'done') throw toFailure(reply);
  return seating === undefined ? [] : mapSeatMaps(reply.value, seating.segments, seating);
}

/** Which of Duffel's segments and passengers are ours: out of the result set, else by another call. */
async function findSeating(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  { offerKey, fareKey }: SeatKeys,
): Promise<Seating | undefined> {
  const { resultSet } = readOfferKey(offerKey);
  const stored = resultSet && (await findStoredJourneys(adapter, account, context, resultSet));
  const known = stored ? stored.seatings[fareKey] : undefined;
  if (known !== undefined) return known;
  const now = await findOfferNow(adapter, account, context, fareKey);
  return now && seatingOf(now.wire, now.mapped);
}
