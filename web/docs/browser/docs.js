// @ts-check
/**
 * What every page of the documentation does where scripts run. Without them samples stand under each other and the
 * search is a page.
 */

import { addCopyButton } from './docs-copy.js';
import { suggestWhileTyping } from './docs-search.js';
import { makeTabs } from './docs-tabs.js';

for (const samples of document.querySelectorAll('.samples')) makeTabs(samples);
for (const block of document.querySelectorAll('.code')) addCopyButton(block);
for (const input of document.querySelectorAll('.docs-search input'))
  if (input instanceof HTMLInputElement) suggestWhileTyping(input);
showCurrentPage();
followFormerAnchor();

/** The reference was one page once: a link into it goes on to the operation's own page. */
function followFormerAnchor() {
  if (location.pathname !== '/docs/reference') return;
  const anchor = location.hash.slice(1);
  if (!/^[a-z][a-z_]*(?:\.[a-z_]+)?$/.test(anchor)) return;
  const link = document.getElementById(anchor)?.querySelector(':scope > a');
  // Who came from these pages asked for the index itself.
  const isFromHere = document.referrer.startsWith(`${location.origin}/docs/`);
  if (link instanceof HTMLAnchorElement && !isFromHere) location.replace(link.href);
}

/** The list of pages begins where this page is, not at its top. */
function showCurrentPage() {
  const current = document.querySelector('.docs-nav [aria-current]');
  const list = current?.closest('.docs-nav-links');
  if (!(current instanceof HTMLElement) || !(list instanceof HTMLElement)) return;
  const below = current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  if (list.scrollHeight > list.clientHeight && below > 0) list.scrollTop += below + list.clientHeight / 2;
}
