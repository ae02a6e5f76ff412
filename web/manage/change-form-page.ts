import {
  depositText,
  fuelText,
  hoursText,
  mileageText,
  renderRental,
  renderVehicle,
} from '../checkout/cards/rental-card.ts';
import { fareName } from '../checkout/fare.ts';
import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { titleOf } from '../checkout/item-names.ts';
import { renderDetails } from '../checkout/itinerary.ts';
import { laterText } from '../checkout/pay-later.ts';
import type { ItemView, RentalView, StopView } from '../checkout/view-item.ts';
import type { Messages } from '../checkout/wording.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderReason } from './quoted-reason.ts';
import { renderCalendars } from './fare-calendar.ts';
import {
  type ChangeFormView,
  type ExchangeOfferView,
  FLIGHT_SORTS,
  type FlightFormView,
  type FlightSort,
  RENTAL_SORTS,
  type RentalFormView,
  type RentalSort,
} from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';
import type { CounterChange } from '../../src/travel/rental-total.ts';

/** As many as somebody compares; the rest of them is folded away. */
const OFFERS_SHOWN = 10;

/** Which day or which times instead, and what there is then, cheapest for the traveler first. */
export function renderChangeFormPage(texts: Vocabulary, view: ChangeFormView): PageParts {
  const { own, messages } = texts;
  const { change } = own;
  const { kind } = view.form;
  const never = view.found?.kind === 'never' ? view.found : undefined;
  const body = html`${view.isInvalid && html`<div class="alert" role="alert"><p><strong>${change.invalid}</strong></p></div>`}
<h1>${change.title[kind]}</h1>
<div class="columns">
<div class="column">
${never ? renderNever(texts, kind, never.reason) : renderFound(texts, view)}
</div>
<div class="column side"><section class="card" aria-labelledby="form-heading">
<h2 id="form-heading">${titleOf(messages, view.item)}</h2>
${
  never === undefined &&
  html`<p class="explained">${change.text[kind]}</p>
<form method="get"><input type="hidden" name="locale" value="${texts.language}"><input type="hidden" name="search" value="1">
${view.form.kind === 'flight' ? renderDays(texts, view.form) : renderTimes(texts, view.form)}
${view.form.kind === 'flight' ? renderSort(texts, FLIGHT_SORTS, view.form.sort) : renderSort(texts, RENTAL_SORTS, view.form.sort)}
<button class="primary" type="submit">${change.search[kind]}</button></form>
${view.form.kind === 'flight' && renderCalendars(texts, view, view.form)}`
}
<p class="note centred"><a href="${inLanguage(texts, '/manage/booking')}">${own.back}</a></p>
</section></div>
</div>`;
  const title = change.title[kind];
  return { title: view.isInvalid ? messages.errorTitle(title) : title, body, carriedQuery: view.carriedQuery };
}

/** That it cannot be changed, and why: somebody else's words, quoted. */
function renderNever(texts: Vocabulary, kind: ChangeFormView['form']['kind'], reason: string | undefined): Html {
  return html`<div role="status" class="notice"><p>${texts.own.change.never[kind]}</p>${reason !== undefined && renderReason(texts, { reason, isEnglish: true })}</div>`;
}

function renderDays({ own }: Vocabulary, form: FlightFormView): Html {
  return html`${form.days.map(
    (day) => html`<div class="field"><label for="${day.name}">${own.change.newDate(day.route)}</label>
<input id="${day.name}" name="${day.name}" type="date" required min="${form.earliest}" value="${day.value}"></div>`,
  )}`;
}

function renderSort<S extends FlightSort | RentalSort>({ own }: Vocabulary, sorts: readonly S[], chosen: S): Html {
  const { sort } = own.change;
  return html`<div class="field"><label for="sort">${sort.label}</label>
<select id="sort" name="sort">${sorts.map((one) => html`<option value="${one}"${one === chosen && html` selected`}>${sort[one]}</option>`)}</select></div>`;
}

function renderTimes({ own, messages }: Vocabulary, form: RentalFormView): Html {
  const { change } = own;
  return html`<div class="field"><label for="pick_up">${change.pickUp}</label><input id="pick_up" name="pick_up" type="datetime-local" required value="${form.pickUpLocal.slice(0, 16)}"></div>
<div class="field"><label for="drop_off">${change.dropOff}</label><input id="drop_off" name="drop_off" type="datetime-local" required value="${form.dropOffLocal.slice(0, 16)}"></div>
${
  form.extras.length > 0 &&
  html`<fieldset><legend>${change.extras}</legend>${form.extras.map(
    (extra) => html`<div class="field count"><label for="${extra.name}">${messages.rental.extras[extra.type]}</label>
<input id="${extra.name}" name="${extra.name}" type="number" min="0"${extra.quantityMax !== undefined && html` max="${extra.quantityMax}"`} required value="${extra.quantity}"></div>`,
  )}</fieldset>`
}`;
}

