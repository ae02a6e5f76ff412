import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyOfCeiling } from './price-ceiling.ts';
import { parseQuery } from './query-text.ts';

const BREAKFAST = ['BI', 'BB', 'HB', 'FB', 'AI'];
const night = (amount: number, currency?: string) => ({ amount, currency, per: 'night' });

describe('a text is taken apart', () => {
  test.each([
    [
      '4 star hotel in Lisbon with breakfast under 150 euros a night and free cancellation',
      { boards: BREAKFAST, ceiling: night(150, 'EUR'), refund: 'free_cancellation', starRatings: [4], core: 'Lisbon' },
    ],
    [
      'Barcelona all inclusive max $200',
      { boards: ['AI'], ceiling: night(200, '$'), refund: undefined, starRatings: [], core: 'Barcelona' },
    ],
    [
      'hôtel à Lyon avec petit déjeuner compris, moins de 120 € par nuit, annulation gratuite',
      { boards: BREAKFAST, ceiling: night(120, 'EUR'), refund: 'free_cancellation', core: 'Lyon' },
    ],
    [
      'Hotel in München mit Frühstück unter 150 Euro pro Nacht, nicht stornierbar',
      { boards: BREAKFAST, ceiling: night(150, 'EUR'), refund: 'non_refundable', core: 'Munchen' },
    ],
    [
      'hotel de cuatro estrellas en Madrid con desayuno por menos de 100 euros la noche, reembolsable',
      { boards: BREAKFAST, ceiling: night(100, 'EUR'), refund: 'refundable', starRatings: [4], core: 'Madrid' },
    ],
    ['HB Mallorca', { boards: ['HB', 'FB', 'AI'], core: 'Mallorca' }],
    ['half-board in Innsbruck', { boards: ['HB', 'FB', 'AI'], core: 'Innsbruck' }],
    ['Vollpension Rom', { boards: ['FB', 'AI'], core: 'Rom' }],
    ['room only, Nice', { boards: ['RO'], core: 'Nice' }],
    ['Nice without breakfast', { boards: ['RO'], core: 'Nice' }],
    ['B&B in Bath', { boards: BREAKFAST, core: 'Bath' }],
    ['bi-national ai conference in Bonn', { boards: undefined, core: 'bi-national ai conference in Bonn' }],
    ['non-refundable Paris', { refund: 'non_refundable', core: 'Paris' }],
    ['fully refundable Paris', { refund: 'refundable', core: 'Paris' }],
    ['Rome 3-4 stars 200€ or less', { ceiling: night(200, 'EUR'), starRatings: [3, 4], core: 'Rome' }],
    ['at least 4 stars Tokyo under ¥20,000', { ceiling: night(20_000, '¥'), starRatings: [4, 5], core: 'Tokyo' }],
    ['4+ stars Lisbon', { starRatings: [4, 5], core: 'Lisbon' }],
    ['five-star hotel Dubai', { starRatings: [5], core: 'Dubai' }],
    ['at most 4 stars Dubai', { starRatings: [1, 2, 3, 4], core: 'Dubai' }],
    ['Dubai up to 3 stars under 90', { starRatings: [1, 2, 3], ceiling: night(90), core: 'Dubai' }],
    ['Dubai 3 stars or less', { starRatings: [1, 2, 3], core: 'Dubai' }],
    ['Rom bis zu 4 Sterne', { starRatings: [1, 2, 3, 4], core: 'Rom' }],
    ['Nice breakfast not included', { boards: ['RO'], core: 'Nice' }],
    ['Nice no breakfast', { boards: ['RO'], core: 'Nice' }],
    ['Nice no refund', { refund: 'non_refundable', core: 'Nice' }],
    ['Nice no free cancellation', { refund: 'non_refundable', core: 'Nice' }],
    ['Lisbon under 999,999,999,999,999,999 euros', { ceiling: undefined, core: 'Lisbon' }],
    ['Lisbon under 99999999999999999999 euros', { ceiling: undefined, core: 'Lisbon' }],
    ['Lisbon under 1,000,000,000 euros', { ceiling: night(1_000_000_000, 'EUR'), core: 'Lisbon' }],
    ['5* Dubai', { starRatings: [5], core: 'Dubai' }],
    ['Hotel 31 New York', { starRatings: [], ceiling: undefined, core: '31 New York' }],
    [
      'under 1,200 USD in total New York',
      { ceiling: { amount: 1_200, currency: 'USD', per: 'stay' }, core: 'New York' },
    ],
    ['Praha under 2 500 CZK a night', { ceiling: night(2_500, 'CZK'), core: 'Praha' }],
    ['under 90 per night Nice', { ceiling: night(90), core: 'Nice' }],
    ['under 90 all inclusive Nice', { boards: ['AI'], ceiling: night(90), core: 'Nice' }],
    ['Nice unter 99,50 EUR', { ceiling: night(99.5, 'EUR'), core: 'Nice' }],
    ['Nice 90 EUR MAX', { ceiling: night(90, 'EUR'), core: 'Nice' }],
    ['JFK', { core: 'JFK', rest: 'JFK' }],
    ['hotels near Le Mans please', { core: 'Mans', rest: 'hotels near Le Mans please' }],
    ['', { boards: undefined, ceiling: undefined, refund: undefined, starRatings: [], core: '', rest: '' }],
  ])('%j', (text, found) => {
    expect(parseQuery(text)).toMatchObject(found);
  });
});

