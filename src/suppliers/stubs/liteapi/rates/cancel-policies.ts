import { hashText, mix } from '../../../../reference/hash.ts';
import { addDays, instantOfLocal } from '../../../../travel/dates.ts';
import type { StubHotel } from '../content/stub-hotels.ts';
import type { StubSettings } from '../settings.ts';
import type { OfferContent } from './offer-ids.ts';

/** From this instant on cancelling costs so much, in minor units or percent of the room's price. */
export interface PolicyTier {
  readonly at: Date;
  readonly type: 'amount' | 'percent';
  readonly value: number;
}

/** What cancelling a room costs and when. */
export interface CancelPolicy {
  readonly isRefundable: boolean;
  /** Null: the supplier has not said. */
  readonly tiers: readonly PolicyTier[] | null;
}

const LOCAL_TIMES = ['14:00:00', '18:00:00', '23:59:00'] as const;
const percentWhole = 100;

interface PricedRoom {
  readonly total: number;
  readonly firstNight: number;
}

/** The policy of one room of an offer, whose total and first night are in minor units. */
export function policyOf(
  hotel: StubHotel,
  offer: Pick<OfferContent, 'checkin' | 'plan' | 'issuedAt'>,
  { total, firstNight }: PricedRoom,
  isSparse: boolean,
): CancelPolicy {
  const hash = mix(hashText('policies'), hotel.number) >>> 0;
  const isPercent = hash % 6 === 0;
  const whole = isPercent
    ? ({ type: 'percent', value: percentWhole } as const)
    : ({ type: 'amount', value: total } as const);
  const issuedAt = new Date(offer.issuedAt);
  if (offer.plan === 'fixed' || offer.plan === 'package')
    return { isRefundable: false, tiers: isSparse && hash % 2 === 0 ? null : [{ at: issuedAt, ...whole }] };
  const local = LOCAL_TIMES[hash % LOCAL_TIMES.length] ?? LOCAL_TIMES[0];
  const at = (daysBefore: number): Date =>
    instantOfLocal(`${addDays(offer.checkin, -daysBefore)}T${local}`, hotel.city.zone);
  const daysFree = 2 + (hash % 6);
  if (at(daysFree) <= issuedAt) return { isRefundable: false, tiers: [{ at: issuedAt, ...whole }] };
  if (isSparse && hash % 13 === 5) return { isRefundable: true, tiers: null };
  const first = isPercent
    ? ({ type: 'percent', value: 50 } as const)
    : ({ type: 'amount', value: firstNight } as const);
  return {
    isRefundable: true,
    tiers: [
      { at: at(daysFree), ...first },
      { at: at(1), ...whole },
    ],
  };
}

/** What cancelling costs at an instant: the newest tier that has begun; undefined where nobody said. */
export function feeAt({ isRefundable, tiers }: CancelPolicy, total: number, now: Date): number | undefined {
  if (tiers === null) return isRefundable ? undefined : total;
  const begun = tiers.filter(({ at }) => at <= now).at(-1);
  if (begun === undefined) return 0;
  return begun.type === 'percent' ? Math.round((total * begun.value) / percentWhole) : begun.value;
}

/** A policy in LiteAPI's shape; `toAmount` makes a number of minor units. */
export function presentPolicy(
  { isRefundable, tiers }: CancelPolicy,
  {
    hotel,
    currency,
    zone,
  }: {
    readonly hotel: StubHotel;
    readonly currency: string;
    readonly zone: StubSettings['policy_zone'];
  },
  toAmount: (minor: number) => number,
): object {
  return {
    cancelPolicyInfos:
      tiers === null
        ? null
        : tiers.map(({ at, type, value }) => ({
            cancelTime: at.toISOString().slice(0, 19).replace('T', ' '),
            amount: type === 'percent' ? value : toAmount(value),
            currency,
            type,
            ...zoneField(zone, hotel),
          })),
    hotelRemarks: hotel.number % 7 === 0 ? ['Cancelling is free of charge for the sick.'] : [],
    refundableTag: isRefundable ? 'RFN' : 'NRFN',
  };
}

/** Every time is GMT, whether the field says so or not. */
function zoneField(zone: StubSettings['policy_zone'], { number }: StubHotel): object {
  const shown = zone === 'mixed' ? (['GMT', 'GMT', 'absent', 'empty'] as const)[number % 4] : zone;
  if (shown === 'absent') return {};
  return { timezone: shown === 'empty' ? '' : 'GMT' };
}
