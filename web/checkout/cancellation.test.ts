import { describe, expect, test } from 'vitest';
import { money } from '../../src/travel/money.ts';
import { describeCancellation } from './cancellation.ts';
import { messagesOf, PAGE_LANGUAGES } from './messages.ts';
import type { CancellationView } from './view-item.ts';

const flexible: CancellationView = {
  now: { cost: 'nothing' },
  later: [
    { cost: 'amount', amount: money(12_000, 'EUR'), from: { kind: 'time', timeLocal: '2026-10-03T18:00:00' } },
    { cost: 'whole_price', from: { kind: 'start' } },
  ],
};
/** Spaces that languages keep unbroken are spaces here. */
const plain = (lines: readonly string[]) => lines.map((line) => line.replace(/[\u00a0\u202f]/g, ' '));

describe('cancellation in plain words', () => {
  test.each([
    [
      'en',
      [
        'Free cancellation until Sat, 3 Oct 2026, 18:00, hotel time.',
        'After that, cancelling costs €120.00.',
        'From check-in, cancelling costs the whole price.',
      ],
    ],
    [
      'fr',
      [
        'Annulation gratuite jusqu’au sam. 3 oct. 2026 à 18:00 (heure de l’hôtel).',
        'Ensuite, l’annulation coûte 120,00 €.',
        'Dès l’heure d’arrivée, l’annulation coûte le prix total.',
      ],
    ],
    [
      'de',
      [
        'Kostenlos stornierbar bis Sa., 3. Okt. 2026, 18:00 Uhr (Ortszeit des Hotels).',
        'Danach kostet die Stornierung 120,00 €.',
        'Ab Check-in kostet die Stornierung den gesamten Preis.',
      ],
    ],
    [
      'es',
      [
        'Cancelación gratuita hasta el sáb, 3 oct 2026, 18:00 (hora del hotel).',
        'Después, cancelar cuesta 120,00 €.',
        'Desde la hora de entrada, cancelar cuesta el precio completo.',
      ],
    ],
    [
      'ja',
      [
        '2026年10月3日(土) 18:00（ホテルの現地時間）まではキャンセル無料です。',
        'その後のキャンセル料は€120.00です。',
        'チェックイン以降のキャンセル料は全額です。',
      ],
    ],
  ] as const)('%s', (language, sentences) => {
    expect(plain(describeCancellation(messagesOf(language), 'hotel', flexible))).toEqual(sentences);
  });

  test('what cannot be given back says so, whatever the language, and nothing else', () => {
    const lines = PAGE_LANGUAGES.map((language) =>
      describeCancellation(messagesOf(language), 'car', { now: { cost: 'whole_price' }, later: [] }),
    );
    expect(lines.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
    expect(lines[0]).toEqual(['Not refundable: cancelling costs the whole price.']);
  });

  test('a fee from the first moment on is not called free', () => {
    expect(
      describeCancellation(messagesOf('en'), 'car', {
        now: { cost: 'amount', amount: money(5_000, 'EUR') },
        later: flexible.later,
      }),
    ).toEqual([
      'Cancelling costs €50.00.',
      'From Sat, 3 Oct 2026, 18:00, branch time, cancelling costs €120.00.',
      'From pick-up, cancelling costs the whole price.',
    ]);
  });

  test('free until check-in, and free for good', () => {
    const untilCheckIn = {
      now: { cost: 'nothing' },
      later: [{ cost: 'whole_price', from: { kind: 'start' } }],
    } as const;
    expect(describeCancellation(messagesOf('en'), 'hotel', untilCheckIn)).toEqual([
      'Free cancellation until check-in.',
      'From check-in, cancelling costs the whole price.',
    ]);
    expect(describeCancellation(messagesOf('en'), 'hotel', { now: { cost: 'nothing' }, later: [] })).toEqual([
      'Free cancellation.',
    ]);
  });
});
