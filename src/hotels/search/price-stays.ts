import type { App } from '../../context.ts';
import { staySubject } from '../../pricing/model/fee-subject.ts';
import type { ServiceFees } from '../../pricing/service-fees.ts';
import { convertMoney, minorConverter, money, moneyFromMajor } from '../../travel/money.ts';
import type { HotelOffer, RoomParty, StayRate } from '../../travel/stay.ts';
import type { RatePreferences, RatePrice } from '../model/match-preferences.ts';
import { partyKey } from '../model/occupancy.ts';
import { currencyOfCeiling } from '../model/price-ceiling.ts';
import type { StaySearch } from '../model/stay-search.ts';

/** An offer and who answered it. */
export interface SourcedHotel {
  readonly supplierId: string;
  readonly offer: HotelOffer;
}
/** What all hotels of one search share: what the guest wants, the budget and the conversion of money. */
export interface DisplayContext {
  readonly now: Date;
  readonly preferences: RatePreferences;
  readonly hasPreferences: boolean;
  readonly roomCount: number;
  /** Minor units of the shown currency for the whole stay. */
  readonly budget: number | undefined;
  convert(from: string): (value: number) => number;
  /** The organization's fee on what is paid now at a hotel, in the shown currency; undefined where it adds nothing. */
  readonly feeOf: ((supplied: SourcedHotel, dueNow: number) => number) | undefined;
  readonly supports: (currency: string) => boolean;
  /** Whether there is a rate from a currency into the shown one. */
  readonly converts: (currency: string) => boolean;
  readonly groups: readonly { readonly party: RoomParty; readonly indexes: readonly number[] }[];
}

/** The context of one search: the fees of its organization, its currency and rates. */
export function createDisplayContext(
  app: Pick<App, 'rates'>,
  search: StaySearch,
  now: Date,
  fees: ServiceFees,
): DisplayContext {
  const converters = new Map<string, (value: number) => number>();
  const { currency, nights, query, budgetPerNight } = search;
  const preferences = toRatePreferences(app, search);
  let last = { from: '', convert: (value: number) => value };
  return {
    now,
    preferences,
    roomCount: query.rooms.length,
    hasPreferences:
      preferences.boards !== undefined || preferences.payableMax !== undefined || preferences.refund !== undefined,
    budget: budgetPerNight && budgetPerNight.value * nights,
    convert(from) {
      // Rates of one hotel are filed in one currency: most calls ask for the one before.
      if (last.from === from) return last.convert;
      const convert = converters.get(from) ?? minorConverter(from, currency, app.rates.selling(from, currency).rate);
      converters.set(from, convert);
      last = { from, convert };
      return convert;
    },
    feeOf: fees.areNone
      ? undefined
      : ({ supplierId, offer }, dueNow) =>
          fees.feeOf(staySubject(supplierId, offer.hotel), money(dueNow, currency)).value,
    supports: (code) => app.rates.supports(code),
    converts: (code) => app.rates.supports(code) && app.rates.converts(code, currency),
    groups: [
      ...Map.groupBy(
        query.rooms.map((party, index) => ({ party, index })),
        ({ party }) => partyKey(party),
      ).values(),
    ].map((rooms) => ({
      party: rooms[0]?.party ?? query.rooms[0],
      indexes: rooms.map(({ index }) => index),
    })),
  };
}

/** The ceiling of the text in the shown currency, for one room and all nights; one in an unknown currency is none. */
function toRatePreferences(app: Pick<App, 'rates'>, { preferences, currency, nights }: StaySearch): RatePreferences {
  const { boards, refund, ceiling } = preferences;
  const ceilingCurrency = ceiling && currencyOfCeiling(ceiling, currency);
  if (ceiling === undefined || ceilingCurrency === undefined || !app.rates.converts(ceilingCurrency, currency))
    return { boards, refund, payableMax: undefined };
  const amount = convertMoney(
    moneyFromMajor(ceiling.amount, ceilingCurrency),
    currency,
    app.rates.rate(ceilingCurrency, currency),
  ).value;
  return { boards, refund, payableMax: ceiling.per === 'night' ? amount * nights : amount };
}

/** Everything the guest pays for a room booked alone as far as it is stated: `supplierPriceOf` and the fee. */
export function payableOf(supplied: SourcedHotel, rate: StayRate, display: DisplayContext): number {
  return supplierPriceOf(rate, display) + feeOfRate(supplied, rate, display);
}

/** The organization's fee on a room booked alone; 0: nothing. */
export function feeOfRate(supplied: SourcedHotel, rate: StayRate, display: DisplayContext): number {
  return display.feeOf?.(supplied, supplierDueNowOf(rate, display)) ?? 0;
}

/** What the supplier is paid now, minor units of the shown currency. */
export function supplierDueNowOf({ paymentType, total }: StayRate, display: DisplayContext): number {
  return paymentType === 'pay_now' ? display.convert(total.currency)(total.value) : 0;
}

/**
 * Everything a room costs without fees as far as it is stated, minor units of the shown currency: the total and the
 * taxes beside it. Each amount is converted by itself, so that what is shown adds up and the trip reaches the same
 * numbers room by room.
 */
export function supplierPriceOf({ total, taxes }: StayRate, display: DisplayContext): number {
  const toShown = display.convert(total.currency);
  let payable = toShown(total.value);
  for (const { isIncluded, amount } of taxes) {
    if (isIncluded || amount === undefined) continue;
    if (amount.currency === total.currency) payable += toShown(amount.value);
    else if (display.converts(amount.currency)) payable += display.convert(amount.currency)(amount.value);
  }
  return payable;
}

/**
 * Whether nothing is collected beside `supplierPriceOf`: no tax of unknown amount, or in a currency that cannot be
 * shown.
 */
export function isDueStated({ total, taxes }: StayRate, display: DisplayContext): boolean {
  return taxes.every(
    ({ isIncluded, amount }) =>
      isIncluded || (amount !== undefined && (amount.currency === total.currency || display.converts(amount.currency))),
  );
}

/** What a room booked alone costs, and whether that is all. */
export function priceOf(supplied: SourcedHotel, rate: StayRate, display: DisplayContext): RatePrice {
  return { payable: payableOf(supplied, rate, display), isAllStated: isDueStated(rate, display) };
}
