import { html } from '../kit/html.ts';
import { renderDocsPage } from './layout.ts';
import type { DocsFrame, SearchView } from './view.ts';

/** `/docs/search`: what was found, without a script. */
export function renderSearch(frame: DocsFrame, { query, hits }: SearchView): string {
  const body = html`<div class="prose search-page">
<h1>Search</h1>
<form action="/docs/search" role="search"><label for="query">Words, an operation, a field or an error code</label>
<div class="search-row"><input id="query" name="q" type="search" value="${query}" maxlength="100" autocomplete="off" spellcheck="false"><button type="submit">Search</button></div></form>
${query !== '' && html`<p class="note" role="status">${hits.length === 0 ? `Nothing was found for “${query}”.` : `${hits.length === 1 ? 'One place' : `The best ${hits.length} places`} for “${query}”`}</p>`}
<ol class="hits">${hits.map((hit) => html`<li><a href="${hit.href}"><span class="hit-title">${hit.title}</span> <span class="hit-kind">${hit.kind}</span></a><p>${hit.text}</p></li>`)}</ol>
</div>`;
  return renderDocsPage(frame, {
    title: query === '' ? 'Search' : `Search: ${query}`,
    description: 'Search the guides, the API reference and the errors.',
    headings: [],
    body,
  });
}
