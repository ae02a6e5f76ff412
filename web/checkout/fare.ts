import { formatDay, formatMoney, formatTime } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import type { ExtraView, FlightView, RuleView, SeatView } from './view-item.ts';
import type { Messages } from './wording.ts';

/** What a fare includes, what was added to it, and what changing one's mind costs. */
export function renderFare(messages: Messages, flight: FlightView, terms?: Html): Html {
  const { checkedBags, carryOn, extras, seats } = flight;
  const rules = terms === undefined ? describeRules(messages, flight) : describeChange(messages, flight);
  return html`<div class="fare">
<p class="fare-name">${fareName(messages, flight)}</p>
<h3>${messages.included}</h3>
<ul class="ticks">
${renderBags(messages, checkedBags.pieces, messages.checkedBags(checkedBags.pieces, checkedBags.weight))}
${renderBags(messages, carryOn.pieces, messages.cabinBags(carryOn.pieces, carryOn.weight))}
${flight.hasSeatSelection && html`<li>${messages.seatIncluded}</li>`}
</ul>
${
  extras.length + seats.length > 0 &&
  html`<h3>${messages.extras.heading}</h3>
<ul class="ticks added">${extras.map((extra) => html`<li>${extraName(messages, extra)}<span class="quiet below">${extraFor(messages, flight, extra)}</span></li>`)}${seats.map((seat) => html`<li>${messages.seat(seat.seatNumber)}<span class="quiet below">${seatFor(seat)}</span></li>`)}</ul>`
}
<h3>${messages.rules.heading}</h3>
<ul class="plain">
${rules.map(
  (rule) => html`<li>${rule}</li>
`,
)}</ul>
${terms}
</div>`;
}

/** What changing one's mind costs, one sentence each. */
export function describeRules(
  messages: Messages,
  flight: Pick<
    FlightView,
    'changeRule' | 'isMovedTooFar' | 'refundRule' | 'freeWindow' | 'noShowRule' | 'serviceFee' | 'feeReturn'
  >,
): readonly string[] {
  const { noShowRule } = flight;
  return [
    ...describeChange(messages, flight),
    ...describeRefund(messages, flight),
    ...describeFee(messages, flight),
    ...(noShowRule ? [noShowText(messages, noShowRule)] : []),
  ];
}

/** `2 × Checked bag, 23 kg`, in the reader's language: the supplier's own text has only one. */
export function extraName(messages: Messages, extra: ExtraView): string {
  const name = messages.extras[extra.type](extra.weightKg);
  return extra.quantity === 1 ? name : `${extra.quantity} × ${name}`;
}

