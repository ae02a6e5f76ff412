import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { SupplierAccount, SupplierAccounts } from '../../common/account.ts';
import type { SupplierBookings, SupplierEvents } from '../../common/supplier-bookings.ts';
import type { CallbackSubject, SignedCallback, SupplierCallback } from '../../ports/booking.ts';
import { SupplierFailure } from '../../ports/supplier.ts';
import { verifySignature } from './signature.ts';
import { DuffelEvent } from './wire-orders.ts';

/** What callbacks are read with. */
export interface CallbackReader {
  readonly accounts: SupplierAccounts;
  readonly bookings: SupplierBookings;
  readonly events: SupplierEvents;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The account of the address without an account id. */
const INSTALLATION = 'installation';
const SIGNATURE_HEADER = 'x-duffel-signature';
const CREATION_FAILED = 'order.creation_failed';
const AIRLINE_CHANGE = 'order.airline_initiated_change_detected';
/** Something of the order is other than it was: tickets that came later, flights, or both. */
const CHANGED: readonly string[] = ['order.updated', 'air.order.changed'];
/** The order may be cancelled by nobody of ours: the look at its flights finds that. */
const CANCELLED = 'order_cancellation.confirmed';
/** Prefixes of the events about orders; payments, credits, stays and cars are not waited for. */
const HEARD = ['order.', 'order_cancellation.', 'air.order.'] as const;

/**
 * Reads a callback of Duffel: late, twice and in any order, each event once. It only says which bookings to look at:
 * those of the account it came to, by the ids of offer and order. Who has no account here or no secret learns nothing
 * more than who signs with a wrong one.
 */
export async function readDuffelCallback(
  reader: CallbackReader,
  { accountId = INSTALLATION, body, headers }: SignedCallback,
): Promise<SupplierCallback> {
  const { bookings, events, clock, log } = reader;
  const account = await findAccount(reader, accountId);
  const now = clock.now();
  const version =
    account?.webhookSecret === undefined
      ? undefined
      : verifySignature(account.webhookSecret, { body, header: headers[SIGNATURE_HEADER], now });
  if (account === undefined || version === undefined) return { kind: 'forged', why: 'signature' };
  const event = readEvent(body);
  if (event === undefined) return { kind: 'forged', why: 'unreadable' };
  const { id: eventId, type, live_mode: isLive, data } = event;
  const what = `${type} ${eventId}, signature ${version}`;
  if (isLive !== account.isLive) return { kind: 'forged', why: 'other_mode' };
  if (!HEARD.some((prefix) => type.startsWith(prefix))) return { kind: 'ignored', what };
  const ids = { supplier: 'duffel', accountId, ...idsOf(data.object) } as const;
  const rows = await bookings.listByOrder(ids);
  if (rows.length === 0) return { kind: 'ignored', what };
  const key = { supplier: 'duffel', accountId, eventId } as const;
  if (await events.has(key)) return { kind: 'ignored', what: `${what}, repeated` };
  if (type === CREATION_FAILED) for (const row of rows) await bookings.noteFailure(row, eventId);
  log.debug({ what, references: rows.map(({ reference }) => reference) }, 'a supplier reports something of an order');
  return { kind: 'bookings', bookings: rows, about: aboutOf(type), what, done: () => events.record(key, now) };
}

/** What an event gives reason to look at; nothing that it says itself is believed. */
function aboutOf(type: string): readonly CallbackSubject[] {
  if (type === AIRLINE_CHANGE) return ['schedule'];
  if (type === CANCELLED) return ['booking', 'schedule'];
  return CHANGED.includes(type) ? ['booking', 'numbers', 'schedule'] : ['booking'];
}

/** The account of an address; undefined also where its keys cannot be used here, which is not said. */
async function findAccount({ accounts, log }: CallbackReader, accountId: string): Promise<SupplierAccount | undefined> {
  try {
    return await accounts.get('duffel', accountId);
  } catch (failure) {
    if (!(failure instanceof SupplierFailure)) throw failure;
    log.error({ err: failure, accountId }, 'Callbacks of a supplier account cannot be verified.');
    return undefined;
  }
}

/** An object's own id is an order's, unless the order's is named beside it. */
function idsOf({ id, order_id: orderId, offer_id: offerId }: DuffelEvent['data']['object']) {
  return { orderId: orderId ?? id ?? undefined, offerId: offerId ?? undefined };
}

function readEvent(body: Buffer): DuffelEvent | undefined {
  try {
    return DuffelEvent.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    // Signed, and no JSON: nobody that we know sends that.
    return undefined;
  }
}
