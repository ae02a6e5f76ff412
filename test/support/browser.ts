import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** The two widths every page is looked at: a small telephone and a laptop. */
export const SCREENS = { phone: { width: 360, height: 780 }, laptop: { width: 1280, height: 860 } } as const;

/** Headless Chromium from a registry package: nothing but Node is needed on the machine. */
export async function openBrowser(): Promise<Browser> {
  // In a single process one crashed page would take the whole browser along.
  const args = sparticuz.args.filter((argument) => argument !== '--single-process');
  return await chromium.launch({ executablePath: await sparticuz.executablePath(), args, headless: true });
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
    viewport: SCREENS[visitor.screen], colorScheme: visitor.isDark ? 'dark' : 'light', javaScriptEnabled: visitor.hasScript ?? true, locale: visitor.locale ?? 'en-GB',
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
  return await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
}

/** Keeps a picture where BLY_SCREENSHOT_DIR says; nothing otherwise. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['BLY_SCREENSHOT_DIR'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
