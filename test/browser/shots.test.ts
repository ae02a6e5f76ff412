import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccessibilityProblems, isTooWide, openBrowser, SCREENS, visit } from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { CARD_3DS, CARD_DECLINED, CARD_OK, makeCheckout } from '../support/faults/trip-journeys.ts';

/**
 * A folder that receives a picture of every state of the checkout page and axe's word on it: to be looked at, so only
 * run when asked for (vitest.config.ts).
 */
const SHOTS = process.env['BLY_TEST_SHOTS'];
const STATES = { pay: undefined, '3ds': CARD_3DS, declined: CARD_DECLINED, success: CARD_OK } as const;
type State = keyof typeof STATES;
const STATE_NAMES: readonly State[] = ['pay', '3ds', 'declined', 'success'];
const LOCALES = ['en', 'ja'] as const;

describe('pictures of the checkout page', () => {
  const folder = SHOTS ?? '';
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), openBrowser()]);
    await mkdir(folder, { recursive: true });
  });
  afterAll(async () => {
    await service.close();
  });

  test.each(STATE_NAMES)(
    '%s: on both screens, in English and Japanese, it fits and axe finds nothing',
    async (state) => {
      const { tripId, checkout } = await makeCheckout(service, { origin: 'PAR', destination: 'LON' });
      const card = STATES[state];
      if (card !== undefined) await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card });
      await service.drain();
      for (const locale of LOCALES) {
        for (const screen of ['phone', 'laptop'] as const) {
          const page = await (await visit(browser, { screen })).newPage();
          await page.goto(`${service.url}/checkout/${checkout.session_id}?locale=${locale}`);
          const name = `${state}-${locale}-${SCREENS[screen].width}`;
          await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
          const problems = await findAccessibilityProblems(page);
          await appendFile(
            join(folder, 'axe.txt'),
            [`${name}: ${problems.length} violations`, ...problems, ''].join('\n'),
          );
          expect.soft([name, await isTooWide(page), problems]).toEqual([name, false, []]);
          await page.context().close();
        }
      }
    },
  );
});