/** Which direction an extra is for, and for whom: `Outbound, Paris → London · Nellie Bly`. */
export function extraFor(messages: Messages, flight: FlightView, { sliceIndex, travelerName }: ExtraView): string {
  const slice = sliceIndex === undefined ? undefined : flight.slices[sliceIndex];
  const link = [
    sliceIndex === undefined ? undefined : sliceName(messages, flight, sliceIndex),
    slice && `${slice.originCity} → ${slice.destinationCity}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
  return [link, travelerName].filter((part) => part).join(' · ');
}

/** Which flight a seat is on, and whose it is: `AF274 · Nellie Bly`. */
export function seatFor({ flightNumber, travelerName }: SeatView): string {
  return [flightNumber, travelerName].filter((part) => part).join(' · ');
}

/** Outbound and return of two directions, numbers of more; one alone needs no name. */
export function sliceName(messages: Messages, flight: FlightView, index: number): string | undefined {
  if (flight.slices.length === 1) return undefined;
  if (flight.slices.length > 2) return `${messages.kinds.flight} ${index + 1}`;
  return index === 0 ? messages.trip.outbound : messages.trip.inbound;
}

/** The cabin is named only where the brand does not say it already: "Economy · Economy Light" helps nobody. */
export function fareName(messages: Messages, flight: FlightView): string {
  const cabin = messages.cabin[flight.cabin];
  const { brandName } = flight;
  const isSaid = brandName?.toLowerCase().includes(cabin.toLowerCase()) === true;
  return [flight.carrierName, ...(isSaid ? [] : [cabin]), ...(brandName === undefined ? [] : [brandName])].join(' · ');
}

function renderBags(messages: Messages, pieces: number | undefined, text: string): Html {
  return pieces === undefined || pieces === 0
    ? html`<li class="without">${text}</li>`
    : html`<li>${text} <span class="quiet">${messages.perPerson}</span></li>`;
}

function describeChange(
  messages: Messages,
  { changeRule: { isAllowed, fee, earlier }, isMovedTooFar }: Pick<FlightView, 'changeRule' | 'isMovedTooFar'>,
): readonly string[] {
  const { rules } = messages;
  const moved = isMovedTooFar ? [rules.changeMoved] : [];
  if (isAllowed === undefined) return [...moved, rules.changeUnknown];
  if (!isAllowed) return isMovedTooFar ? moved : [rules.changeNever];
  // Of several windows one at an unknown price makes the whole a matter of asking.
  if (fee === 'unknown' || earlier.some((step) => step.fee === 'unknown')) return [...moved, rules.changeFeeUnknown];
  const steps = earlier.map(({ fee: stepFee, untilLocal }) =>
    stepFee === undefined || stepFee === 'unknown'
      ? rules.changeFreeUntil(momentText(messages, untilLocal))
      : rules.changeFeeUntil(momentText(messages, untilLocal), formatMoney(messages, stepFee)),
  );
  if (fee === undefined) return [...moved, ...steps, rules.changeFree];
  return [
    ...moved,
    ...steps,
    steps.length > 0 ? rules.changeFeeLater(formatMoney(messages, fee)) : rules.changeFee(formatMoney(messages, fee)),
  ];
}

/** Where nothing comes back, that is said of the whole price already. */
function describeFee(
  messages: Messages,
  { serviceFee, feeReturn, refundRule }: Pick<FlightView, 'serviceFee' | 'feeReturn' | 'refundRule'>,
): readonly string[] {
  if (serviceFee === undefined || feeReturn === 'always' || refundRule.isAllowed === false) return [];
  const amount = formatMoney(messages, serviceFee);
  const texts = messages.serviceFee;
  return [feeReturn === 'in_free_window' ? texts.unrefundedLater(amount) : texts.unrefunded(amount)];
}

/**
 * First the time in which everything comes back whatever the fare says: nobody should leave a booking standing that
 * could be given up for nothing.
 */
function describeRefund(
  messages: Messages,
  { refundRule: { isAllowed, fee, earlier }, freeWindow }: Pick<FlightView, 'refundRule' | 'freeWindow'>,
): readonly string[] {
  const { rules } = messages;
  const isFree = isAllowed === true && fee === undefined && earlier.length === 0;
  if (isFree && freeWindow?.kind !== 'part') return [rules.refundFree];
  const free = freeWindow === undefined ? [] : [freeWindowText(messages, freeWindow)];
  if (isFree) return free;
  if (isAllowed === undefined) return [...free, rules.refundUnknown];
  if (isAllowed && (fee === 'unknown' || earlier.some((step) => step.fee === 'unknown')))
    return [...free, rules.refundFeeUnknown];
  const steps = earlier.map(({ fee: stepFee, untilLocal }) =>
    stepFee === undefined || stepFee === 'unknown'
      ? rules.refundFreeUntil(momentText(messages, untilLocal))
      : rules.refundFeeUntil(momentText(messages, untilLocal), formatMoney(messages, stepFee)),
  );
  const isLater = free.length + steps.length > 0;
  if (!isAllowed) return [...free, isLater ? rules.refundNeverLater : rules.refundNever];
  if (fee === undefined || fee === 'unknown') return [...free, ...steps, rules.refundFree];
  return [
    ...free,
    ...steps,
    isLater ? rules.refundFeeLater(formatMoney(messages, fee)) : rules.refundFee(formatMoney(messages, fee)),
  ];
}

function freeWindowText(messages: Messages, window: NonNullable<FlightView['freeWindow']>): string {
  const { rules } = messages;
  if (window.kind === 'hours') return rules.voidHours(window.hours);
  const moment = momentText(messages, window.untilLocal);
  return window.kind === 'until'
    ? rules.voidUntil(moment)
    : rules.voidPartUntil(moment, formatMoney(messages, window.refund), formatMoney(messages, window.retained));
}

function momentText(messages: Messages, timeLocal: string): string {
  return messages.rules.moment(formatDay(messages, timeLocal), formatTime(timeLocal));
}

function noShowText(messages: Messages, rule: RuleView): string {
  const { rules } = messages;
  if (rule.isAllowed !== true) return rules.noShowNever;
  if (rule.fee === 'unknown') return rules.noShowFeeUnknown;
  return rule.fee === undefined ? rules.noShowFree : rules.noShowFee(formatMoney(messages, rule.fee));
}
