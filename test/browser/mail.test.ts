import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIL_KINDS } from '../../src/mail/model/mail-states.ts';
import { renderMail } from '../../web/mail/render-mail.ts';
import { findAccessibilityProblems, isTooWide, keepScreenshot, openBrowser, visit } from '../support/browser.ts';
import { aBookedFamily, aFulfilmentMail, aMail } from '../support/mails.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const MAILS = [...MAIL_KINDS.map((kind) => ({ name: kind, view: aMail(kind) })), { name: 'partial', view: aFulfilmentMail(aBookedFamily({ car: 'failed' })) }];
const cases = MAILS.flatMap(({ name, view }) => (['en', 'de'] as const).flatMap((language) => (['phone', 'laptop'] as const).map((screen) => ({ name, view, language, screen }))));

test.each(cases)('the $name mail in $language fits a $screen, loads nothing, and axe finds nothing, light and dark', async ({ name, view, language, screen }) => {
  const context = await visit(browser, { screen, hasScript: true });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setContent(renderMail(language, { isSandbox: true }, view).html);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await keepScreenshot(page, `mail-${name}-${language}-${screen}${colorScheme === 'dark' ? '-dark' : ''}`);
    expect(asked).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    expect(await page.locator('img, script, link').count()).toBe(0);
    expect(await findAccessibilityProblems(page)).toEqual([]);
  }
  await context.close();
});
