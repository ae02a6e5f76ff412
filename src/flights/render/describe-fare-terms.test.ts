import { expect, test } from 'vitest';
import { aFare } from '../../../test/support/products/flights.ts';
import type { Fare, PenaltyRule } from '../../travel/flight.ts';
import { LOCALES } from '../../travel/locale.ts';
import { describeMoney } from '../../travel/money.ts';
import { fareMessages } from './fare-messages.ts';
import { dearestFee, describeConditions, describeNoShow, describePolicy } from './describe-fare-terms.ts';

const asFiled = { messages: fareMessages('en'), describeFee: describeMoney };
function rule(part: Partial<PenaltyRule>): PenaltyRule {
  return {
    ruleType: 'change',
    isAllowed: true,
    fee: undefined,
    minMinutesBeforeDeparture: undefined,
    maxMinutesBeforeDeparture: undefined,
    maxMinutesAfterDeparture: undefined,
    ...part,
  };
}
const dollars = (value: number) => ({ value: value * 100, currency: 'USD' });
const change = (fare: Partial<Fare>) => describePolicy('change', aFare(fare), asFiled);

test('a policy names every window and its fee, the earliest first', () => {
  const rules = [
    rule({ fee: dollars(90), minMinutesBeforeDeparture: 60, maxMinutesBeforeDeparture: 4320 }),
    rule({ fee: dollars(70), minMinutesBeforeDeparture: 4320 }),
  ];
  expect(change({ rules })).toBe(
    'Change for USD 70.00 per traveler until 3 days before departure, for USD 90.00 per traveler until 1 h before departure. A fare difference may apply.',
  );
  expect(dearestFee(aFare({ rules }), 'change')).toEqual(dollars(90));
});

test('of fees in two currencies none is said to be the highest', () => {
  const rules = [
    rule({ fee: { value: 9_000, currency: 'JPY' }, minMinutesBeforeDeparture: 60, maxMinutesBeforeDeparture: 4320 }),
    rule({ fee: dollars(70), minMinutesBeforeDeparture: 4320 }),
  ];
  expect(dearestFee(aFare({ rules }), 'change')).toBe('unknown');
});

test('free and forbidden are said as such, and forbidden wins over a rule that is left', () => {
  expect(change({ rules: [rule({ minMinutesBeforeDeparture: 45 })] })).toBe(
    'Change free of charge until 45 min before departure. A fare difference may apply.',
  );
  expect(change({ rules: [rule({})] })).toBe('Change free of charge before departure. A fare difference may apply.');
  expect(change({ isChangeable: false, rules: [rule({ fee: dollars(70) })] })).toBe('Change not allowed.');
  expect(
    describePolicy(
      'refund',
      aFare({ isRefundable: true, rules: [rule({ ruleType: 'refund', fee: dollars(40) })] }),
      asFiled,
    ),
  ).toBe('Refund for USD 40.00 per traveler before departure.');
  expect(dearestFee(aFare({ rules: [rule({})] }), 'change')).toBeUndefined();
});

test("a bag that may be added is told by its kind and weight; English keeps the supplier's words", () => {
  const bag = { type: 'checked_bag', weightKg: 23, description: 'Extra checked bag, 23 kg' } as const;
  expect(LOCALES.map((locale) => fareMessages(locale).extraBag(bag))).toEqual([
    'Extra checked bag, 23 kg',
    'Bagage en soute supplémentaire, 23 kg',
    'Zusätzliches Aufgabegepäck, 23 kg',
    'Maleta facturada adicional, 23 kg',
    '额外托运行李，23 公斤',
    '追加の受託手荷物（23 kg）',
    '추가 위탁 수하물 (23kg)',
  ]);
  expect(fareMessages('fr').extraBag({ ...bag, type: 'carry_on', weightKg: 10 })).toBe(
    'Bagage cabine supplémentaire, 10 kg',
  );
});

test('what a no-show costs, and when the ticket is worthless', () => {
  const noShow = (part: Partial<PenaltyRule>) =>
    describeNoShow(aFare({ rules: [rule({ ruleType: 'no_show', ...part })] }), asFiled);
  expect(noShow({ fee: dollars(110), maxMinutesAfterDeparture: 60 })).toBe(
    'After a no-show, a later flight for USD 110.00 per traveler until 1 h after departure; then the ticket is worthless.',
  );
  expect(noShow({ isAllowed: false })).toBe('After a no-show the ticket is worthless.');
  expect(describeNoShow(aFare({ rules: [] }), asFiled)).toBeUndefined();
});

test('conditions are told only where the price asks for something', () => {
  const none = {
    construction: 'round_trip',
    seasons: ['low', 'low'],
    advancePurchaseDays: [0, 0],
    minimumNights: undefined,
    maximumNights: undefined,
    needsSaturdayNight: false,
  } as const;
  expect(describeConditions(none, asFiled.messages)).toEqual([]);
  expect(
    describeConditions({ ...none, advancePurchaseDays: [14, 21], needsSaturdayNight: true }, asFiled.messages),
  ).toEqual(['To be bought at least 21 days before departure.', 'The stay includes a Saturday night.']);
  expect(describeConditions({ ...none, minimumNights: 3, maximumNights: 180 }, asFiled.messages)).toEqual([
    'The stay lasts at least 3 nights, at most 180.',
  ]);
});

test('every language tells the same conditions in its own words', () => {
  const fare = aFare({
    rules: [
      rule({ fee: dollars(70), minMinutesBeforeDeparture: 1440 }),
      rule({ ruleType: 'no_show', isAllowed: false }),
    ],
  });
  const told = LOCALES.map((locale) => {
    const wording = { messages: fareMessages(locale), describeFee: () => '70' };
    const { bags } = wording.messages;
    return [
      describePolicy('change', fare, wording),
      describePolicy('refund', fare, wording),
      describeNoShow(fare, wording),
      bags({ pieces: 2, weight: 23 }, 'checked'),
      bags({ pieces: 0, weight: undefined }, 'cabin'),
    ];
  });
  for (const [policy, , , bags] of told) expect(`${policy}${bags}`).toMatch(/70.*2.*23/s);
  for (const position of [0, 1, 2, 3, 4])
    expect(new Set(told.map((texts) => texts[position])).size).toBe(LOCALES.length);
  expect(told[2]).toEqual([
    'Umbuchung für 70 pro Person bis 24 Std. vor Abflug. Eine Tarifdifferenz kann anfallen.',
    'Keine Erstattung.',
    'Bei Nichtantritt verfällt das Ticket.',
    '2 Aufgabegepäckstücke bis 23 kg',
    'Kein Handgepäckstück',
  ]);
});
