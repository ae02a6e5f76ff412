import type { SupplierAccount } from '../../common/account.ts';
import {
  answerRecorded,
  attemptOrder,
  type OrderAttempt,
  recordRefusal,
  settleNotMade,
} from '../../common/order-attempt.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { BookOutcome } from '../../ports/booking.ts';
import type { StayBookRequest } from '../../ports/hotels.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { areAllRooms, readHeldRooms } from '../pricing/held-offer.ts';
import type { RateKey } from '../search/rate-key.ts';
import { toBookBody } from './book-body.ts';
import { type Creation, judgeCreation } from './book-outcome.ts';
import { findByReference } from './find-booking.ts';
import { keyOf, type Ordered, type OrderTools } from './order-tools.ts';
import { settleBooking } from './settle-booking.ts';
import { readCreatedBooking } from './wire-bookings.ts';

const NO_CALL = 'no booking call was made';
/** LiteAPI has to give up a little before we do. */
const OVERHEAD_MS = 2_000;
type Refusal = Extract<BookOutcome, { kind: 'refused' }>;

/**
 * Books what was prebooked, once (`common/order-attempt.ts`): all rooms, at exactly the total that was quoted.
 */
export async function bookStay(
  tools: OrderTools,
  request: StayBookRequest,
  context: SupplierContext,
): Promise<BookOutcome> {
  const attempt = attemptOf(request, context);
  const row = await tools.bookings.find(attempt.key);
  if (row?.reason !== undefined || row?.status === 'called' || row?.orderId !== undefined)
    return answerRecorded(attempt, row);
  const account = await tools.accounts.findForSale('liteapi', context.organizationId);
  const offerId = readHeldRooms(request.rateKeys)?.key.prebookId ?? '';
  const wanted = { accountId: account?.accountId, offerId, total: request.total };
  if (account === undefined)
    return recordRefusal(tools, attempt, refusalOf('The seller has no account at LiteAPI any more.'), wanted);
  const prepared = prepare(request);
  if (prepared.kind === 'refused') return recordRefusal(tools, attempt, prepared, wanted);
  const { key, prebookId } = prepared;
  const { checkIn, checkOut } = key.ratesQuery;
  const ordered: Ordered = { hotelId: key.hotelId, checkIn, checkOut, retail: key.retail };
  return attemptOrder(
    tools,
    attempt,
    { accountId: account.accountId, offerId: prebookId, total: request.total, ordered },
    {
      send: () => create(tools, account, { request, prepared }, context),
      settle: (called, creation) => settle(tools, account, { called, creation, ordered }, context),
    },
  );
}

interface PreparedStay {
  readonly kind: 'prepared';
  readonly key: RateKey;
  readonly prebookId: string;
}

/** What the keys say that was prebooked, where it is what is paid for. */
function prepare({ rateKeys, total, travelers }: StayBookRequest): PreparedStay | Refusal {
  if (travelers.length === 0) return refusalOf('There is nobody in whose name it could be booked.');
  const held = readHeldRooms(rateKeys);
  if (held === undefined || !areAllRooms(held)) return refusalOf('unavailable: these rooms are not sold together');
  const { key } = held;
  if (key.prebookId === undefined) return refusalOf('unavailable: the rooms were not priced before');
  const isQuoted = key.total === total.value && key.ratesQuery.currency === total.currency;
  return isQuoted ? { kind: 'prepared', key, prebookId: key.prebookId } : refusalOf('price_changed');
}

function refusalOf(reason: string, proof = NO_CALL): Refusal {
  return { kind: 'refused', reason, proof };
}

function attemptOf({ reference }: StayBookRequest, context: SupplierContext): OrderAttempt<Refusal> {
  const key = keyOf(reference, context);
  return { key, step: 'order', noCall: NO_CALL, calledBefore: 'a booking call was made before', refusalOf };
}

/** The booking call itself. */
async function create(
  { client }: OrderTools,
  account: SupplierAccount,
  { request, prepared }: { readonly request: StayBookRequest; readonly prepared: PreparedStay },
  context: SupplierContext,
): Promise<Creation> {
  const seconds = Math.max(1, Math.floor((context.deadlineMs - OVERHEAD_MS) / 1_000));
  return judgeCreation(
    await client.request(account, context, {
      host: 'book',
      method: 'POST',
      path: `/rates/book?timeout=${seconds}`,
      body: toBookBody(request, prepared.key.ratesQuery.rooms, {
        prebookId: prepared.prebookId,
        paidFrom: account.paidFrom,
      }),
      needsFunds: true,
      read: readCreatedBooking,
    }),
  );
}

interface Called {
  readonly called: SupplierBooking;
  readonly creation: Creation;
  readonly ordered: Ordered;
}

/** Records what the answer proves, and says it in the words of the port. */
async function settle(
  tools: OrderTools,
  account: SupplierAccount,
  { called, creation, ordered }: Called,
  context: SupplierContext,
): Promise<BookOutcome> {
  switch (creation.kind) {
    case 'created': {
      const { booking, bookingId } = creation.created;
      if (booking !== undefined) return settleBooking(tools, called, { booking, ordered }, context);
      await tools.bookings.settle(called, { orderId: bookingId });
      return { kind: 'pending', orderId: bookingId };
    }
    case 'denied': {
      const found = await findByReference(tools, account, called, context);
      if (found.kind === 'found') return settleBooking(tools, called, { booking: found.booking, ordered }, context);
      return found.kind === 'missing'
        ? settleNotMade(tools, { refusalOf }, { called, answer: { ...creation, kind: 'refused' } }, context)
        : { kind: 'unknown', detail: `${creation.proof}, and ${found.detail}` };
    }
    case 'refused':
    case 'unsent':
    case 'unknown':
      return settleNotMade(tools, { refusalOf }, { called, answer: creation }, context);
    default:
      return creation satisfies never;
  }
}
