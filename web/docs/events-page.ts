import { html } from '../kit/html.ts';
import { renderCode } from './code.ts';
import { renderFields } from './field-list.ts';
import { renderDocsPage, renderProse } from './layout.ts';
import type { DocsFrame, EventsView } from './view.ts';

/** `/docs/reference/events`: what is sent to webhook endpoints. */
export function renderEvents(frame: DocsFrame, view: EventsView): string {
  const body = html`<div class="prose">
<h1>Events sent to you</h1>
<p class="lead">${renderProse(view.description)}</p>
<p>How to register an endpoint and verify what arrives: <a href="/docs/guides/webhooks">Webhooks</a>.</p>
<h2 id="headers"><a class="anchor" href="#headers">Headers</a></h2>
${renderFields(view.headers, 'sent')}
${view.events.map(
  (
    event,
  ) => html`<section class="entry"><h2 id="${event.name}"><a class="anchor" href="#${event.name}">${event.name}</a></h2>
<p>${renderProse(event.summary)}</p>
${renderFields(event.body, 'answered')}
${renderCode(event.example)}</section>`,
)}
</div>`;
  return renderDocsPage(frame, {
    title: 'Events sent to you',
    description: 'Every event that is sent to webhook endpoints, with its fields.',
    headings: view.events.map(({ name }) => ({ id: name, title: name })),
    body,
  });
}
