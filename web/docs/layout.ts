import { readFileSync } from 'node:fs';
import { type Html, html } from '../kit/html.ts';
import type { DocsFrame, Heading } from './view.ts';

/** The family's rules and those of the documentation, as one file. */
export const docsStyleSheet = ['../kit/checkout.css', './docs.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n');

const TRY_SCRIPTS = [
  'try.js',
  'try-call.js',
  'try-dom.js',
  'try-form.js',
  'try-key.js',
  'try-operation.js',
  'try-send.js',
] as const;
/** "Try it" of the reference: modules by file name, run in the browser as they are written; `try.js` begins. */
export const tryScripts: ReadonlyMap<string, string> = new Map(
  TRY_SCRIPTS.map((name) => [name, readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')]),
);

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
    readonly scriptHref?: string | undefined;
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
${page.scriptHref !== undefined && html`<script type="module" src="${page.scriptHref}"></script>`}
</head>
<body class="docs">
<p class="skip"><a href="#main">Skip to content</a></p>
<header class="bar"><div class="bar-inner docs-bar">
<a class="brand" href="/docs">Bly</a><span class="bar-title">Documentation</span>
<span class="version">Version ${frame.version}</span>
</div></header>
<div class="docs-frame">
<nav class="docs-nav" aria-label="Documentation"><details><summary>All pages</summary><div class="docs-nav-links">
${frame.sections.map(
  (section) => html`<p class="docs-nav-title">${section.title}</p>
<ul>${section.links.map((link) => html`<li><a href="${link.href}"${link.href === frame.path && html` aria-current="page"`}>${link.title}</a></li>`)}</ul>`,
)}
</div></details></nav>
<main id="main" tabindex="-1">${page.body}</main>
${
  page.headings.length > 1 &&
  html`<nav class="docs-contents" aria-label="On this page"><p class="docs-nav-title">On this page</p>
<ul>${page.headings.map((heading) => html`<li><a href="#${heading.id}">${heading.title}</a></li>`)}</ul></nav>`
}
</div>
<footer class="foot docs-foot"><p><a href="/v1/openapi.json">OpenAPI document</a></p></footer>
</body>
</html>
`.text;
}

/** Prose with `code` in backticks, as descriptions are written. */
export function renderProse(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
