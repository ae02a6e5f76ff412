import type { Product } from './catalogue.ts';

/**
 * The rules of a trip in a few lines of arithmetic: what the service is measured by. Instants are milliseconds of the
 * organization's clock.
 */
export interface ModelItem {
  readonly itemId: string;
  readonly product: Product;
  readonly token: string;
  price: number;
  /** When that price was last asked for: when it was added, or by a checkout. */
  pricedAt: number;
  /** Whether a checkout has shown its price. */
  wasShown: boolean;
}

export interface ModelQuote {
  readonly kind: 'ready' | 'price_changed';
  readonly sessionId: string;
  readonly expiresAt: number;
  readonly linkExpiresAt: number;
  readonly total: number;
  readonly at: number;
}

/** An attempt to pay that has not ended. */
export interface ModelAttempt {
  readonly kind: 'processing' | 'requires_action';
  readonly startedAt: number;
  /** What the payer's approval leads to, where the bank asks. */
  readonly isGood: boolean;
  /** When the processor will have decided. */
  readonly readyAt: number;
  /** When we ask it next. */
  askAt: number;
}

/** From the authorisation on. */
export interface ModelFulfilment {
  readonly at: number;
  readonly total: number;
  readonly quotedAt: number;
  readonly wasLate: boolean;
  /** Items that need a word of the supplier after the first run. */
  openLeft: number;
  /** When the job last made a step it had to make; undefined until its first run. */
  steppedAt: number | undefined;
  firstRunAt: number | undefined;
  /** Whether jobs have run since it was last looked at, and what that must have led to. */
  expected: 'ended' | 'open' | 'either' | undefined;
}

export interface ModelTrip {
  readonly tripId: string;
  status: 'draft' | 'quoted' | 'fulfilling' | 'fulfilled' | 'failed' | 'cancelled' | 'expired';
  items: ModelItem[];
  travelers: 'none' | 'one' | 'two';
  quote: ModelQuote | undefined;
  attempt: ModelAttempt | undefined;
  onPartial: 'all_or_nothing' | 'keep_confirmed';
  touchedAt: number;
  fulfilment: ModelFulfilment | undefined;
  bookingRef: string | undefined;
}

