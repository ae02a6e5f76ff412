import { renderCancellation } from '../cancellation.ts';
import { formatCount, formatDay, formatMoney, formatTime } from '../../kit/format.ts';
import { html, type Html } from '../../kit/html.ts';
import { carOf } from '../item-names.ts';
import { renderSplit, rentalExtraName } from '../pay-later.ts';
import { supplierText } from '../supplier-text.ts';
import type { RentalView, StopView } from '../view-item.ts';
import type { Messages } from '../wording.ts';

/**
 * A rental car: which class, from where and when to where and when, what comes with it and what the counter asks for.
 */
export function renderRental(messages: Messages, car: RentalView, terms?: Html): Html {
  const texts = messages.rental;
  return html`${renderVehicle(messages, car)}
${car.isOnRequest && isOpen(car) && html`<p class="notice">${texts.onRequest}</p>`}
<dl class="when when-places">
${renderStop(messages, texts.pickUp, car.pickUp)}
${renderStop(messages, texts.dropOff, car.dropOff)}
</dl>
${car.outcome !== 'not_booked' && renderTerms(messages, car, terms)}`;
}

/** Which car, of which company, for how long. */
export function renderVehicle(messages: Messages, car: RentalView): Html {
  return html`<p class="slice-name"><span>${messages.rental.days(car.days)}</span> ${car.vendorName}</p>
<p class="slice-route">${carOf(messages, car)}</p>
<p class="quiet address">${vehicleFacts(messages, car).join(' · ')}</p>`;
}

/** Before the payment, and after it until the company has answered. */
export function isOpen({ outcome }: RentalView): boolean {
  return outcome === undefined || outcome === 'open';
}

/** What somebody who packs asks: `manual · petrol · 5 seats · 2 large bags · air conditioning`. */
export function vehicleFacts(messages: Messages, car: RentalView): readonly string[] {
  const texts = messages.rental;
  const facts = [
    car.transmission && texts.transmissions[car.transmission],
    car.fuel && texts.fuels[car.fuel],
    car.seats !== undefined && texts.seats(car.seats),
    car.bagsLarge && texts.bagsLarge(car.bagsLarge),
    car.bagsSmall && texts.bagsSmall(car.bagsSmall),
    car.hasAirConditioning && texts.airConditioning,
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

function renderStop(messages: Messages, name: string, stop: StopView): Html {
  const { hours, timeLocal } = stop;
  const opening = hoursText(messages, hours);
  return html`<div><dt>${name}</dt><dd><time datetime="${timeLocal.slice(0, 16)}">${formatDay(messages, timeLocal)}, ${formatTime(timeLocal)}</time>
<span class="below">${supplierText(messages, stop.branchName)}</span><span class="quiet below">${stop.address}</span><span class="quiet below">${opening}</span></dd></div>`;
}

/** When the branch is open that day. */
export function hoursText(messages: Messages, hours: StopView['hours']): string {
  if (hours === 'unknown') return messages.unstated.openingHours;
  return hours ? messages.rental.hours(hours.opens, hours.closes) : messages.rental.alwaysOpen;
}

/** What is agreed about fuel. */
export function fuelText(messages: Messages, { fuelPolicy }: RentalView): string {
  return fuelPolicy === undefined ? messages.unstated.fuelPolicy : messages.rental.fuelPolicies[fuelPolicy];
}

/** What is held on the driver's card. */
export function depositText(messages: Messages, { deposit }: RentalView): string {
  return deposit === undefined ? messages.unstated.deposit : messages.rental.deposit(formatMoney(messages, deposit));
}

function renderTerms(messages: Messages, car: RentalView, terms: Html | undefined): Html {
  const texts = messages.rental;
  return html`<div class="fare">
<h3>${texts.included}</h3>
<ul class="ticks"><li>${mileageText(messages, car)}</li><li>${fuelText(messages, car)}</li></ul>
${
  car.extras.length > 0 &&
  html`<h3>${messages.extras.heading}</h3>
<ul class="ticks added">${car.extras.map((extra) => html`<li>${rentalExtraName(messages, extra)}<span class="quiet below">${formatMoney(messages, extra.price)} · ${texts.paidAt[extra.paidAt]}</span></li>`)}</ul>`
}
${renderSplit(messages, car)}
<h3>${texts.conditions}</h3>
<ul class="plain"><li>${depositText(messages, car)}</li><li>${texts.driver(car.driverAge)}</li></ul>
${terms ?? renderCancellation(messages, 'car', car.cancellation)}
</div>`;
}

/** How far it may be driven, and what more costs. */
export function mileageText(messages: Messages, { mileage }: RentalView): string {
  const texts = messages.rental;
  if (mileage === undefined) return messages.unstated.mileage;
  if (mileage.includedKm === undefined) return texts.unlimitedMileage;
  const included = texts.mileage(formatCount(messages, mileage.includedKm));
  return mileage.extraPerKm
    ? `${included} · ${texts.extraKilometre(formatMoney(messages, mileage.extraPerKm))}`
    : included;
}