describe('whatever the order of its pieces', () => {
  const BOARDS = [
    ['with breakfast', BREAKFAST],
    ['all inclusive', ['AI']],
    ['halbpension', ['HB', 'FB', 'AI']],
    ['pension complete', ['FB', 'AI']],
    ['solo alojamiento', ['RO']],
  ] as const;
  const REFUNDS = [
    ['free cancellation', 'free_cancellation'],
    ['remboursable', 'refundable'],
    ['no reembolsable', 'non_refundable'],
  ] as const;
  const LEADS = ['under', 'max', 'less than', 'moins de', 'unter', 'menos de'] as const;
  const CITIES = ['Lisbon', 'New York', 'Aix en Provence', '東京', 'Zürich'] as const;

  test('board, ceiling, refund and stars are found, and only the place is left', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BOARDS),
        fc.constantFrom(...REFUNDS),
        fc.constantFrom(...LEADS),
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...CITIES),
        fc.constantFrom(0, 1, 2, 3, 4),
        ([boardText, boards], [refundText, refund], lead, amount, stars, city, turn) => {
          const pieces = [boardText, refundText, `${lead} ${amount} euros`, `${stars} star hotel`, `in ${city}`];
          const parsed = parseQuery([...pieces.slice(turn), ...pieces.slice(0, turn)].join(', '));
          expect([parsed.boards, parsed.refund, parsed.ceiling, parsed.starRatings]).toEqual([
            boards,
            refund,
            night(amount, 'EUR'),
            [stars],
          ]);
          expect(parsed.core).toBe(city === 'Zürich' ? 'Zurich' : city);
        },
      ),
    );
  });

  test('any text at all is read, in no time, and nothing is added to it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const startedAt = performance.now();
        const { rest, core, starRatings, ceiling } = parseQuery(text);
        expect(performance.now() - startedAt).toBeLessThan(5_000);
        expect(rest.length).toBeLessThanOrEqual(text.normalize('NFC').length * 3);
        expect(rest).toContain(core);
        expect(starRatings.every((stars) => stars >= 1 && stars <= 5)).toBe(true);
        expect(ceiling === undefined || ceiling.amount > 0).toBe(true);
      }),
    );
  });

  test('long runs of what it looks for are no trap', () => {
    for (const piece of [
      'under ',
      '1,',
      'a night ',
      '4 star ',
      'free ',
      'petit ',
      '$',
      ' ',
      '1 ',
      'per night under 1 ',
    ]) {
      const startedAt = performance.now();
      parseQuery(piece.repeat(300).slice(0, 300));
      expect([piece, performance.now() - startedAt < 50]).toEqual([piece, true]);
    }
  });
});

test("a sign that several currencies share is the search's own where it has one", () => {
  const of = (currency: string | undefined, shown: string) => currencyOfCeiling({ currency }, shown);
  expect([
    of(undefined, 'CHF'),
    of('EUR', 'USD'),
    of('$', 'EUR'),
    of('$', 'CAD'),
    of('¥', 'EUR'),
    of('¥', 'CNY'),
  ]).toEqual(['CHF', 'EUR', 'USD', 'CAD', 'JPY', 'CNY']);
});
