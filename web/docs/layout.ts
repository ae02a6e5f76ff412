import { readFileSync } from 'node:fs';
import { type Html, html } from '../kit/html.ts';
import type { DocsArea, DocsFrame, Heading, NavSection } from './view.ts';

/** The family's rules and those of the documentation, as one file. */
export const docsStyleSheet = ['../kit/checkout.css', './docs.css', './reference.css', './try.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n');

/** What each page runs before it shows, as a classic script. */
const EARLY_SCRIPT = 'docs-early.js';
const DOCS_SCRIPTS = ['docs.js', 'docs-copy.js', 'docs-search.js', 'docs-tabs.js', EARLY_SCRIPT] as const;
const TRY_SCRIPTS = [
  'try.js',
  'try-call.js',
  'try-dom.js',
  'try-form.js',
  'try-key.js',
  'try-operation.js',
  'try-send.js',
] as const;
/** Scripts of all pages: tabs, copying, the search as one types. By file name, run as they are written. */
export const docsScripts = readScripts(DOCS_SCRIPTS);
/** "Try it" of the reference; `try.js` begins. */
export const tryScripts = readScripts(TRY_SCRIPTS);

function readScripts(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name, readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')]));
}

const AREAS: readonly { readonly area: DocsArea; readonly href: string; readonly title: string }[] = [
  { area: 'guides', href: '/docs', title: 'Guides' },
  { area: 'reference', href: '/docs/reference', title: 'API reference' },
  { area: 'errors', href: '/docs/errors', title: 'Errors' },
  { area: 'changelog', href: '/docs/changelog', title: 'Changelog' },
];

/**
 * The frame of every page of the documentation. It holds nothing that differs from one reader to the next: it may be
 * cached.
 */
export function renderDocsPage(
  frame: DocsFrame,
  page: {
    readonly title: string;
    readonly description: string;
    readonly body: Html;
    readonly headings: readonly Heading[];
    /** A module that this page needs beside the script of all. */
    readonly moduleHref?: string | undefined;
  },
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.description}">
<title>${page.title} – Bly</title>
<link rel="stylesheet" href="${frame.styleSheetHref}">
${frame.markdownHref !== undefined && html`<link rel="alternate" type="text/markdown" href="${frame.markdownHref}">`}
<script src="/docs/${EARLY_SCRIPT}?v=${frame.scriptVersion}"></script>
<script type="module" src="/docs/docs.js?v=${frame.scriptVersion}"></script>
${page.moduleHref !== undefined && html`<script type="module" src="${page.moduleHref}"></script>`}
</head>
<body class="docs">
<p class="skip"><a href="#main">Skip to content</a></p>
${renderBar(frame)}
<div class="docs-frame docs-${frame.area}">
<nav class="docs-nav" aria-label="Documentation"><details><summary>All pages</summary><div class="docs-nav-links">
${frame.sections.map((section) => renderSection(section, frame.path))}
</div></details></nav>
<main id="main" tabindex="-1">${page.body}${renderEnd(frame)}</main>
${
  page.headings.length > 1 &&
  html`<nav class="docs-contents" aria-label="On this page"><p class="docs-nav-title">On this page</p>
<ul>${page.headings.map((heading) => html`<li><a href="#${heading.id}">${heading.title}</a></li>`)}</ul></nav>`
}
</div>
<footer class="foot docs-foot"><p><a href="/v1/openapi.json">OpenAPI document</a> <a href="/llms.txt">llms.txt</a> <span class="version">Version ${frame.version}</span></p></footer>
</body>
</html>
`.text;
}

function renderBar({ area }: DocsFrame): Html {
  return html`<header class="bar"><div class="bar-inner docs-bar">
<a class="brand" href="/docs">Bly</a><span class="bar-title">Documentation</span>
<nav class="docs-areas" aria-label="Parts">${AREAS.map((part) => html`<a href="${part.href}"${part.area === area && html` class="is-current"`}>${part.title}</a>`)}</nav>
${area !== 'search' && html`<form class="docs-search" action="/docs/search" role="search"><input name="q" type="search" placeholder="Search" aria-label="Search the documentation" maxlength="100" autocomplete="off" spellcheck="false"></form>`}
</div></header>`;
}

function renderSection(section: NavSection, path: string): Html {
  const links = html`<ul>${section.links.map((link) => html`<li><a href="${link.href}"${link.href === path && html` aria-current="page"`}>${link.title}${link.method !== undefined && html` <span class="nav-method method-${link.method}">${link.method}</span>`}</a></li>`)}</ul>`;
  if (!section.isFoldable) return html`<p class="docs-nav-title">${section.title}</p>${links}`;
  const isOpen = section.links.some(({ href }) => href === path);
  return html`<details class="docs-nav-group"${isOpen && html` open`}><summary>${section.title}</summary>${links}</details>`;
}

/** Where to read on, and this page for programs. */
function renderEnd({ previous, next, markdownHref }: DocsFrame): Html | false {
  const links = [
    previous !== undefined &&
      html`<a class="page-previous" rel="prev" href="${previous.href}"><small>Previous</small><span>${previous.title}</span></a>`,
    next !== undefined &&
      html`<a class="page-next" rel="next" href="${next.href}"><small>Next</small><span>${next.title}</span></a>`,
  ].filter((link) => link !== false);
  return html`${links.length > 0 && html`<nav class="page-turn" aria-label="Previous and next">${links}</nav>`}
${markdownHref !== undefined && html`<p class="as-markdown"><a href="${markdownHref}">View as Markdown</a></p>`}`;
}

/** Prose with `code` in backticks, as descriptions are written. */
export function renderProse(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
