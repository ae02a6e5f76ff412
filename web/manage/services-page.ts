import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { titleOf } from '../checkout/item-names.ts';
import { renderDetails } from '../checkout/itinerary.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderMark } from '../checkout/marks.ts';
import { renderProgress } from './progress-page.ts';
import type { ServicesFormView, ServicesView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

type Bag = ServicesFormView['bags'][number];
type Seat = ServicesFormView['seats'][number];

/** Which bags and seats are to be added, each with its price. Without a script a seat is chosen from a list. */
export function renderServicesFormPage(texts: Vocabulary, view: ServicesFormView): PageParts {
  const { own, messages } = texts;
  const { services } = own;
  const isEmpty = view.bags.length + view.seats.length === 0;
  const body = html`${view.problem && html`<div class="alert" role="alert"><p><strong>${services[view.problem]}</strong></p></div>`}
<h1>${services.title}</h1>
<div class="narrow card aligned">
<h2>${titleOf(messages, view.item)}</h2>
${
  isEmpty
    ? html`<p role="status" class="notice">${services.none}</p>`
    : html`<p class="explained">${services.text}</p>
<form method="post" action="${inLanguage(texts, `/manage/items/${view.itemId}/services`)}"><input type="hidden" name="csrf" value="${view.csrf}">
${renderBags(texts, view.bags)}
${renderSeats(texts, view.seats)}
<button class="primary" type="submit">${services.submit}</button></form>`
}
<p class="note centred"><a href="${inLanguage(texts, '/manage/booking')}">${own.back}</a></p>
</div>`;
  return { title: view.problem ? messages.errorTitle(services.title) : services.title, body };
}

function renderBags(texts: Vocabulary, bags: readonly Bag[]): Html | undefined {
  if (bags.length === 0) return undefined;
  const { services } = texts.own;
  const routes = [...Map.groupBy(bags, ({ route }) => route)];
  return html`${routes.map(
    ([route, ofRoute]) => html`<fieldset><legend>${services.bagsHeading}: ${route}</legend>
${ofRoute.map((bag) => renderBag(texts, bag))}</fieldset>`,
  )}`;
}

function renderBag({ own, messages }: Vocabulary, bag: Bag): Html {
  const { name, travelerName, type, weightKg, price, quantityMax, quantity } = bag;
  const label = own.services.bagFor(travelerName, messages.extras[type](weightKg), formatMoney(messages, price));
  return html`<div class="field count"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="number" inputmode="numeric" min="0" max="${quantityMax}" value="${quantity}"></div>`;
}

function renderSeats(texts: Vocabulary, seats: readonly Seat[]): Html | undefined {
  if (seats.length === 0) return undefined;
  const { services } = texts.own;
  return html`<fieldset><legend>${services.seatsHeading}</legend>${seats.map(
    ({
      name,
      travelerName,
      flight,
      options,
      chosen,
    }) => html`<div class="field"><label for="${name}">${services.seatFor(travelerName, flight)}</label>
<select id="${name}" name="${name}"><option value="">${services.noSeat}</option>${options.map(
      (option) =>
        html`<option value="${option.seatNumber}"${option.seatNumber === chosen && html` selected`}>${seatText(texts, option)}</option>`,
    )}</select></div>`,
  )}</fieldset>`;
}

function seatText({ own, messages }: Vocabulary, { seatNumber, features, price }: Seat['options'][number]): string {
  const { positions, free } = own.services;
  const known = (['window', 'aisle', 'middle', 'exit_row'] as const).filter((feature) => features.includes(feature));
  return [
    seatNumber,
    price.value === 0 ? free : formatMoney(messages, price),
    ...known.map((feature) => positions[feature]),
  ].join(' · ');
}

/** Adding services: the flight with them and what that costs, confirmed first, then shown as done. */
export function renderServicesPage(texts: Vocabulary, view: ServicesView): PageParts {
  switch (view.state) {
    case 'quoted':
      return renderReview(texts, view);
    case 'done':
      return renderDone(texts, view);
    case 'expired':
    case 'paying':
    case 'running':
    case 'pending':
    case 'deciding':
    case 'cancelled_elsewhere':
    case 'declined':
    case 'partial':
    case 'failed':
      return renderProgress(texts, view.state, { item: view.after, reference: view.reference, payUrl: view.payUrl });
    default:
      return view.state satisfies never;
  }
}

function renderReview(texts: Vocabulary, view: ServicesView): PageParts {
  const { own, messages } = texts;
  const { services, change } = own;
  const body = html`<h1>${services.review}</h1>
<div class="columns">
<div class="column">
<section aria-labelledby="after-heading"><h2 id="after-heading">${services.after}</h2><article class="card">${renderDetails(messages, view.after)}</article></section>
</div>
<div class="column side"><section class="card price" aria-labelledby="price-heading">
<h2 id="price-heading">${messages.summary.heading}</h2>
<dl class="rows">
<div><dt>${services.price}</dt><dd>${formatMoney(messages, view.due)}</dd></div>
<div class="total"><dt>${change.toPay}</dt><dd>${formatMoney(messages, view.due)}</dd></div>
</dl>
<form method="post"><input type="hidden" name="csrf" value="${view.csrf}">
<button class="primary" type="submit" name="action" value="confirm">${view.due.value > 0 ? change.confirmPaid(formatMoney(messages, view.due)) : services.confirm}</button></form>
<p class="note centred"><a href="${inLanguage(texts, '/manage/booking')}">${change.keep}</a></p>
</section></div>
</div>`;
  return { title: services.review, body };
}

function renderDone(texts: Vocabulary, view: ServicesView): PageParts {
  const { own, messages } = texts;
  const { services, change, progress } = own;
  const body = html`<div class="narrow card">
${renderMark('done')}
<h1>${services.done}</h1>
<p role="status">${view.due.value > 0 ? change.paid(formatMoney(messages, view.due)) : change.even}</p>
<p>${titleOf(messages, view.after)}</p>
<p class="note">${progress.reference} <span class="ref">${view.reference}</span></p>
<p><a href="${inLanguage(texts, '/manage/booking')}">${own.back}</a></p>
</div>`;
  return { title: services.done, body };
}
