import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { MAIL_KINDS } from '../../src/mail/model/mail-states.ts';
import { PAGE_LANGUAGES } from '../../web/checkout/messages.ts';
import { renderMail } from '../../web/mail/render-mail.ts';
import { findFaults, isTooWide, keepScreenshot, openBrowser, visit } from '../support/service/browser.ts';
import { aBookedFamily, aFulfilmentMail, aMail } from '../support/mails.ts';

/** A mail is only ever shown in it, and leaves nothing behind. */
let page: Page;
const asked: string[] = [];
beforeAll(async () => {
  page = await (await visit(await openBrowser(), { screen: 'phone' })).newPage();
  page.on('request', (request) => asked.push(request.url()));
});

const MAILS = [
  ...MAIL_KINDS.map((kind) => ({ name: kind, view: aMail(kind) })),
  { name: 'partial', view: aFulfilmentMail(aBookedFamily({ car: 'failed' })) },
];

test.each(MAILS)(
  'the $name mail fits a phone in every language and loads nothing; in English it fits a laptop, too, and axe finds nothing, light and dark',
  async ({ name, view }) => {
    for (const language of PAGE_LANGUAGES) {
      await page.setContent(renderMail(language, { isSandbox: true }, view).html);
      await keepScreenshot(page, `mail-${name}-${language}-phone`);
      expect([language, await isTooWide(page)]).toEqual([language, false]);
      expect(await page.locator('img, script, link').count()).toBe(0);
      // What words it has changes neither colours nor structure.
      if (language === 'en') expect(await findFaults(page, `mail-${name}`)).toEqual([]);
    }
    expect(asked).toEqual([]);
  },
);
