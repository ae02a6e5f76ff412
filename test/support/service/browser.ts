import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe, { type RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { closedAtTheEnd } from './leak-check.ts';

/** The two widths every page is looked at: a small telephone and a laptop. */
export const SCREENS = { phone: { width: 360, height: 780 }, laptop: { width: 1280, height: 860 } } as const;

/** What is breached is listed node by node; what is kept is not. */
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** Those of them that look at colours: in the dark nothing else of a page is another. */
const COLOUR_RULES: RunOptions = { ...RULES, runOnly: ['color-contrast', 'link-in-text-block'] };

let launched: Browser | undefined;

/**
 * The browser of this worker, started once for all of its files; it ends with the worker. Visitors of one file know
 * nothing of those of another.
 */
export async function openBrowser(): Promise<Browser> {
  if (launched?.isConnected() !== true) launched = await launchChromium();
  return launched;
}

/** What a visitor brings along. */
export interface Visitor {
  readonly screen: keyof typeof SCREENS;
  readonly isDark?: boolean;
  readonly hasScript?: boolean;
  readonly locale?: string;
}

/** A fresh visitor: no cookies, own screen, colours and language. Gone at the end of the file. */
export async function visit(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: SCREENS[visitor.screen],
    colorScheme: visitor.isDark ? 'dark' : 'light',
    javaScriptEnabled: visitor.hasScript ?? true,
    locale: visitor.locale ?? 'en-GB',
  });
  closedAtTheEnd(() => context.close());
  return context;
}

/** Everything axe finds against WCAG 2.2 A and AA, as lines a person can act on. */
export async function findAccessibilityProblems(page: Page, rules = RULES): Promise<readonly string[]> {
  // Half a second of every analysis was its script being sent again to a page that has it.
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  return await page.evaluate<readonly string[]>(`axe.run(${JSON.stringify(rules)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
}

/** True when the page is wider than the screen: people would have to scroll sideways. */
export async function isTooWide(page: Page): Promise<boolean> {
  // Through the element, which is waited for: a page that is just being replaced has none for a moment.
  return await page
    .locator('html')
    .evaluate((html) => html.scrollWidth > (html.ownerDocument.defaultView?.innerWidth ?? 0));
}

/**
 * What is wrong with the page as it stands, on either screen and in the dark: it is wider than the screen, or axe finds
 * something. It is left on the screen it was on.
 */
export async function findFaults(page: Page, name: string): Promise<readonly string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    await keepScreenshot(page, `${name}-${screen}`);
    if (await isTooWide(page)) faults.push(`${name} is wider than a ${screen}`);
    faults.push(...(await findAccessibilityProblems(page)));
  }
  if (before !== null) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'dark' });
  await keepScreenshot(page, `${name}-dark`);
  faults.push(...(await findAccessibilityProblems(page, COLOUR_RULES)));
  await page.emulateMedia({ colorScheme: null });
  return faults;
}

/** Keeps a picture where BLY_SCREENSHOT_DIR says; nothing otherwise. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['BLY_SCREENSHOT_DIR'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
