import type { Money } from '../../src/travel/money.ts';
import { formatMoney } from './format.ts';
import { html, type Html } from './html.ts';
import { routeOf } from './itinerary.ts';
import type { CardProblem, PayView } from './view.ts';
import type { Messages } from './wording.ts';

/**
 * What went wrong with the last submission, at the top of the page and focused: the form lies far below, and a page that
 * comes back unchanged looks as if nothing had happened. Each line leads to its field.
 */
export function renderProblems(messages: Messages, view: PayView): Html | undefined {
  const { errors } = view.form;
  const declined = declineText(messages, view);
  if (errors.length > 0) {
    return renderSummary(messages, view, messages.problemsHeading, html`<ul>${errors.map((problem) => html`<li><a href="#${problem.field}">${problemText(messages, problem)}</a></li>`)}</ul>`);
  }
  if (declined === undefined) return undefined;
  return renderSummary(messages, view, messages.declined.title, html`<p>${declined}</p>
<p><a href="#${view.needsCard ? 'number' : 'payment'}">${messages.toCard}</a></p>`);
}

function renderSummary(messages: Messages, view: PayView, title: string, text: Html): Html {
  return html`<div class="alert" role="alert" tabindex="-1" autofocus><p><strong>${title}</strong></p>
${text}
${view.needsCard && html`<p>${messages.cardAgain}</p>`}</div>`;
}

/** Why the last card was declined, while nothing has been submitted since. */
export function declineText(messages: Messages, view: PayView): string | undefined {
  if (view.declineReason === undefined || view.form.errors.length > 0) return undefined;
  return messages.declined.reasons[view.declineReason] ?? messages.declined.other;
}

/** Which prices have moved since the payer last saw them, before anything else on the page; consent is given in the form. */
export function renderMoved(messages: Messages, view: PayView, before: Money): Html {
  const { moved, summary } = messages;
  const { order } = view;
  const items = order.flights.flatMap((flight) => (flight.previousTotal ? [{ name: routeOf(flight), before: flight.previousTotal, after: flight.total }] : []));
  const isTotalSaid = items.length === 1 && order.flights.length === 1;
  const lines = isTotalSaid ? items : [...items, { name: summary.total, before, after: order.total }];
  return html`<div class="notice" role="group" aria-labelledby="moved-title">
<p id="moved-title"><strong>${moved.title}</strong></p>
<ul>${lines.map((line) => html`<li><strong>${line.name}</strong><br>${moved.text(formatMoney(messages, line.before), formatMoney(messages, line.after))}</li>`)}</ul>
<p><a href="#accept">${moved.review}</a></p>
</div>`;
}

/** What is wrong with one field. */
export function problemText(messages: Messages, problem: CardProblem): string {
  return messages.problems[problem.field][problem.kind];
}
