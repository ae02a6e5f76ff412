import {
  type CancellationPenalty,
  type CancellationSchedule,
  isAlwaysFree,
  penaltyAt,
} from '../../../travel/cancellation.ts';
import { instantOfLocal, localOfInstant, zonedText } from '../../../travel/dates.ts';
import { decimalPlaces, type Money } from '../../../travel/money.ts';
import type { Stay, StayRate } from '../../../travel/stay.ts';
import { LODGING_CANCELLATION } from '../../model/names.ts';

/** What cancelling at an instant means, in the words of the draft. */
export type CancellationOutcome =
  | { readonly kind: 'percentage'; readonly buyer_bps: number }
  | { readonly kind: 'fixed_fee'; readonly penalty: { readonly amount: number } };

/** Outcomes by how long before the anchor they end, the farthest first. */
export interface PresentedSchedule {
  /** RFC 3339 with an offset. */
  readonly anchor: string;
  readonly tiers: readonly { readonly until: string; readonly outcome: CancellationOutcome }[];
  readonly after_last_tier: CancellationOutcome;
}

/** What cancelling one stay costs, as `policies[]` says it. */
export interface CancellationPolicy {
  readonly type: typeof LODGING_CANCELLATION;
  readonly description: { readonly plain: string };
  readonly refundability: 'refundable' | 'partially_refundable' | 'non_refundable';
  readonly schedule?: PresentedSchedule;
}

/** A room of a stay, when it is looked at, and what the session's amounts are in. */
interface CancelledStay {
  readonly stay: Stay;
  readonly rate: StayRate;
  readonly now: Date;
  readonly currency: string;
  /** Whether there is a service fee, which no cancellation gives back. */
  readonly hasServiceFee: boolean;
}

const ALL = 10_000;
const SECOND_MS = 1_000;

/**
 * What cancelling a room costs. Undefined where the supplier does not state it: nothing is said then, least of all that
 * it is free.
 */
export function cancellationPolicyOf(cancelled: CancelledStay): CancellationPolicy | undefined {
  const { rate, now } = cancelled;
  const { total, isRefundable } = rate;
  const policy = (refundability: CancellationPolicy['refundability'], plain: string) =>
    ({ type: LODGING_CANCELLATION, description: { plain }, refundability }) as const;
  if (rate.cancellation === 'unknown')
    return isRefundable === false ? policy('non_refundable', 'Nothing is given back on cancellation.') : undefined;
  const cancellation = rate.cancellation.map((step) => ({ ...step, from: wholeSecond(step.from) }));
  const penalty = penaltyAt(cancellation, now, total.currency);
  const description = describeCancellation(cancelled, cancellation);
  const schedule = scheduleOf(cancelled, cancellation);
  const known = schedule === undefined ? {} : { schedule };
  if (penalty.value === 0) return { ...policy('refundable', description), ...known };
  return { ...policy(penalty.value >= total.value ? 'non_refundable' : 'partially_refundable', description), ...known };
}

/**
 * The draft counts whole seconds: a cut-off within one counts from the beginning of it, which promises nobody too much.
 */
const wholeSecond = (instant: Date) => new Date(Math.floor(instant.getTime() / SECOND_MS) * SECOND_MS);

/**
 * The cut-offs of a schedule as durations before check-in. Absent where none is to come, where the zone of the property
 * is not known, and where a penalty cannot be said: one of another currency, or the whole of a price that the property
 * collects.
 *
 * The anchor is the time from which guests may check in, at the property; where that is not stated, the day begins
 * there. A cut-off after it takes its place, for no duration is negative.
 */
function scheduleOf(
  { stay, rate, now, currency }: CancelledStay,
  cancellation: CancellationSchedule,
): PresentedSchedule | undefined {
  const { zone, checkInFrom = '00:00' } = stay.hotel;
  const last = cancellation.at(-1);
  if (zone === undefined || last === undefined || isAlwaysFree(cancellation) || last.from <= now) return undefined;
  const second = ({ from }: CancellationPenalty) => from.getTime() / SECOND_MS;
  const checkIn = instantOfLocal(`${stay.checkIn}T${checkInFrom}:00`, zone).getTime() / SECOND_MS;
  const anchor = Math.max(checkIn, second(last));
  const tiers: { until: string; outcome: CancellationOutcome }[] = [];
  let outcome: CancellationOutcome = { kind: 'percentage', buyer_bps: ALL };
  for (const [index, step] of cancellation.entries()) {
    const next = outcomeOf(step.penalty, rate, currency);
    if (next === undefined) return undefined;
    const following = cancellation[index + 1];
    // Of two steps within one second the later one counts: a tier without length is none.
    const isOverAtOnce = following !== undefined && second(following) === second(step);
    if (!isOverAtOnce) tiers.push({ until: durationOf(anchor - second(step)), outcome });
    outcome = isOverAtOnce ? outcome : next;
  }
  return { anchor: zonedText(new Date(anchor * SECOND_MS), zone), tiers, after_last_tier: outcome };
}

function outcomeOf(
  penalty: Money,
  { total, paymentType }: StayRate,
  currency: string,
): CancellationOutcome | undefined {
  if (penalty.value === 0) return { kind: 'percentage', buyer_bps: ALL };
  if (penalty.value >= total.value && paymentType === 'pay_now') return { kind: 'percentage', buyer_bps: 0 };
  return penalty.currency === currency ? { kind: 'fixed_fee', penalty: { amount: penalty.value } } : undefined;
}

const PARTS = [
  ['H', 3_600],
  ['M', 60],
  ['S', 1],
] as const;
const DAY_SECONDS = 86_400;

/** Whole seconds as an ISO 8601 duration of days, hours, minutes and seconds; a day has 24 hours. */
export function durationOf(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS);
  let left = seconds % DAY_SECONDS;
  let time = '';
  for (const [letter, size] of PARTS) {
    const count = Math.floor(left / size);
    if (count > 0) time += `${count}${letter}`;
    left -= count * size;
  }
  if (days === 0) return `PT${time === '' ? '0S' : time}`;
  return `P${days}D${time === '' ? '' : `T${time}`}`;
}

/** The whole schedule in words: until when it is free, and what it costs from when on. */
function describeCancellation(
  { stay, rate, now, hasServiceFee }: CancelledStay,
  cancellation: CancellationSchedule,
): string {
  const fee = hasServiceFee ? ['The service fee is not given back.'] : [];
  if (isAlwaysFree(cancellation)) return ['Cancelling is free at any time.', ...fee].join(' ');
  const zone = stay.hotel.zone ?? 'UTC';
  const at = (instant: Date) => `${localOfInstant(instant, zone).slice(0, 16).replace('T', ' ')} (${zone})`;
  const cost = ({ penalty }: CancellationPenalty) => {
    if (penalty.value === 0) return 'nothing';
    return penalty.value >= rate.total.value ? 'the whole price' : moneyText(penalty);
  };
  const current = cancellation.findLast(({ from }) => from <= now);
  const later = cancellation.filter(({ from }) => from > now);
  const [next] = later;
  const before = current === undefined || current.penalty.value === 0 ? 'is free' : `costs ${cost(current)}`;
  const begin = next === undefined ? `Cancelling ${before}.` : `Cancelling ${before} until ${at(next.from)}.`;
  return [begin, ...later.map((step) => `From ${at(step.from)} it costs ${cost(step)}.`), ...fee].join(' ');
}

function moneyText({ value, currency }: Money): string {
  const places = decimalPlaces(currency);
  return `${currency} ${(value / 10 ** places).toFixed(places)}`;
}
