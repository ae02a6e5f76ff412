import { html } from '../kit/html.ts';
import { renderDocsPage } from './layout.ts';
import type { DocsFrame, GuideView } from './view.ts';

/** `/docs/changelog`: what a client can notice, by version. */
export function renderChangelog(frame: DocsFrame, { body, headings }: GuideView): string {
  return renderDocsPage(frame, {
    title: 'Changelog',
    description: 'What a client can notice, by version.',
    headings,
    body: html`<article class="prose changelog">${body}</article>`,
  });
}
