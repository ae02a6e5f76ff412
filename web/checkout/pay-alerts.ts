import type { Money } from '../../src/travel/money.ts';
import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { titleOf } from './item-names.ts';
import { laterItems } from './pay-later.ts';
import type { CardProblem, OrderView, PayView } from './view.ts';
import type { ItemView } from './view-item.ts';
import type { Messages } from './wording.ts';

/**
 * What went wrong with the last submission, at the top of the page and focused: the form lies far below, and a page
 * that comes back unchanged looks as if nothing had happened. Each line leads to its field.
 */
export function renderProblems(messages: Messages, view: PayView): Html | undefined {
  const { errors } = view.form;
  const declined = declineText(messages, view);
  if (errors.length > 0) {
    return renderSummary(
      messages,
      view,
      messages.problemsHeading,
      html`<ul>${errors.map((problem) => html`<li><a href="#${problem.field}">${problemText(messages, problem)}</a></li>`)}</ul>`,
    );
  }
  if (declined === undefined) return undefined;
  return renderSummary(
    messages,
    view,
    messages.declined.title,
    html`<p>${declined}</p>
<p>${takesCard(view) ? html`<a href="#number">${messages.toCard}</a>` : html`<a href="#payment">${messages.skipToPayment}</a>`}</p>`,
  );
}

function renderSummary(messages: Messages, view: PayView, title: string, text: Html): Html {
  return html`<div class="alert" role="alert" tabindex="-1" autofocus><p><strong>${title}</strong></p>
${text}
${takesCard(view) && html`<p data-card-again>${messages.cardAgain}</p>`}</div>`;
}

/** Whether the card is typed on this page. */
export function takesCard(view: PayView): boolean {
  return view.order.needsCard && !view.isPaidElsewhere;
}

/** Why the last card was declined, while nothing has been submitted since. */
export function declineText(messages: Messages, view: PayView): string | undefined {
  if (view.declineReason === undefined || view.form.errors.length > 0) return undefined;
  return messages.declined.reasons[view.declineReason] ?? messages.declined.other;
}

/**
 * Which prices have moved since the payer last saw them, before anything else on the page; consent is given in the
 * form.
 */
export function renderMoved(messages: Messages, view: PayView, before: Money): Html {
  const { moved } = messages;
  return html`<div class="notice" role="group" aria-labelledby="moved-title">
<p id="moved-title"><strong>${moved.title}</strong></p>
<ul>${movedLines(messages, view.order, before).map((line) => html`<li><strong>${line.name}</strong><br>${moved.text(formatMoney(messages, line.before), formatMoney(messages, line.after))}</li>`)}</ul>
<p><a href="#accept">${moved.review}</a></p>
</div>`;
}

interface MovedLine {
  readonly name: string;
  readonly before: Money;
  readonly after: Money;
}

/** Item by item, what is paid now and what is paid on the spot; the total where it is not the only item's own. */
function movedLines(messages: Messages, order: OrderView, before: Money): readonly MovedLine[] {
  const lines = order.items.flatMap((item) => movedOf(messages, item));
  const isTotalSaid = order.items.length === 1 && order.items[0]?.previousTotal !== undefined;
  const totalName = laterItems(order).length > 0 ? messages.payLater.totalNow : messages.summary.total;
  return isTotalSaid || before.value === order.total.value
    ? lines
    : [...lines, { name: totalName, before, after: order.total }];
}

function movedOf(messages: Messages, item: ItemView): readonly MovedLine[] {
  const { total, previousTotal, dueLater, previousDueLater } = item;
  const name = titleOf(messages, item);
  const now = previousTotal ? [{ name, before: previousTotal, after: total }] : [];
  if (item.kind === 'flight' || !previousDueLater) return now;
  return [
    ...now,
    {
      name: `${name} · ${messages.payLater.atPlace[item.kind]}`,
      before: previousDueLater,
      after: dueLater ?? { ...previousDueLater, value: 0 },
    },
  ];
}

/** Whether what is paid on the spot has moved: then the new total alone is not all there is to agree to. */
export function hasLaterMoved(order: OrderView): boolean {
  return order.items.some((item) => item.previousDueLater !== undefined);
}

/** What is wrong with one field. */
export function problemText(messages: Messages, problem: CardProblem): string {
  return messages.problems[problem.field][problem.kind];
}
