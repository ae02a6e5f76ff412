import { randomInt } from 'node:crypto';
import { drawBytes } from './security/random-bytes.ts';

/** Opaque ids with their wire prefix (contract, section 2). */
export const ID_PREFIXES = {
  organization: 'org_',
  user: 'user_',
  apiKey: 'key_',
  trip: 'trip_',
  item: 'itm_',
  traveler: 'pax_',
  quote: 'quo_',
  session: 'cs_',
  payment: 'pay_',
  ledgerEntry: 'led_',
  bookingItem: 'bki_',
  event: 'evt_',
  delivery: 'dlv_',
  request: 'req_',
  job: 'job_',
  processorPayment: 'sp_',
  supplierOrder: 'so_',
  refundQuote: 'rfq_',
  refund: 'rfd_',
  exchange: 'exc_',
  addedServices: 'svc_',
  change: 'chg_',
  monitor: 'mon_',
  auditEvent: 'aud_',
  note: 'note_',
  invitation: 'inv_',
  supplierAccount: 'sac_',
  mandate: 'mdt_',
  proposal: 'prp_',
  execution: 'exn_',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

declare const brand: unique symbol;
type Branded<K extends string> = string & { readonly [brand]: K };
export type OrganizationId = Branded<'organization'>;
export type ApiKeyId = Branded<'apiKey'>;
export type UserId = Branded<'user'>;
/** What calls are counted under: a key, or the user behind a token or session. */
export type CredentialId = ApiKeyId | UserId;
export type TripId = Branded<'trip'>;
export type ItemId = Branded<'item'>;
export type TravelerId = Branded<'traveler'>;
export type QuoteId = Branded<'quote'>;
export type SessionId = Branded<'session'>;
export type PaymentId = Branded<'payment'>;
export type BookingRef = Branded<'bookingRef'>;
type BookingItemId = Branded<'bookingItem'>;
export type EventId = Branded<'event'>;
export type DeliveryId = Branded<'delivery'>;
export type JobId = Branded<'job'>;
export type MandateId = Branded<'mandate'>;
export type ProposalId = Branded<'proposal'>;
export type ExecutionId = Branded<'execution'>;

interface BrandOfKind {
  organization: OrganizationId;
  apiKey: ApiKeyId;
  user: UserId;
  trip: TripId;
  item: ItemId;
  traveler: TravelerId;
  quote: QuoteId;
  session: SessionId;
  payment: PaymentId;
  bookingItem: BookingItemId;
  event: EventId;
  delivery: DeliveryId;
  job: JobId;
  mandate: MandateId;
  proposal: ProposalId;
  execution: ExecutionId;
}
type IdOf<K extends IdKind> = K extends keyof BrandOfKind ? BrandOfKind[K] : string;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** No 0/O and no 1/I, so that a reference can be read out on the telephone (contract, preamble). */
const REFERENCE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const REFERENCE_LENGTH = 6;
/** Reserved for webhook tests, never issued (contract, section 9). */
export const TEST_BOOKING_REF = 'BLY-TESTAA';

/**
 * A fresh id: prefix, 9 characters of time (so that neighbours in time are neighbours in an index), 2 that count the
 * ids of that millisecond, 12 of chance (71 bits). Ids of one process sort in the order they were made: an audit log
 * shows what came first.
 */
export function newId<K extends IdKind>(kind: K): IdOf<K> {
  return `${ID_PREFIXES[kind]}${nextMoment(Date.now())}${randomText(12)}` as IdOf<K>;
}

const IDS_A_MILLISECOND = 36 ** 2;
/** Of the last id. It never goes back, though the machine's clock may. */
const moment = { milliseconds: 0, count: 0 };

function nextMoment(now: number): string {
  if (now > moment.milliseconds) {
    moment.milliseconds = now;
    moment.count = 0;
  } else if (moment.count + 1 < IDS_A_MILLISECOND) moment.count += 1;
  else {
    moment.milliseconds += 1;
    moment.count = 0;
  }
  return moment.milliseconds.toString(36).padStart(9, '0') + moment.count.toString(36).padStart(2, '0');
}

/** Random base62 text. 32 characters hold 190 bits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 = 4 × 62: bytes above it would favour the first letters and are thrown away.
    for (const byte of drawBytes(length - text.length)) if (byte < 248) text += BASE62[byte % 62];
  }
  return text;
}

/** A fresh booking reference `BLY-XXXXXX`; the caller's unique index settles the rare repeat. */
export function newBookingRef(): BookingRef {
  for (;;) {
    let text = 'BLY-';
    for (let i = 0; i < REFERENCE_LENGTH; i += 1) text += REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)];
    if (text !== TEST_BOOKING_REF) return text as BookingRef;
  }
}

const TYPED_LENGTH_MAX = 64;
const REFERENCE_PREFIX = 'BLY';
/** What people put between the letters of a reference: spaces, dashes of any kind, dots. */
const SEPARATORS = /[\s\p{Pd}\u2212._]+/gu;

/**
 * A booking reference as it was issued, from what somebody typed: `4ykfgn`, `bly 4YK-FGN` and `ＢＬＹ－４ＹＫＦＧＮ` are all
 * `BLY-4YKFGN`. Text that is no reference comes back in capitals: it is looked up and counted like one that does not
 * exist.
 */
export function foldReference(text: string): string {
  const letters = text.length > TYPED_LENGTH_MAX ? '' : text.normalize('NFKC').toUpperCase().replace(SEPARATORS, '');
  const hasPrefix =
    letters.length === REFERENCE_PREFIX.length + REFERENCE_LENGTH && letters.startsWith(REFERENCE_PREFIX);
  const body = hasPrefix ? letters.slice(REFERENCE_PREFIX.length) : letters;
  return /^[A-Z0-9]{6}$/.test(body) ? `${REFERENCE_PREFIX}-${body}` : text.trim().toUpperCase();
}

/** Takes a text for an id of a kind (from the wire, from a row). It proves nothing: the look-up does. */
export function asId<K extends keyof BrandOfKind>(_kind: K, text: string): BrandOfKind[K] {
  return text as BrandOfKind[K];
}

/** The housekeeping of an installation belongs to nobody; its jobs carry this id. */
export const installationId = asId('organization', 'org_installation');

/** Takes a text for a booking reference. It proves nothing: the look-up does. */
export function asBookingRef(text: string): BookingRef {
  return text as BookingRef;
}
