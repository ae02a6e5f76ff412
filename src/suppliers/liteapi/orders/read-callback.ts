import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { SupplierAccount, SupplierAccounts } from '../../common/account.ts';
import type { SupplierBookings, SupplierEvents } from '../../common/supplier-bookings.ts';
import type { SignedCallback, SupplierCallback } from '../../ports/booking.ts';
import { SupplierFailure } from '../../ports/supplier.ts';
import { WireEvent, WireEventRequest, WireEventResponse } from './wire-bookings.ts';

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
const BEARER = /^Bearer\s+/i;

/**
 * Reads a callback of LiteAPI. Nothing signs it: what proves it is the token in its address or in `Authorization`, and
 * that is all it proves. It only says which bookings to look at, by the ids of booking and prebook, of the account it
 * came to. An event has no id of its own: its bytes stand for one. Who has no account here, or no token, learns nothing
 * more than who brings a wrong one.
 */
export async function readLiteapiCallback(
  reader: CallbackReader,
  { accountId = INSTALLATION, token, body, headers }: SignedCallback,
): Promise<SupplierCallback> {
  const { bookings, events, clock, log } = reader;
  const account = await findAccount(reader, accountId);
  const brought = token ?? headers.authorization?.replace(BEARER, '');
  if (account?.webhookSecret === undefined || brought === undefined || !isEqual(account.webhookSecret, brought))
    return { kind: 'forged', why: 'signature' };
  const event = WireEvent.safeParse(parseJson(body.toString('utf8'))).data;
  if (event === undefined) return { kind: 'forged', why: 'unreadable' };
  const what = `${event.event_name.slice(0, NAME_MAX)}`;
  const request = WireEventRequest.safeParse(parseJson(event.request ?? '')).data;
  const response = WireEventResponse.safeParse(parseJson(event.response ?? '')).data;
  if (typeof response?.sandbox === 'boolean' && response.sandbox === account.isLive)
    return { kind: 'forged', why: 'other_mode' };
  const orderId = response?.data?.bookingId ?? undefined;
  const offerId = response?.data?.prebookId ?? request?.prebookId ?? undefined;
  const rows =
    (orderId ?? offerId) === undefined
      ? []
      : await bookings.listByOrder({ supplier: 'liteapi', accountId, orderId, offerId });
  if (rows.length === 0) return { kind: 'ignored', what };
  const eventId = createHash('sha256').update(body).digest('base64url');
  const key = { supplier: 'liteapi', accountId, eventId } as const;
  if (await events.has(key)) return { kind: 'ignored', what: `${what}, repeated` };
  log.debug({ what, references: rows.map(({ reference }) => reference) }, 'a supplier reports something of an order');
  return { kind: 'bookings', bookings: rows, what, done: () => events.record(key, clock.now()) };
}
const NAME_MAX = 100;

/** The account of an address; undefined also where its keys cannot be used here, which is not said. */
async function findAccount({ accounts, log }: CallbackReader, accountId: string): Promise<SupplierAccount | undefined> {
  try {
    return await accounts.get('liteapi', accountId);
  } catch (failure) {
    if (!(failure instanceof SupplierFailure)) throw failure;
    log.error({ err: failure, accountId }, 'Callbacks of a supplier account cannot be verified.');
    return undefined;
  }
}

/** Hashes have one length, so that comparing them takes one time. */
function isEqual(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
