import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { BookOutcome } from '../../ports/booking.ts';
import type { StayBookRequest } from '../../ports/hotels.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { areAllRooms, readHeldRooms } from '../pricing/held-offer.ts';
import type { RateKey } from '../search/rate-key.ts';
import { toBookBody } from './book-body.ts';
import { type Creation, judgeCreation } from './book-outcome.ts';
import { findByReference } from './find-booking.ts';
import { alarm, keyOf, type Ordered, type OrderTools } from './order-tools.ts';
import { settleBooking } from './settle-booking.ts';
import { readCreatedBooking } from './wire-bookings.ts';

const NO_CALL = 'no booking call was made';
/** LiteAPI has to give up a little before we do. */
const OVERHEAD_MS = 2_000;
type Refusal = Extract<BookOutcome, { kind: 'refused' }>;

/**
 * Books what was prebooked, once: all rooms, at exactly the total that was quoted. What is to be booked is written down
 * and committed before the call, so that no second booking is ever made where a first may have been: then the answer is
 * `unknown` and the look-up decides. A refusal is written down before it is answered, and is the answer from then on.
 */
export async function bookStay(
  tools: OrderTools,
  request: StayBookRequest,
  context: SupplierContext,
): Promise<BookOutcome> {
  const row = await tools.bookings.find(keyOf(request.reference, context));
  if (row?.reason !== undefined || row?.status === 'called' || row?.orderId !== undefined) return answerOf(row);
  const account = await tools.accounts.findForSale('liteapi', context.organizationId);
  if (account === undefined)
    return recordRefusal(tools, request, refusalOf('The seller has no account at LiteAPI any more.'), context);
  const prepared = prepare(request);
  if (prepared.kind === 'refused') return recordRefusal(tools, request, prepared, context, account);
  const { key, prebookId } = prepared;
  const { checkIn, checkOut } = key.ratesQuery;
  const ordered: Ordered = { hotelId: key.hotelId, checkIn, checkOut, retail: key.retail };
  const intent = await tools.bookings.intend({
    ...keyOf(request.reference, context),
    accountId: account.accountId,
    offerId: prebookId,
    searchId: undefined,
    total: request.total,
    ordered,
  });
  if (intent === undefined) return answerAgain(tools, request, context);
  tools.faults.pass('order.after_intent');
  const called = await tools.bookings.beginCall(intent, tools.clock.now());
  if (called === undefined) return answerAgain(tools, request, context);
  tools.faults.pass('order.after_begin');
  const creation = await create(tools, account, { request, prepared }, context);
  tools.faults.pass('order.after_call');
  const outcome = await settle(tools, account, { called, creation, ordered }, context);
  tools.faults.pass('order.after_settle');
  return outcome;
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

/** What a reference that may not be booked is answered: its refusal for ever, else the look-up decides. */
function answerOf({ reason, proof = NO_CALL }: SupplierBooking): BookOutcome {
  return reason === undefined
    ? { kind: 'unknown', detail: 'a booking call was made before' }
    : refusalOf(reason, proof);
}

/** The answer where another process was faster with the reference, by what it has recorded. */
async function answerAgain(
  { bookings }: OrderTools,
  { reference }: StayBookRequest,
  context: SupplierContext,
): Promise<BookOutcome> {
  const row = await bookings.find(keyOf(reference, context));
  return row?.reason === undefined ? { kind: 'unknown', detail: 'another process was faster' } : answerOf(row);
}

/** Records a refusal that came before any call, then answers it, unless another process has called by now. */
async function recordRefusal(
  tools: OrderTools,
  request: StayBookRequest,
  refusal: Refusal,
  context: SupplierContext,
  account?: SupplierAccount,
): Promise<BookOutcome> {
  const isRecorded = await tools.bookings.refuse({
    ...keyOf(request.reference, context),
    accountId: account?.accountId,
    offerId: readHeldRooms(request.rateKeys)?.key.prebookId ?? '',
    searchId: undefined,
    total: request.total,
    proof: refusal.proof,
    reason: refusal.reason,
  });
  return isRecorded ? refusal : answerAgain(tools, request, context);
}

/** The booking call itself. */
async function create(
  { client }: OrderTools,
  account: SupplierAccount,
  { request, prepared }: { readonly request: StayBookRequest; readonly prepared: PreparedStay },
  context: SupplierContext,
): Promise<Creation> {
  const seconds = Math.max(1, Math.floor((context.deadlineMs - OVERHEAD_MS) / 1_000));
  try {
    const reply = await client.request(account, context, {
      host: 'book',
      method: 'POST',
      path: `/rates/book?timeout=${seconds}`,
      body: toBookBody(request, prepared.key.ratesQuery.rooms, {
        prebookId: prepared.prebookId,
        paidFrom: account.paidFrom,
      }),
      needsFunds: true,
      read: readCreatedBooking,
    });
    return judgeCreation(reply);
  } catch (failure) {
    // The account's turn did not come: the client promises that nothing was sent.
    if (failure instanceof SupplierFailure) return { kind: 'unsent', proof: `nothing was sent: ${failure.message}` };
    throw failure;
  }
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
        ? refuse(tools, called, creation, context)
        : { kind: 'unknown', detail: `${creation.proof}, and ${found.detail}` };
    }
    case 'refused':
      return refuse(tools, called, creation, context);
    // Without a reason beside the proof the look-up answers `none`, and the same is booked once more.
    case 'unsent':
      await tools.bookings.settle(called, { proof: creation.proof });
      return { kind: 'unknown', detail: creation.proof };
    case 'unknown':
      return creation;
    default:
      return creation satisfies never;
  }
}

async function refuse(
  tools: OrderTools,
  called: SupplierBooking,
  { proof, reason, isOurs }: Extract<Creation, { kind: 'refused' | 'denied' }>,
  context: SupplierContext,
): Promise<BookOutcome> {
  if (isOurs) alarm(tools, context, { kind: 'account', reference: called.reference, detail: proof });
  // What is recorded otherwise by now was seen by a look-up: it knows more than this answer.
  return (await tools.bookings.settle(called, { proof, reason }))
    ? refusalOf(reason, proof)
    : { kind: 'unknown', detail: `something else is recorded than ${proof}` };
}
