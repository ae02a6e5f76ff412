import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIL_KINDS } from '../../src/mail/model/mail-states.ts';
import { renderMail } from '../../web/mail/render-mail.ts';
import {
  findAccessibilityProblems,
  isTooWide,
  keepScreenshot,
  openBrowser,
  visit,
} from '../support/service/browser.ts';
import { aBookedFamily, aFulfilmentMail, aMail } from '../support/mails.ts';

let browser: Browser;
/** One page for each screen: a mail is only ever shown in it, and leaves nothing behind. */
const pages = new Map<'phone' | 'laptop', Page>();
beforeAll(async () => {
  browser = await openBrowser();
  for (const screen of ['phone', 'laptop'] as const)
    pages.set(screen, await (await visit(browser, { screen, hasScript: true })).newPage());
});
afterAll(() => browser.close());

const MAILS = [
  ...MAIL_KINDS.map((kind) => ({ name: kind, view: aMail(kind) })),
  { name: 'partial', view: aFulfilmentMail(aBookedFamily({ car: 'failed' })) },
];
/**
 * `npm run test:deep` looks at every language, `npm test` at English and at the longest words on the narrowest screen.
 */
const everyLanguage = process.env['BLY_TEST_EVERY_LANGUAGE'] === '1';
const SHOWN = everyLanguage
  ? (['en', 'fr', 'de', 'es', 'ja'] as const).flatMap((language) =>
      (['phone', 'laptop'] as const).map((screen) => ({ language, screen })),
    )
  : ([
      { language: 'en', screen: 'phone' },
      { language: 'en', screen: 'laptop' },
      { language: 'de', screen: 'phone' },
    ] as const);
const cases = MAILS.flatMap((mail) => SHOWN.map((shown) => ({ ...mail, ...shown })));

test.each(cases)(
  'the $name mail in $language fits a $screen, loads nothing, and axe finds nothing, light and dark',
  async ({ name, view, language, screen }) => {
    const page = pages.get(screen);
    if (page === undefined) throw new Error(`no page for a ${screen}`);
    const asked: string[] = [];
    const note = (request: Request): void => void asked.push(request.url());
    page.on('request', note);
    await page.setContent(renderMail(language, { isSandbox: true }, view).html);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await keepScreenshot(page, `mail-${name}-${language}-${screen}${colorScheme === 'dark' ? '-dark' : ''}`);
      expect(asked).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      expect(await page.locator('img, script, link').count()).toBe(0);
      if (everyLanguage || language === 'en') expect(await findAccessibilityProblems(page)).toEqual([]);
    }
    page.off('request', note);
  },
);