function renderFound(texts: Vocabulary, view: ChangeFormView): Html | undefined {
  if (view.found?.kind !== 'offers')
    return html`<section aria-labelledby="before-heading"><h2 id="before-heading">${texts.own.change.before}</h2>
<article class="card brief">${renderDetails(texts.messages, { ...view.item, outcome: 'not_booked' })}</article></section>`;
  const { change } = texts.own;
  const { offers, lostExtras, hasOthersWithoutExtras } = view.found;
  const none = hasOthersWithoutExtras ? change.noneWithExtras : change.noOffers[view.form.kind];
  if (offers.length === 0) return html`<p role="status" class="notice">${none}</p>`;
  return html`<section aria-labelledby="offers-heading"><h2 id="offers-heading">${change.offers[view.form.kind]}</h2>
${lostExtras !== 'none' && html`<p class="notice">${texts.messages.exchange.extrasLost[lostExtras]}</p>`}
${offers.slice(0, OFFERS_SHOWN).map((offer) => renderOffer(texts, view, offer))}
${
  offers.length > OFFERS_SHOWN &&
  html`<details class="more-offers"><summary>${change.more(offers.length - OFFERS_SHOWN)}</summary>
${offers.slice(OFFERS_SHOWN).map((offer) => renderOffer(texts, view, offer))}</details>`
}</section>`;
}

function renderOffer(texts: Vocabulary, view: ChangeFormView, offer: ExchangeOfferView): Html {
  const price = priceText(texts, offer);
  return html`<article class="card">
<div class="brief">${renderBrief(texts, view, offer.item)}</div>
${offer.item.kind === 'car' && html`<p class="quiet">${[mileageText(texts.messages, offer.item), fuelText(texts.messages, offer.item), depositText(texts.messages, offer.item)].join(' · ')}</p>${renderLater(texts, offer.item)}`}
${offer.isOnRequest && html`<p class="notice">${texts.own.change.onRequest}</p>`}
${offer.item.kind === 'flight' && html`<p class="quiet">${fareName(texts.messages, offer.item)} · ${texts.messages.checkedBags(offer.item.checkedBags.pieces, offer.item.checkedBags.weight)}</p>`}
<form method="post" action="${inLanguage(texts, `/manage/items/${view.itemId}/change`)}" class="offer"><input type="hidden" name="csrf" value="${view.csrf}">
<p class="offer-price"><strong>${price}</strong></p>
<button class="primary" type="submit" name="offer_id" value="${offer.offerId}">${texts.own.change.choose(offerName(texts, offer))}<span class="unseen">: ${price}</span></button></form>
</article>`;
}

/** What is paid at the counter beside the price, which may differ more between two cars than the price does. */
function renderLater({ messages }: Vocabulary, car: RentalView): Html | undefined {
  if (car.dueLater === undefined) return undefined;
  return html`<p class="quiet">${messages.payLater.atPlace.car}: ${laterText(messages, car, car.dueLater)}</p>`;
}

/** What an offer is: of a car its stops only where one of them differs from the booked one in place, time or hours. */
function renderBrief({ messages }: Vocabulary, { item: booked }: ChangeFormView, item: ItemView): Html {
  if (item.kind !== 'car' || booked.kind !== 'car') return renderDetails(messages, { ...item, outcome: 'not_booked' });
  const areStopsSame =
    isSameStop(messages, item.pickUp, booked.pickUp) && isSameStop(messages, item.dropOff, booked.dropOff);
  return areStopsSame ? renderVehicle(messages, item) : renderRental(messages, { ...item, outcome: 'not_booked' });
}

/** Whether nothing of a stop that is shown differs. */
function isSameStop(messages: Messages, one: StopView, other: StopView): boolean {
  return (
    one.branchName === other.branchName &&
    one.address === other.address &&
    one.timeLocal.slice(0, 16) === other.timeLocal.slice(0, 16) &&
    hoursText(messages, one.hours) === hoursText(messages, other.hours)
  );
}

/** What distinguishes one offer from the next in a screen reader. */
function offerName({ messages }: Vocabulary, { item }: ExchangeOfferView): string {
  if (item.kind !== 'flight') return titleOf(messages, item);
  return item.slices.flatMap((slice) => slice.segments.map((segment) => segment.flightNumber)).join(', ');
}

function priceText(texts: Vocabulary, { due, refund, atCounter }: ExchangeOfferView): string {
  const { change } = texts.own;
  const now =
    due.value > 0
      ? change.due(formatMoney(texts.messages, due))
      : refund.value > 0
        ? change.refund(formatMoney(texts.messages, refund))
        : atCounter
          ? change.nothingNow
          : change.even;
  return atCounter ? `${now} · ${counterText(texts, atCounter)}` : now;
}

/** How much more or less is paid at the rental counter. */
export function counterText({ own, messages }: Vocabulary, { direction, amount }: CounterChange): string {
  return own.change.atCounter[direction](formatMoney(messages, amount));
}
