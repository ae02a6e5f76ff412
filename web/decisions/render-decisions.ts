import { renderForm } from '../accounts/fields.ts';
import { renderFramedPage } from '../accounts/render-account.ts';
import type { Member, PageFacts } from '../accounts/view.ts';
import { formatMoment, type Vocabulary, vocabularyOf } from '../accounts/vocabulary.ts';
import { supplierText } from '../checkout/supplier-text.ts';
import { renderCredits } from '../checkout/travel-credits.ts';
import { formatMoney } from '../kit/format.ts';
import { html, type Html, ownMarkup } from '../kit/html.ts';
import { decisionMessagesOf } from './messages.ts';
import type { CaseView, DecisionsView } from './view.ts';
import type { DecisionMessages } from './wording.ts';

/** Long amounts and addresses break rather than widen a narrow page. */
const looks = ownMarkup('.case dd{overflow-wrap:anywhere;min-width:0}.case form,.case .note+p{margin-top:1.25rem}');
const REASON_LENGTH_MAX = 500;

interface Texts extends Vocabulary {
  readonly decisions: DecisionMessages;
}

/** The account's page of changes that wait for people: what each is, and the forms that decide it. */
export function renderDecisions(facts: PageFacts, member: Member, view: DecisionsView): string {
  const texts: Texts = { ...vocabularyOf(facts.language), decisions: decisionMessagesOf(facts.language) };
  const { decisions } = texts;
  const { cases, canDecide, decided, problem } = view;
  const body = html`${decided && html`<div class="notice" role="status"><p>${decisions.decided[decided]}</p></div>`}
<p class="quiet">${cases.length === 0 ? decisions.none : decisions.text}</p>
${cases.length > 0 && !canDecide && html`<p class="note">${decisions.whoDecides}</p>`}
${cases.map((one) => renderCase(texts, canDecide ? member : undefined, one, problem?.changeId === one.changeId ? problem.kind : undefined))}`;
  const alert = problem && decisions.problems[problem.kind];
  return renderFramedPage(facts, member, { section: 'changes', title: decisions.title, alert, body }, looks);
}

type Problem = NonNullable<DecisionsView['problem']>['kind'];

/** With the forms of `member`, where there is one who may decide. */
function renderCase(texts: Texts, member: Member | undefined, one: CaseView, problem: Problem | undefined): Html {
  const { decisions, messages } = texts;
  const rows: readonly (readonly [string, string | Html | undefined])[] = [
    [decisions.why, one.why === undefined ? undefined : supplierText(messages, one.why)],
    [decisions.product, supplierText(messages, one.product)],
    [decisions.traveler, one.traveler],
    [decisions.contact, `${one.contact.email}, ${one.contact.phone}`],
    [decisions.supplier, one.supplier],
    [decisions.order, [one.orderId, one.confirmationNumber].filter((part) => part !== undefined).join(', ')],
    [decisions.paid, formatMoney(messages, one.paid)],
    [decisions.agreed, one.agreed && formatMoney(messages, one.agreed)],
  ];
  return html`<section class="card case"><h2>${one.bookingRef}</h2>
<p><span class="badge">${decisions.waitsFor[one.waitsFor]}</span> <span class="quiet">${decisions.since(formatMoment(texts, one.since))}</span></p>
<dl class="rows facts">${rows.map(([label, value]) => value !== undefined && value !== '' && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${renderCredits(messages, one.credits, { isIssued: one.waitsFor !== 'decision', heading: 'h3' })}
<p class="note">${messages.referenceForSupport} <span class="ref">${one.reference}</span></p>
${one.waitsFor !== 'supplier' && member && renderForms(texts, member, one, problem)}
</section>`;
}

/**
 * Yes with an amount, or no with a reason; an amount alone where it is cancelled already; how it was moved where money
 * could not be.
 */
function renderForms(texts: Texts, member: Member, one: CaseView, problem: Problem | undefined): Html {
  const { decisions } = texts;
  if (one.waitsFor === 'money')
    return html`<p>${decisions.guidanceByHand}</p>
${renderReasonForm(texts, member, one, { problem, decision: 'settled', label: decisions.byHand, hint: decisions.byHandHint, button: decisions.settle })}`;
  if (one.waitsFor === 'charge')
    return html`<p>${decisions.guidanceCharged}</p>
${renderAmountForm(texts, member, one, { problem, button: decisions.giveBack, hint: decisions.refundHintCharged })}`;
  return html`<p>${decisions.guidance}</p>
${renderAmountForm(texts, member, one, { problem, ...(one.canDecline ? { button: decisions.cancel, hint: decisions.refundHint } : { button: decisions.giveBack, hint: decisions.refundHintCharged }) })}
${one.canDecline && renderReasonForm(texts, member, one, { problem, decision: 'decline', label: decisions.reason, hint: decisions.reasonHint, button: decisions.decline })}`;
}

interface AmountForm {
  readonly problem: Problem | undefined;
  readonly button: string;
  readonly hint: (max: string) => string;
}

function renderAmountForm(
  texts: Texts,
  { csrf }: Member,
  { changeId, refundMax, bookingRef }: CaseView,
  { problem, button, hint }: AmountForm,
): Html {
  const { decisions, messages, own } = texts;
  const id = `refund-${changeId}`;
  return renderForm(texts, {
    action: actionOf(changeId),
    csrf,
    body: html`<input type="hidden" name="decision" value="cancel">
<div class="field"><label for="${id}">${decisions.refund(refundMax.currency)}</label>
<input id="${id}" name="refund" type="text" inputmode="decimal" required maxlength="16" autocomplete="off" data-missing="${own.fields.missing}" aria-describedby="${id}-hint">
<p class="hint" id="${id}-hint">${hint(formatMoney(messages, refundMax))}</p>
${renderProblem(decisions, id, problem === 'amount_invalid' || problem === 'refused' ? problem : undefined)}</div>
<button class="primary grave" type="submit" aria-label="${button}: ${bookingRef}">${button}</button>`,
  });
}

interface ReasonForm {
  readonly problem: Problem | undefined;
  readonly decision: 'decline' | 'settled';
  readonly label: string;
  readonly hint: string;
  readonly button: string;
}

function renderReasonForm(
  texts: Texts,
  { csrf }: Member,
  { changeId, bookingRef }: CaseView,
  { problem, decision, label, hint, button }: ReasonForm,
): Html {
  const { decisions, own } = texts;
  const id = `reason-${changeId}`;
  return renderForm(texts, {
    action: actionOf(changeId),
    csrf,
    body: html`<input type="hidden" name="decision" value="${decision}">
<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="reason" type="text" required maxlength="${REASON_LENGTH_MAX}" autocomplete="off" data-missing="${own.fields.missing}" aria-describedby="${id}-hint">
<p class="hint" id="${id}-hint">${hint}</p>
${renderProblem(decisions, id, problem === 'reason_missing' ? problem : undefined)}</div>
<button class="secondary" type="submit" aria-label="${button}: ${bookingRef}">${button}</button>`,
  });
}

function actionOf(changeId: string): string {
  return `/account/changes/${encodeURIComponent(changeId)}`;
}

function renderProblem(decisions: DecisionMessages, id: string, problem: Problem | undefined) {
  return problem !== undefined && html`<p class="problem" id="${id}-problem">${decisions.problems[problem]}</p>`;
}
