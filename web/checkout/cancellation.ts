import { formatDay, formatMoney, formatTime } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import type { CancellationView, PenaltyView } from './view-item.ts';
import type { GroundKind, Messages } from './wording.ts';

/** What giving up a stay or a rental costs when, one sentence a line. */
export function renderCancellation(messages: Messages, kind: GroundKind, cancellation: CancellationView): Html {
  const isFree = cancellation.now.cost === 'nothing';
  const lines = describeCancellation(messages, kind, cancellation);
  return html`<h3>${messages.cancellation.heading}</h3>
<ul class="plain">${lines.map((line, index) => html`<li${index === 0 && isFree && html` class="free"`}>${line}</li>`)}</ul>`;
}

/**
 * The cancellation terms as sentences: what cancelling costs now, and what from when on, and that the service fee does
 * not come back. The clock is named where a time is shown first.
 */
export function describeCancellation(
  messages: Messages,
  kind: GroundKind,
  cancellation: CancellationView,
): readonly string[] {
  const { now, serviceFee } = cancellation;
  const costs = describeCosts(messages, kind, cancellation);
  // Where nothing comes back, that is said of the whole price already.
  if (serviceFee === undefined || now.cost === 'whole_price') return costs;
  return [...costs, messages.serviceFee.unrefunded(formatMoney(messages, serviceFee))];
}

function describeCosts(messages: Messages, kind: GroundKind, { now, later }: CancellationView): readonly string[] {
  const texts = messages.cancellation;
  const clocked = later.findIndex(({ from }) => from.kind === 'time');
  const steps = later.map((step, index) => ({
    cost: costText(messages, step),
    moment:
      step.from.kind === 'time'
        ? momentText(
            messages,
            step.from.timeLocal,
            clockOf(step.from, index === clocked ? texts.clock[kind] : undefined),
          )
        : undefined,
  }));
  const sentence = ({ moment, cost }: (typeof steps)[number]): string =>
    moment === undefined ? texts.fromStart[kind](cost) : texts.from(moment, cost);
  if (now.cost === 'unknown') return [messages.unstated.cancellation[kind]];
  if (now.cost === 'whole_price') return [texts.never];
  if (now.cost === 'amount') return [texts.now(costText(messages, now)), ...steps.map(sentence)];
  const [first, ...others] = steps;
  if (!first) return [texts.free];
  const [until, after] =
    first.moment === undefined
      ? [texts.freeUntilStart[kind], texts.fromStart[kind](first.cost)]
      : [texts.freeUntil(first.moment), texts.afterFree(first.cost)];
  return [until, after, ...others.map(sentence)];
}

/** A time that is in UTC says so wherever it stands. */
function clockOf({ isUtc }: { readonly isUtc?: true }, clock: string | undefined): string | undefined {
  return isUtc ? 'UTC' : clock;
}

function costText(messages: Messages, penalty: PenaltyView): string {
  return penalty.cost === 'amount' ? formatMoney(messages, penalty.amount) : messages.cancellation.wholePrice;
}

function momentText(messages: Messages, timeLocal: string, clock: string | undefined): string {
  return messages.cancellation.moment(formatDay(messages, timeLocal), formatTime(timeLocal), clock);
}
