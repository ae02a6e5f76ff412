import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** The two widths every page is looked at: a small telephone and a laptop. */
export const SCREENS = { phone: { width: 360, height: 780 }, laptop: { width: 1280, height: 860 } } as const;

/**
 * In a single process one crashed page would take the whole browser along. A graphics card acted out by the processor
 * drew every frame at ten times the cost of everything else a page does: none of ours needs WebGL, so they are drawn
 * without one.
 */
const UNWANTED =
  /^--(single-process|in-process-gpu|ignore-gpu-blocklist|use-gl=.*|use-angle=.*|enable-unsafe-swiftshader)$/;

/** Headless Chromium from a registry package: nothing but Node is needed on the machine. */
export async function openBrowser(): Promise<Browser> {
  const args = sparticuz.args.filter((argument) => !UNWANTED.test(argument));
  return await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...args, '--disable-gpu'],
    headless: true,
  });
}

/** What a visitor brings along. */
export interface Visitor {
  readonly screen: keyof typeof SCREENS;
  readonly isDark?: boolean;
  readonly hasScript?: boolean;
  readonly locale?: string;
}

/** A fresh visitor: no cookies, own screen, colours and language. */
export async function visit(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  return await browser.newContext({
    viewport: SCREENS[visitor.screen],
    colorScheme: visitor.isDark ? 'dark' : 'light',
    javaScriptEnabled: visitor.hasScript ?? true,
    locale: visitor.locale ?? 'en-GB',
  });
}

/** Everything axe finds against WCAG 2.2 A and AA, as lines a person can act on. */
export async function findAccessibilityProblems(page: Page): Promise<readonly string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // The other mode opens a page of its own for frames of other origins, which no page of ours has.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode(true).analyze();
  return violations.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.html}`));
}

/** True when the page is wider than the screen: people would have to scroll sideways. */
export async function isTooWide(page: Page): Promise<boolean> {
  // Through the element, which is waited for: a page that is just being replaced has none for a moment.
  return await page
    .locator('html')
    .evaluate((html) => html.scrollWidth > (html.ownerDocument.defaultView?.innerWidth ?? 0));
}

/** Keeps a picture where BLY_SCREENSHOT_DIR says; nothing otherwise. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['BLY_SCREENSHOT_DIR'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