/** A whole organization. */
export interface Model {
  readonly trips: ModelTrip[];
  movedSeconds: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const QUOTE_LIFE = 5 * MINUTE;
export const LINK_LIFE = 4 * HOUR;
const ATTEMPT_LIFE = 15 * MINUTE;
/** An open item is looked up at least hourly, and slow suppliers take six hours. */
const STEP_MAX = 7 * HOUR + 10 * MINUTE;
export const OPEN_MAX = 5 * DAY;
/** Prices that were quoted are honoured this long after their day has ended. */
const BOOKED_SOON = 25 * MINUTE;

export const isInFlight = (trip: ModelTrip, now: number): boolean =>
  trip.attempt !== undefined && now < trip.attempt.startedAt + ATTEMPT_LIFE;
export const isOpen = (trip: ModelTrip, now: number): boolean =>
  (trip.status === 'draft' || trip.status === 'quoted') && !isInFlight(trip, now);
export const isLive = ({ status, quote }: ModelTrip, now: number): boolean =>
  status === 'quoted' && quote?.kind === 'ready' && now < quote.expiresAt;
export const hasEnded = ({ status }: ModelTrip): boolean => status === 'fulfilled' || status === 'failed';
/** Nothing changes it any more. */
export const isOver = (trip: ModelTrip): boolean =>
  hasEnded(trip) || trip.status === 'cancelled' || trip.status === 'expired';
export const totalOf = (trip: ModelTrip): number => trip.items.reduce((sum, { price }) => sum + price, 0);

/** What `quote.status` reads while the trip can still change. */
export function quoteStatusOf({ quote }: ModelTrip, now: number): string {
  if (!quote) return 'none';
  return now >= quote.expiresAt ? 'expired' : quote.kind;
}

/** The refusal of a trip that is not open. */
export const refusalOf = (trip: ModelTrip): { readonly status: number; readonly code: string } =>
  trip.status === 'expired' ? { status: 410, code: 'TRIP_EXPIRED' } : { status: 409, code: 'TRIP_STATE_CONFLICT' };

/** A write that changed something: a draft again, its quote and payment gone. */
export function touch(trip: ModelTrip, now: number): void {
  trip.status = 'draft';
  trip.quote = undefined;
  trip.attempt = undefined;
  trip.touchedAt = now;
}

/** What every read does. */
export function lapse(trip: ModelTrip, now: number): void {
  if (!isOpen(trip, now) || now < trip.touchedAt + DAY) return;
  trip.status = 'expired';
  trip.quote = undefined;
  trip.attempt = undefined;
}

/** A quote as the last checkout left it; prices are the items' own. */
export function quoteTrip(
  trip: ModelTrip,
  now: number,
  session: { readonly sessionId: string; readonly linkExpiresAt: number },
  kind: ModelQuote['kind'] = 'ready',
): void {
  trip.status = 'quoted';
  trip.attempt = undefined;
  trip.touchedAt = now;
  trip.quote = {
    ...session,
    kind,
    expiresAt: kind === 'ready' ? Math.min(now + QUOTE_LIFE, session.linkExpiresAt) : now + QUOTE_LIFE,
    total: totalOf(trip),
    at: now,
  };
  if (kind === 'ready') for (const item of trip.items) Object.assign(item, { wasShown: true, pricedAt: now });
}

/** The money is held. */
export function authorise(trip: ModelTrip, now: number): void {
  if (!trip.quote) throw new Error('only a quote is paid');
  const openLeft = trip.items.filter(
    ({ product }) => product.booking === 'slow' || product.booking === 'unknown',
  ).length;
  trip.status = 'fulfilling';
  trip.attempt = undefined;
  trip.fulfilment = {
    at: now,
    total: trip.quote.total,
    quotedAt: trip.quote.at,
    wasLate: now >= trip.quote.expiresAt,
    openLeft,
    steppedAt: undefined,
    firstRunAt: undefined,
    expected: undefined,
  };
}

/** What jobs do with an attempt when they run. */
export function resolveAttempt(trip: ModelTrip, now: number): void {
  const { attempt } = trip;
  if (attempt?.kind !== 'processing' || now < attempt.askAt) return;
  if (now >= attempt.readyAt) authorise(trip, now);
  else attempt.askAt = now + Math.min(Math.max(now - attempt.startedAt, 30_000), HOUR);
}

/** What must have become of a fulfilment once jobs have run. */
export function runFulfilment({ fulfilment, items }: ModelTrip, now: number): void {
  if (!fulfilment) throw new Error('nothing is being fulfilled');
  const isFirst = fulfilment.steppedAt === undefined;
  const hasStepped = now - (fulfilment.steppedAt ?? Number.NEGATIVE_INFINITY) >= STEP_MAX;
  fulfilment.firstRunAt ??= now;
  if (!isFirst && hasStepped) fulfilment.openLeft -= 1;
  if (hasStepped) fulfilment.steppedAt = now;
  const isTimeUp = now >= fulfilment.at + OPEN_MAX;
  if (isTimeUp || fulfilment.openLeft <= 0) fulfilment.expected = 'ended';
  else {
    // A slow supplier takes six hours; only what is hopeless or priced anew may end before.
    const isSure =
      !fulfilment.wasLate &&
      !items.some(({ product }) => product.booking === 'refused') &&
      items.some(({ product }) => product.booking === 'slow' && product.kind !== 'car');
    fulfilment.expected = isSure && now < fulfilment.firstRunAt + 6 * HOUR ? 'open' : 'either';
  }
}

/** How an ended trip may read. */
export interface Ending {
  readonly status: 'fulfilled' | 'failed';
  readonly fulfilment: string;
  readonly charged: number;
}

/**
 * Every ending the contract allows. There is exactly one, unless time has had a say: a quote that had run out is priced
 * again, what is booked long after its quote may cost something else by then, and after five days what is open is given
 * up.
 */
export function endingsOf(trip: ModelTrip, now: number): readonly Ending[] {
  const { fulfilment } = trip;
  if (!fulfilment) throw new Error('nothing is being fulfilled');
  const regular = regularEndings(trip);
  const isBookedLate =
    (fulfilment.firstRunAt ?? now) - fulfilment.quotedAt > BOOKED_SOON ||
    (trip.items.length > 1 && now - fulfilment.quotedAt > BOOKED_SOON);
  const isGivenUp = now >= fulfilment.at + OPEN_MAX;
  if (!fulfilment.wasLate && !isBookedLate && !isGivenUp) return regular;
  const late: Ending[] = fulfilment.wasLate ? [{ status: 'failed', fulfilment: 'expired_quote', charged: 0 }] : [];
  return [...regular, ...late, { status: 'failed', fulfilment: 'failed', charged: 0 }, ...partialEndings(trip)];
}

/** Whether this is one of the endings the trip may have. What was priced anew may have become cheaper. */
export function isAllowedEnding(trip: ModelTrip, end: Ending, now: number): boolean {
  if (trip.fulfilment?.wasLate && end.status === 'fulfilled') return end.charged <= trip.fulfilment.total;
  return endingsOf(trip, now).some(
    (one) => one.status === end.status && one.fulfilment === end.fulfilment && one.charged === end.charged,
  );
}

function regularEndings(trip: ModelTrip): readonly Ending[] {
  const total = trip.fulfilment?.total ?? 0;
  const kept = trip.items.filter(({ product }) => product.booking !== 'refused');
  if (kept.length === trip.items.length) return [{ status: 'fulfilled', fulfilment: 'completed', charged: total }];
  const failed: Ending = { status: 'failed', fulfilment: 'failed', charged: 0 };
  const finals = kept.filter(({ product }) => product.isFinal);
  if (trip.onPartial === 'all_or_nothing')
    return finals.length > 0
      ? [failed, { status: 'fulfilled', fulfilment: 'partial', charged: sum(finals) }]
      : [failed];
  return kept.length === 0 ? [failed] : [{ status: 'fulfilled', fulfilment: 'partial', charged: sum(kept) }];
}

/** Any part of the trip may have been kept. */
function partialEndings(trip: ModelTrip): readonly Ending[] {
  const sums = new Set([0]);
  for (const { price } of trip.items) for (const known of [...sums]) sums.add(known + price);
  return [...sums].map((charged) => ({ status: 'fulfilled', fulfilment: 'partial', charged }));
}

const sum = (items: readonly ModelItem[]): number => items.reduce((total, { price }) => total + price, 0);
