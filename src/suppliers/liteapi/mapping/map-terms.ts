import { instantOfLocal } from '../../../travel/dates.ts';
import type { PenaltyBasis, StatedSchedule } from '../../../travel/cancellation.ts';
import { money, type Money, shareOfMoney } from '../../../travel/money.ts';
import { readAmount } from './amounts.ts';
import type { WirePolicies, WirePolicy } from './wire-rates.ts';

/** One step of what cancelling costs, as it is stored; the sum is in the currency of its room. */
export interface StoredStep {
  readonly fromMs: number;
  readonly penalty: number;
  readonly basis: PenaltyBasis;
}

/** What cancelling one room costs when; null: LiteAPI does not state it. */
export interface StoredTerms {
  readonly isRefundable: boolean | null;
  readonly steps: readonly StoredStep[] | null;
}

/** What a room costs: what LiteAPI takes for it, and what the guest pays. */
export interface RoomPrices {
  readonly retail: Money;
  readonly total: Money;
}

const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?$/;
const GMT: readonly string[] = ['', 'GMT', 'UTC'];

/**
 * The terms of a room in the port's form: the newest time that has passed holds. Times are GMT where no zone stands
 * beside them. A room that is not refundable, without any times, costs its price from `now` on. One time or sum that
 * cannot be read makes all of them unknown: the part that is left could look cheaper than it is.
 */
export function mapTerms(policies: WirePolicies | null | undefined, prices: RoomPrices, now: Date): StoredTerms {
  const tag = policies?.refundableTag;
  const isRefundable = tag === 'RFN' ? true : tag === 'NRFN' ? false : null;
  const infos = policies?.cancelPolicyInfos ?? [];
  if (infos.length === 0) {
    const whole = { fromMs: now.getTime(), penalty: prices.total.value, basis: 'percent' } as const;
    return { isRefundable, steps: isRefundable === false ? [whole] : null };
  }
  const steps = infos.map((info) => readStep(info, prices));
  const read = steps.filter((step) => step !== undefined);
  if (read.length < steps.length) return { isRefundable, steps: null };
  return { isRefundable, steps: read.sort((a, b) => a.fromMs - b.fromMs) };
}

/** The schedule of stored terms. */
export function toSchedule({ steps }: StoredTerms, currency: string): StatedSchedule {
  if (steps === null) return 'unknown';
  return steps.map(({ fromMs, penalty, basis }) => ({
    from: new Date(fromMs),
    penalty: money(penalty, currency),
    basis,
  }));
}

function readStep(info: WirePolicy, { retail, total }: RoomPrices): StoredStep | undefined {
  const from = readTime(info);
  const isPercent = info.type === 'percent';
  if (from === undefined || (!isPercent && info.type !== 'amount')) return undefined;
  const stated = isPercent ? readPercent(info.amount, total) : readAmount(info.amount, info.currency ?? '');
  if (stated === undefined || stated.value < 0 || stated.currency !== total.currency) return undefined;
  // Who loses all that LiteAPI takes loses all that was paid; nobody loses more than that.
  const isWhole = stated.value >= (isPercent ? total : retail).value;
  return {
    fromMs: from.getTime(),
    penalty: isWhole ? total.value : stated.value,
    basis: isPercent ? 'percent' : 'amount',
  };
}

function readPercent(amount: WirePolicy['amount'], total: Money): Money | undefined {
  const percent = Number(amount);
  return Number.isFinite(percent) ? shareOfMoney(total, percent / 100) : undefined;
}

function readTime({ cancelTime, timezone }: WirePolicy): Date | undefined {
  const match = LOCAL_TIME.exec(cancelTime.trim());
  if (match === null) return undefined;
  const zone = (timezone ?? '').trim();
  try {
    return instantOfLocal(`${match[1]}T${match[2]}`, GMT.includes(zone.toUpperCase()) ? 'UTC' : zone);
  } catch {
    // A date that does not exist, or a zone that nobody knows.
    return undefined;
  }
}
