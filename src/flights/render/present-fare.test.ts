import { expect, test } from 'vitest';
import { aFare, aSegment, fewRates } from '../../../test/support/products/flights.ts';
import type { Fare, Segment } from '../../travel/flight.ts';
import { describeMoney } from '../../travel/money.ts';
import { fareMessages } from './fare-messages.ts';
import { type FareDetail, type FareRenderContext, presentFare } from './present-fare.ts';
import { RateUnavailable } from '../../suppliers/ports/exchange-rates.ts';
import { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import { writeAnswer } from '../../offers/answers/write-answer.ts';
import { FareTermsCache } from './fare-terms-cache.ts';

function render(fare: Fare, detail: FareDetail, currency = 'USD', segments: readonly Segment[] = []) {
  return presented(fare, { display: displayIn(currency), terms: new FareTermsCache(), segments, detail });
}
function presented(fare: Fare, rendering: Omit<FareRenderContext, 'wording' | 'passengerCount'>) {
  const shown = { fare, total: rendering.display.convert(fare.total) };
  const wording = { messages: fareMessages('en'), describeFee: describeMoney };
  return JSON.parse(writeAnswer(presentFare(shown, 'tit_1', { ...rendering, wording, passengerCount: 1 })).toString());
}
function displayIn(currency: string): DisplayCurrency {
  return new DisplayCurrency(currency, (from) => fewRates.rate(from, currency));
}
const dollars = (value: number) => ({ value, currency: 'USD' });
const taxed = aFare({
  passengerPrices: [
    {
      kind: 'youth',
      quantity: 1,
      baseFare: dollars(42_000),
      taxes: dollars(8_001),
      taxLines: [
        { code: 'US', description: 'Transportation tax', amount: dollars(2_667) },
        { code: 'XF', description: 'Passenger facility charge', amount: dollars(2_667) },
        { code: 'YQ', description: 'Carrier-imposed surcharge', amount: dollars(2_667) },
      ],
    },
  ],
});

test('taxes stand line by line in the answer about one offer, and add up in every currency', () => {
  const [passenger] = render(taxed, 'full', 'EUR').price_per_passenger;
  expect(passenger).toMatchObject({
    passenger_type: 'ADULT',
    passenger_kind: 'youth',
    taxes: { value: 4_001, currency: 'EUR' },
  });
  expect(
    passenger.taxes_breakdown.map((line: { code: string; amount: { value: number } }) => [
      line.code,
      line.amount.value,
    ]),
  ).toEqual([
    ['US', 1_334],
    ['XF', 1_334],
    ['YQ', 1_333],
  ]);
  expect(render(taxed, 'list').price_per_passenger[0].taxes_breakdown).toBeUndefined();
});

test('tax lines that are not all the taxes there are stay what they were filed as', () => {
  const [price] = taxed.passengerPrices;
  if (price === undefined) throw new Error('the fare has a passenger');
  const partly = aFare({ passengerPrices: [{ ...price, taxLines: price.taxLines.slice(0, 2) }] });
  const [passenger] = render(partly, 'full', 'EUR').price_per_passenger;
  expect(passenger.taxes_breakdown.map((line: { amount: { value: number } }) => line.amount.value)).toEqual([
    1_334, 1_334,
  ]);
});

test('cached terms stand only in fares that have the same ones, in the same currency', () => {
  const terms = new FareTermsCache();
  const light = aFare();
  const show = (fare: Fare, currency: string) => {
    return presented(fare, { display: displayIn(currency), terms, segments: [], detail: 'list' });
  };
  expect(show(light, 'USD').change_fee).toMatchObject({ value: 7_500, currency: 'USD' });
  expect(show(light, 'EUR').change_fee).toMatchObject({ currency: 'EUR' });
  expect(show({ ...light, isChangeable: false }, 'USD').change_policy).toBe('Change not allowed.');
  expect(
    show({ ...light, checkedBags: { pieces: 2, weight: 23, dimensions: undefined } }, 'USD').included_baggage.pieces,
  ).toBe(2);
  expect(show({ ...light, bookingClasses: ['V', 'V'] }, 'USD').fare_rules[0].direction).toBe('both');
  expect(show(light, 'USD').fare_rules[0].direction).toBe('outbound');
  const early = {
    construction: 'one_way',
    seasons: ['low'],
    advancePurchaseDays: [14],
    minimumNights: undefined,
    maximumNights: undefined,
    needsSaturdayNight: false,
  } as const;
  expect(show({ ...light, conditions: early }, 'USD').fare_rules_summary).toContain(
    'To be bought at least 14 days before departure.',
  );
  expect(show(light, 'USD').fare_rules_summary).not.toContain('To be bought at least 14 days before departure.');
});

test('a fee that no rate converts stays in its own currency, and the offer is shown', () => {
  const display = new DisplayCurrency('GBP', (from) => {
    if (from === 'GBP') return 1;
    throw new RateUnavailable(`No exchange rate from ${from} to GBP is known.`, []);
  });
  const total = { value: 10_000, currency: 'GBP' };
  const fare = { ...aFare(), total, bookingFees: { value: 0, currency: 'GBP' }, passengerPrices: [] };
  const shown = presented(fare, { display, terms: new FareTermsCache(), segments: [], detail: 'list' });
  expect(shown.total_price).toMatchObject({ value: 10_000, currency: 'GBP' });
  expect(shown.change_fee).toEqual({ value: 7_500, currency: 'USD', decimal_places: 2 });
  expect(shown.fare_rules[0].penalty_fee).toEqual({ value: 7_500, currency: 'USD', decimal_places: 2 });
});

test('what the supplier files stands in provider_metadata, and a supplier that files nothing adds nothing', () => {
  const conditions = {
    construction: 'round_trip',
    seasons: ['low', 'high'],
    advancePurchaseDays: [14, 0],
    minimumNights: 3,
    maximumNights: 180,
    needsSaturdayNight: false,
  } as const;
  const round = aFare({ conditions, fareBasisCodes: ['LLX14RLT', 'HHWRLT'], bookingClasses: ['L', 'H'] });
  expect(render(round, 'list').provider_metadata).toEqual({
    seats_left: 7,
    fare_basis_codes: ['LLX14RLT', 'HHWRLT'],
    booking_classes: ['L', 'H'],
    filing_currency: 'USD',
    fare_type: 'round_trip',
    seasons: ['low', 'high'],
    advance_purchase_days: [14, 0],
    minimum_stay_nights: 3,
    maximum_stay_nights: 180,
    saturday_night_required: false,
  });
  expect(render(round, 'list').fare_rules[0].direction).toBe('both');
  expect(render(aFare(), 'list').provider_metadata).toEqual({
    seats_left: 7,
    fare_basis_codes: ['VLGT'],
    booking_classes: ['V'],
    filing_currency: 'USD',
  });
});

test('a rule says how its fee is reckoned and where it can be used', () => {
  const rule = {
    isAllowed: true,
    fee: dollars(5_000),
    minMinutesBeforeDeparture: undefined,
    maxMinutesBeforeDeparture: undefined,
    maxMinutesAfterDeparture: undefined,
  };
  const fare = aFare({
    isRefundable: true,
    refundSupport: 'manual',
    rules: [
      { ...rule, ruleType: 'change', minMinutesBeforeDeparture: 1440 },
      { ...rule, ruleType: 'refund' },
      { ...rule, ruleType: 'no_show', maxMinutesAfterDeparture: 60 },
    ],
  });
  expect(render(fare, 'list').fare_rules).toMatchObject([
    {
      rule_type: 'change',
      direction: 'outbound',
      penalty: 'fee',
      charge_model: ['per_traveler', 'plus_fare_difference'],
      channels: ['api', 'hosted_page'],
      min_minutes_before_departure: 1440,
    },
    { rule_type: 'refund', charge_model: ['per_traveler', 'kept_from_refund'], channels: ['support'] },
    { rule_type: 'no_show', charge_model: ['per_traveler'], channels: ['airline'], max_minutes_after_departure: 60 },
  ]);
  const simple = aFare({
    rules: [
      { ...rule, ruleType: 'change', fee: undefined },
      { ...rule, ruleType: 'refund', isAllowed: false },
    ],
  });
  expect(render(simple, 'list').fare_rules).toMatchObject([
    { penalty: 'free', penalty_fee: { value: 0, currency: 'USD', decimal_places: 2 } },
    { penalty: 'not_allowed', penalty_fee: null, charge_model: [], channels: [] },
  ]);
});

test("where another cabin is flown than the fare's, it says so and where", () => {
  const cabins = (cabinClass: Fare['cabinClass'], ...flown: readonly (readonly [string, Segment['cabinClass']])[]) =>
    render(
      aFare({ cabinClass }),
      'list',
      'USD',
      flown.map(([flightNumber, cabin]) =>
        aSegment({ flightNumber, ...(cabin === undefined ? {} : { cabinClass: cabin }) }),
      ),
    ).fare_descriptions.slice(3);
  expect(cabins('first', ['AF1184', 'business'], ['AF289', 'first'], ['AF1185', 'business'])).toEqual([
    'Business on AF1184, AF1185',
  ]);
  expect(cabins('first', ['AF289', 'first'])).toEqual([]);
  expect(cabins('first', ['XX1', undefined])).toEqual([]);
});

test('a service fee stands beside the total it is part of; without one there is no such field', () => {
  const fare = aFare();
  const rendering = { display: displayIn('USD'), terms: new FareTermsCache(), segments: [], detail: 'list' } as const;
  const wording = { messages: fareMessages('en'), describeFee: describeMoney };
  const shown = { fare, total: dollars(51_250), serviceFee: dollars(1_250) };
  const answer = presentFare(shown, 'tit_1', { ...rendering, wording, passengerCount: 2 });
  expect(answer).toMatchObject({
    total_price: { value: 51_250 },
    price_per_person: { value: 25_625 },
    service_fee: { value: 1_250, currency: 'USD', decimal_places: 2 },
    origin_total_price: { value: 50_000 },
    price_per_passenger: [{ base_fare: { value: 42_000 }, taxes: { value: 8_000 } }],
  });
  expect('service_fee' in render(fare, 'list')).toBe(false);
});
