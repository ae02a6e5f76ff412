import { describe, expect, test } from 'vitest';
import { aBookedFamily, aFulfilmentMail, aMail, aMovedFlight } from '../../test/support/mails.ts';
import { money } from '../../src/travel/money.ts';
import { mailMessagesOf } from './messages.ts';
import { messagesOf, PAGE_LANGUAGES, type PageLanguage } from '../checkout/messages.ts';
import { renderMail, type RenderedMail } from './render-mail.ts';
import type { ChangedMailView, MailView, RefundedMailView } from './view.ts';

const MANAGE_URL = 'https://bly.example/manage/open/token';
const write = (view: MailView, language: PageLanguage = 'en', isSandbox = false): RenderedMail =>
  renderMail(language, { isSandbox, manageUrl: MANAGE_URL }, view);
/** The words of the HTML without its markup, spaces made plain. */
const readHtml = ({ html }: RenderedMail): string =>
  html
    .replace(/<style[\s\S]*?<\/style>|<div style="display:none[\s\S]*?<\/div>|<[^>]*>/g, ' ')
    .replace(/[\s\u00a0\u202f]+/g, ' ');
const flat = (text: string): string => text.replace(/\s+/g, ' ');
const aRefund = (part: Partial<RefundedMailView> = {}): MailView => {
  const view = aMail('refunded');
  if (view.kind !== 'refunded') throw new Error('a refund');
  return { ...view, ...part };
};
const aChange = (part: Partial<ChangedMailView> = {}): MailView => {
  const view = aMail('changed');
  if (view.kind !== 'changed') throw new Error('a change');
  return { ...view, ...part };
};

test.for(PAGE_LANGUAGES)(
  '%s: credit instead of money is told with its worth, code and end, and no refund is promised',
  (language) => {
    const { travelCredit } = messagesOf(language);
    const view = aRefund({
      refund: money(0, 'EUR'),
      credits: [
        {
          kind: 'airline_credit',
          name: 'Future Flight Credit',
          code: 'X7K2',
          amount: money(9_080, 'GBP'),
          expiresOn: '2027-11-27',
          travelerName: 'Nellie Bly',
        },
      ],
    });
    const mail = write(view, language);
    for (const text of [readHtml(mail), flat(mail.text.replace(/[\u00a0\u202f]/g, ' '))]) {
      for (const said of [
        travelCredit.instead,
        travelCredit.kind.airline_credit,
        travelCredit.code('X7K2'),
        'Nellie Bly',
      ])
        expect(text).toContain(said);
      expect(text).toMatch(/90[.,]80/);
      expect(text).toContain('2027');
    }
  },
);

describe('subjects', () => {
  test.each([
    [
      'en',
      'Your booking BLY-7Q2M4K is confirmed',
      'We could not book your trip (BLY-7Q2M4K)',
      'Your refund of €480.00 (BLY-7Q2M4K)',
      'Your booking BLY-7Q2M4K has been changed',
    ],
    [
      'fr',
      'Votre réservation BLY-7Q2M4K est confirmée',
      'Nous n’avons pas pu réserver votre voyage (BLY-7Q2M4K)',
      'Votre remboursement de 480,00 € (BLY-7Q2M4K)',
      'Votre réservation BLY-7Q2M4K a été modifiée',
    ],
    [
      'de',
      'Ihre Buchung BLY-7Q2M4K ist bestätigt',
      'Wir konnten Ihre Reise nicht buchen (BLY-7Q2M4K)',
      'Ihre Erstattung von 480,00 € (BLY-7Q2M4K)',
      'Ihre Buchung BLY-7Q2M4K wurde geändert',
    ],
    [
      'es',
      'Su reserva BLY-7Q2M4K está confirmada',
      'No hemos podido reservar su viaje (BLY-7Q2M4K)',
      'Su reembolso de 480,00 € (BLY-7Q2M4K)',
      'Su reserva BLY-7Q2M4K ha cambiado',
    ],
    [
      'ja',
      'ご予約 BLY-7Q2M4K が確定しました',
      'ご旅行を予約できませんでした（BLY-7Q2M4K）',
      '€480.00 のご返金（BLY-7Q2M4K）',
      'ご予約 BLY-7Q2M4K が変更されました',
    ],
  ] as const)('in %s say what happened and to which booking', (language, ...subjects) => {
    const written = (['confirmed', 'failed', 'refunded', 'changed'] as const).map(
      (kind) => write(aMail(kind), language).subject,
    );
    expect(written.map((subject) => subject.replace(/[\u00a0\u202f]/g, ' '))).toEqual(subjects);
  });

  test('tell booked in part, given up without a refund, and other times from the airline apart', () => {
    expect(write(aFulfilmentMail(aBookedFamily({ car: 'failed' }))).subject).toBe(
      'Part of your trip is booked (BLY-7Q2M4K)',
    );
    expect(write(aRefund({ refund: money(0, 'EUR'), retained: money(60_000, 'EUR') })).subject).toBe(
      'Your cancellation (BLY-7Q2M4K)',
    );
    expect(write(aMovedFlight()).subject).toBe('New times for your booking BLY-7Q2M4K');
  });
});

describe('a confirmed trip', () => {
  const mail = write(aMail('confirmed'));

  test('names the reference, every number, local times, what was paid and what is still to be paid where', () => {
    const text = flat(mail.text);
    expect(text).toContain('You are booked ============== Booking reference: BLY-7Q2M4K Total paid €1,380.00');
    expect(text).toContain(
      'Airline confirmation number: K4R7TQ Outbound · Sat, 3 Oct 2026 Paris → HND 13:35 CDG → 09:25 HND (12 h 50 min, Nonstop, arrives next day)',
    );
    expect(text).toContain('* Air France AF274 · Boeing 777-300ER 13:35 Paris CDG (CDG), Terminal 2E');
    expect(text).toContain('- Checked bag, 23 kg (Outbound, Paris → HND · Nellie Bly)');
    expect(text).toContain('Hotel confirmation number: MIRA-20771 5 nights · 1 room Hotel Miramar');
    expect(text).toContain('Check-in: Sat, 3 Oct 2026, from 15:00 Check-out: Thu, 8 Oct 2026, until 11:00');
    expect(text).toContain('Rental confirmation number: RV-5512908');
    expect(text).toContain(
      'Cancellation - Free cancellation until Thu, 1 Oct 2026, 18:00, hotel time. - After that, cancelling costs €120.00.',
    );
    expect(text).toContain(
      'Pay later At the hotel · Hotel Miramar: €20.00 At the rental desk · Rodavia Lisbon Airport: €30.00',
    );
    expect(text).toContain('All times are local.');
  });

  test('says the same in HTML', () => {
    const text = readHtml(mail);
    for (const part of [
      'You are booked',
      'BLY-7Q2M4K',
      'Total paid €1,380.00',
      'K4R7TQ',
      'MIRA-20771',
      'RV-5512908',
      '13:35',
      '09:25',
      'Terminal 2E',
      'After that, cancelling costs €120.00.',
      'All times are local.',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('shows names as they were typed, never as markup', () => {
    expect(mail.html).toContain('Robert &lt;b&gt;Seaman&lt;/b&gt; &amp; &quot;Sons&quot;');
    expect(mail.html).not.toContain('<b>Seaman');
    expect(mail.text).toContain('Robert <b>Seaman</b> & "Sons": Adult');
  });

  test('a line break in a name begins no line of its own', () => {
    const family = aBookedFamily();
    const [lead, ...others] = family.trip.travelers;
    const travelers = lead ? [{ ...lead, lastName: 'Bly\r\n\r\nPay again at evil.example' }, ...others] : [];
    expect(write(aFulfilmentMail({ ...family, trip: { ...family.trip, travelers } })).text).toContain(
      'Nellie Bly Pay again at evil.example: Adult',
    );
  });

  test('says that it is a test in the sandbox only', () => {
    expect(write(aMail('confirmed'), 'en', true).text).toMatch(
      /^Test mode: nothing is really booked and no real money moves\./,
    );
    expect(mail.text).not.toContain('Test mode');
  });

  test('stays small enough that mail programs show all of it', () => {
    expect(Buffer.byteLength(write(aMail('confirmed'), 'ja', true).html)).toBeLessThan(100_000);
  });

  test("a supplier's own words are marked as English where the mail is not", () => {
    expect(write(aMail('confirmed'), 'de').html).toContain('<span lang="en">City tax</span>');
    expect(mail.html).not.toContain('lang="en">City tax');
  });
});

test('a trip booked in part names what of it, charges only that, and drops what is not owed there any more', () => {
  const text = flat(write(aFulfilmentMail(aBookedFamily({ car: 'failed' }))).text);
  expect(text).toContain(
    'Part of your trip is booked =========================== Paris ⇄ HND Booked Hotel Miramar Booked Compact · Volkswagen Golf or similar Not booked, not charged',
  );
  expect(text).toContain('Total paid €1,140.00');
  expect(text).toContain('Rental car · Compact · Volkswagen Golf or similar · Not booked, not charged: (€240.00)');
  expect(text).not.toContain('At the rental desk');
});

describe('a failed trip', () => {
  test.each([
    ['en', 'Nothing was charged: any amount held on your card is released.'],
    ['fr', 'Rien n’a été débité'],
    ['de', 'Es wurde nichts abgebucht; ein vorgemerkter Betrag wird freigegeben.'],
    ['es', 'No se ha cobrado nada'],
    ['ja', '請求はされません。カードの仮押さえは解除されます。'],
  ] as const)('in %s says that nothing was charged, in text and in HTML', (language, sentence) => {
    const mail = write(aMail('failed'), language);
    expect(mail.text).toContain(sentence);
    expect(readHtml(mail)).toContain(sentence);
  });

  test('names who did not confirm, and nothing that could be taken for a booking', () => {
    const { text } = write(aMail('failed'));
    expect(flat(text)).toContain('Hotel Miramar Not confirmed by the hotel');
    expect(text).toContain('Reference for questions: BLY-7Q2M4K');
    expect(text).not.toMatch(/Booked|confirmation number/);
  });
});

describe('a refund', () => {
  test('says what was given up, what was kept, what comes back, and that the rest stays', () => {
    const text = flat(write(aRefund()).text);
    expect(text).toContain('€480.00 goes back to the card you paid with.');
    expect(text).toContain('The rest of your booking stays as it is.');
    expect(text).toContain('Hotel Miramar');
    expect(text).toContain('Paid: €600.00 Cancellation cost: €120.00 Refunded: €480.00');
  });

  test('of everything has no rest; in full has no cost', () => {
    const text = flat(write(aRefund({ isWhole: true, refund: money(60_000, 'EUR'), retained: money(0, 'EUR') })).text);
    expect(text).toContain('Paid: €600.00 Refunded: €600.00');
    expect(text).not.toContain('The rest of your booking');
  });

  test('of nothing does not promise money', () => {
    const text = flat(write(aRefund({ refund: money(0, 'EUR'), retained: money(60_000, 'EUR') })).text);
    expect(text).toContain(
      'Your cancellation is done ========================= Under the conditions of this booking nothing is refunded.',
    );
    expect(text).not.toContain('goes back');
  });

  test('in yen has no decimals, in Kuwaiti dinar three', () => {
    expect(write(aRefund({ refund: money(12_000, 'JPY'), retained: money(0, 'JPY') })).text).toContain(
      'Refunded: JP¥12,000',
    );
    expect(write(aRefund({ refund: money(12_345, 'KWD'), retained: money(0, 'KWD') })).text).toContain(
      'Refunded: KWD 12.345',
    );
  });
});

describe('a change', () => {
  test('shows the trip as it is now, as it was, and what that cost', () => {
    const text = flat(write(aChange()).text);
    expect(text).toContain('You paid €70.00 for the change.');
    expect(text).toMatch(
      /Now --- Booked .* 13:35 CDG → 09:25 HND .* Before ------ Outbound · Fri, 2 Oct 2026 Paris → HND 20:15 CDG → 16:05 HND/,
    );
  });

  test.each([
    ['en', 'Nothing is paid now for the change. At the rental desk you pay €30.00 more than before.'],
    ['fr', 'À l’agence de location, vous payez 30,00 € de plus qu’avant.'],
    ['de', 'Am Mietwagenschalter zahlen Sie 30,00 € mehr als vorher.'],
    ['es', 'En el mostrador de alquiler paga 30,00 € más que antes.'],
    ['ja', 'レンタカー店舗でのお支払いは、変更前より €30.00 増えます。'],
  ] as const)('%s: one of which only the rental counter collects more does not "cost nothing"', (language, said) => {
    const atCounter = { direction: 'more', amount: money(3_000, 'EUR') } as const;
    const { text } = write(aChange({ settlement: { kind: 'even' }, atCounter }), language);
    expect(text.replace(/[\s\u00a0\u202f]+/g, ' ')).toContain(said);
    expect(text).not.toContain(mailMessagesOf(language).changed.even);
  });

  test('that gives money back says how much', () => {
    expect(
      write(aChange({ settlement: { kind: 'refunded', amount: money(2_500, 'EUR') } }), 'de').text.replace(
        /\u00a0/g,
        ' ',
      ),
    ).toContain('25,00 € gehen zurück auf die Karte');
  });
});

describe('a flight the airline has moved', () => {
  test('says how bad it is, what moved from when to when, what no longer fits, and where to go', () => {
    const text = flat(write(aMovedFlight()).text);
    expect(text).toContain(
      'Your times have changed ======================= The times move by an hour or more. You may accept the new times, or cancel free of charge. Booking reference: BLY-7Q2M4K',
    );
    expect(text).toContain('Accept the new times, change or cancel: https://bly.example/manage/open/token?locale=en');
    expect(text).toContain(
      'AF274 · Paris → HND Original times: Sat, 3 Oct 2026, 13:35 CDG → 09:25 HND, arrives next day New times: Sun, 4 Oct 2026, 01:50 CDG → 21:40 HND, 12 h 15 min later',
    );
    expect(text).toMatch(
      /This no longer fits -+ 5 nights · 1 room Hotel Miramar .* 5 days .* Nothing else of your trip was changed\./,
    );
  });

  test.each([
    ['en', 'You would miss your connection.'],
    ['fr', 'Vous manqueriez votre correspondance.'],
    ['de', 'Sie würden Ihren Anschluss verpassen.'],
    ['es', 'Perdería su conexión.'],
    ['ja', '乗り継ぎに間に合わなくなります。'],
  ] as const)('in %s names a missed connection, in text and in HTML', (language, sentence) => {
    const mail = write(aMovedFlight({ severity: 'missed_connection' }), language);
    expect(mail.text).toContain(sentence);
    expect(readHtml(mail)).toContain(sentence);
  });

  test('by less than an hour promises nothing for free, and once taken asks nothing', () => {
    expect(flat(write(aMovedFlight({ severity: 'minor', isFree: false })).text)).toContain(
      'You may accept the new times; cancelling costs what the terms say.',
    );
    expect(write(aMovedFlight({ status: 'accepted' })).text).not.toMatch(/free of charge|Accept the new times/);
  });
});

test.each([
  ['en', 'Manage your booking', 'View your booking'],
  ['fr', 'Gérer votre réservation', 'Voir votre réservation'],
  ['de', 'Buchung verwalten', 'Buchung ansehen'],
  ['es', 'Gestionar su reserva', 'Ver su reserva'],
  ['ja', 'ご予約の確認・変更', 'ご予約を見る'],
] as const)(
  'every mail in %s has one button to the booking, in HTML and in text, named by what there is to do',
  (language, manage, look) => {
    const colon = { en: ': ', fr: ' : ', de: ': ', es: ': ', ja: '：' }[language];
    for (const [view, name] of [
      [aMail('confirmed'), manage],
      [aMail('failed'), look],
      [aRefund({ isWhole: true }), look],
      [aRefund({ isWhole: false }), manage],
      [aChange(), manage],
    ] as const) {
      const { text, html } = write(view, language);
      expect(
        html
          .match(
            /<a href="https:\/\/bly\.example\/manage\/open\/token\?locale=[a-z]{2}" class="c-on-accent"[^>]*>[^<]+/g,
          )
          ?.map((link) => link.replace(/^.*>/, '')),
      ).toEqual([name]);
      expect(text.replace(/[\u00a0\u202f]/g, ' ')).toContain(`${name}${colon}${MANAGE_URL}?locale=${language}`);
    }
  },
);

test.each(PAGE_LANGUAGES)('every mail in %s is written through: no gap, no word of the program', (language) => {
  for (const view of [
    aMail('confirmed'),
    aMail('failed'),
    aRefund(),
    aChange(),
    aMovedFlight(),
    aFulfilmentMail(aBookedFamily({ car: 'failed' })),
  ]) {
    const { subject, text, html } = write(view, language, true);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|NaN|\[object|=>/);
    expect(html).toContain(`<html lang="${language}">`);
  }
});
