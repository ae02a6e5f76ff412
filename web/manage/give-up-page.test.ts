import { expect, test } from 'vitest';
import { aMail } from '../../test/support/mails.ts';
import { money } from '../../src/travel/money.ts';
import { messagesOf, PAGE_LANGUAGES, type PageLanguage } from '../checkout/messages.ts';
import { manageMessagesOf } from './messages.ts';
import { renderManage } from './render-manage.ts';
import type { GiveUpView } from './view.ts';

const CREDIT = {
  kind: 'airline_credit',
  name: 'Future Flight Credit',
  code: 'X7K2',
  amount: money(9_080, 'GBP'),
  expiresOn: '2027-11-27',
  travelerName: 'Nellie Bly',
} as const;

function aGiveUp(part: Partial<GiveUpView>): GiveUpView {
  const mail = aMail('changed');
  if (mail.kind !== 'changed' || mail.before === undefined) throw new Error('a change');
  return {
    kind: 'give_up',
    state: 'quoted',
    item: mail.before,
    paid: money(50_000, 'EUR'),
    retained: money(50_000, 'EUR'),
    credits: [],
    collected: money(0, 'EUR'),
    refund: money(0, 'EUR'),
    isManual: false,
    refusal: undefined,
    reference: 'rfd_1',
    csrf: 't',
    ...part,
  };
}

/** The main part of the page as a person reads it, spaces made plain. */
function read(language: PageLanguage, view: GiveUpView): string {
  const html = renderManage(language, { nonce: 'n', isSandbox: false }, view);
  return html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0\u202f]+/g, ' ');
}

test.for(PAGE_LANGUAGES)(
  '%s: a refund that nobody knows is neither nothing nor an amount, and the yes asks people',
  (language) => {
    const { giveUp } = manageMessagesOf(language);
    const text = read(language, aGiveUp({ refund: undefined, retained: undefined, isManual: true }));
    for (const said of [giveUp.unknown, giveUp.unknownAmount, giveUp.confirmUnknown, giveUp.noteUnknown])
      expect(text).toContain(said);
    for (const unsaid of [giveUp.none, giveUp.confirm.flight, giveUp.manual, giveUp.note])
      expect(text).not.toContain(unsaid);
    expect(text).not.toMatch(/\b0[.,]00/);
  },
);

test.for(PAGE_LANGUAGES)(
  '%s: credit is no money: what it is worth, whose it is, and once it is issued its code and its end',
  (language) => {
    const { travelCredit } = messagesOf(language);
    const { giveUp } = manageMessagesOf(language);
    const quoted = read(language, aGiveUp({ credits: [{ ...CREDIT, code: undefined, expiresOn: undefined }] }));
    for (const said of [
      travelCredit.instead,
      travelCredit.expiryUnknown,
      'Future Flight Credit, Nellie Bly',
      giveUp.noteCredit,
    ])
      expect(quoted).toContain(said);
    expect(quoted).toMatch(/90[.,]80/);
    for (const unsaid of [travelCredit.codeUnknown, giveUp.none, giveUp.note]) expect(quoted).not.toContain(unsaid);
    const done = read(language, aGiveUp({ state: 'done', credits: [CREDIT] }));
    for (const said of [travelCredit.instead, travelCredit.code('X7K2'), '2027']) expect(done).toContain(said);
    expect(done).not.toContain(` ${giveUp.unrefunded} `);
  },
);

test.for(PAGE_LANGUAGES)(
  '%s: who waits for our people, and who was told no by them, reads that nobody else has refused',
  (language) => {
    const { progress } = manageMessagesOf(language);
    for (const state of ['deciding', 'declined'] as const) {
      const text = read(language, aGiveUp({ state, refund: undefined, retained: undefined }));
      expect(text).toContain(progress[state].text);
      expect(text).not.toContain(progress.failed.text);
    }
  },
);
