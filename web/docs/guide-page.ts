import { html } from '../kit/html.ts';
import { renderDocsPage } from './layout.ts';
import type { DocsFrame, GuideView, HomeView } from './view.ts';

/** One guide: the Markdown brings its own first heading. */
export function renderGuide(frame: DocsFrame, guide: GuideView): string {
  return renderDocsPage(frame, {
    title: guide.title,
    description: guide.description,
    headings: guide.headings,
    body: html`<article class="prose">${guide.body}</article>`,
  });
}

/** `/docs`: where to begin, and everything there is. */
export function renderHome(frame: DocsFrame, view: HomeView): string {
  const body = html`<div class="prose">
<h1>Build with Bly</h1>
<p class="lead">Search flights, hotels and cars, build one trip, check out, and service what was booked: one HTTP API, running at <code>${view.publicUrl}</code>${view.isSandbox && html`, in the sandbox: nothing here costs money`}.</p>
<ul class="doors">
${door('/docs/guides/quick-start', 'Quick start', 'A first booking in a minute, with curl.')}
${door('/docs/reference', 'API reference', 'Every operation, field and limit.')}
${door('/docs/errors', 'Errors', 'Every code, and what to do about it.')}
</ul>
${view.groups.map(
  (group) => html`<section><h2>${group.title}</h2>
<ul class="guide-list">${group.guides.map((guide) => html`<li><a href="${guide.href}">${guide.title}</a><p>${guide.description}</p></li>`)}</ul></section>`,
)}
</div>`;
  return renderDocsPage(frame, {
    title: 'Documentation',
    description: 'Guides, reference and errors of the Bly travel API.',
    headings: [],
    body,
  });
}

function door(href: string, title: string, texts: string) {
  return html`<li class="card"><a href="${href}">${title}</a><p>${texts}</p></li>`;
}
