import { passwordField, renderForm } from '../accounts/fields.ts';
import { renderFramedPage } from '../accounts/render-account.ts';
import type { Member, PageFacts } from '../accounts/view.ts';
import { formatCount, formatMoment, type Vocabulary, vocabularyOf } from '../accounts/vocabulary.ts';
import { formatMoney } from '../kit/format.ts';
import { html, type Html, ownMarkup } from '../kit/html.ts';
import { approvalMessagesOf } from './messages.ts';
import type {
  ApprovalProblem,
  ApprovalsView,
  ApprovalView,
  MandateInForceView,
  MandateView,
  PurchaseView,
} from './view.ts';
import type { ApprovalMessages } from './wording.ts';

/** Long names and amounts break rather than widen a narrow page. */
const looks = ownMarkup(
  '.case dd,.case blockquote{overflow-wrap:anywhere;min-width:0}.case form{margin-top:1.25rem}.case blockquote{margin:0;white-space:pre-line}.case .choices{display:flex;flex-wrap:wrap;gap:.75rem}',
);
const REASON_LENGTH_MAX = 500;

interface Texts extends Vocabulary {
  readonly approvals: ApprovalMessages;
}
type Row = readonly [string, string | Html | undefined];

/** The account's page of what agents ask to buy: who asks for what exactly, and the form that decides it. */
export function renderApprovals(facts: PageFacts, member: Member, view: ApprovalsView): string {
  const texts: Texts = { ...vocabularyOf(facts.language), approvals: approvalMessagesOf(facts.language) };
  const { approvals } = texts;
  const { requests, inForce, isOne, asksCode, decided, problem } = view;
  const none = isOne ? approvals.problems.gone : approvals.none;
  const body = html`${decided && html`<div class="notice" role="status"><p>${approvals.decided[decided]}</p></div>`}
<p class="quiet">${requests.length === 0 ? none : approvals.text}</p>
${requests.length > 0 && !member.isOwner && html`<p class="note">${approvals.ownersOnly}</p>`}
${requests.map((one) => renderRequest(texts, member, one, { asksCode, problem: problem?.id === one.id ? problem.kind : undefined }))}
${inForce.length > 0 && renderInForce(texts, member, inForce)}`;
  const alert = problem && approvals.problems[problem.kind];
  return renderFramedPage(facts, member, { section: 'approvals', title: approvals.title, alert, body }, looks);
}

/** What a request's form asks for beside the password, and what was wrong with it. */
interface DecisionState {
  readonly asksCode: boolean;
  readonly problem: ApprovalProblem['kind'] | undefined;
}

/** Budgets that agents buy with, each with the form that ends it. */
function renderInForce(texts: Texts, { csrf, isOwner }: Member, inForce: readonly MandateInForceView[]): Html {
  const { approvals, messages } = texts;
  return html`<h2>${approvals.inForce}</h2>
${isOwner && html`<p class="quiet">${approvals.guidanceRevoke}</p>`}
${inForce.map(
  ({ id, name, agent, budget, remaining, validUntil }) => html`<section class="card case"><h3>“${name}”</h3>
<dl class="rows facts"><div><dt>${approvals.agent}</dt><dd>${agent}</dd></div>
<div><dt>${approvals.budget}</dt><dd>${formatMoney(messages, budget)}</dd></div>
<div><dt>${approvals.remaining}</dt><dd>${formatMoney(messages, remaining)}</dd></div>
<div><dt>${approvals.mails.validUntil}</dt><dd>${formatMoment(texts, validUntil)}</dd></div></dl>
${
  isOwner &&
  renderForm(texts, {
    action: `/account/approvals/${encodeURIComponent(id)}`,
    csrf,
    body: html`<button class="secondary" type="submit" name="decision" value="revoke" aria-label="${approvals.revoke}: ${name}">${approvals.revoke}</button>`,
  })
}
</section>`,
)}`;
}

function renderRequest(texts: Texts, member: Member, one: ApprovalView, state: DecisionState) {
  const { approvals } = texts;
  const isMandate = one.kind === 'mandate';
  const rows: readonly Row[] = [
    [approvals.agent, one.agent],
    ...(isMandate ? mandateRows(texts, one) : purchaseRows(texts, one)),
    [approvals.note, one.note === undefined ? undefined : html`<blockquote>“${one.note}”</blockquote>`],
  ];
  return html`<section class="card case"><h2>${isMandate ? `“${one.name}”` : formatMoney(texts.messages, one.total)}</h2>
<p><span class="badge">${isMandate ? approvals.mandate : approvals.purchase}</span> <span class="quiet">${approvals.since(formatMoment(texts, one.since))}</span></p>
<dl class="rows facts">${rows.map(([label, value]) => value !== undefined && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${member.isOwner && renderDecision(texts, member, one, state)}
</section>`;
}

function mandateRows(texts: Texts, view: MandateView): readonly Row[] {
  const { approvals, messages } = texts;
  const some = (amount: MandateView['perTrip']) => amount && formatMoney(messages, amount);
  const { perPeriod, rules, tripsMax } = view;
  return [
    [approvals.budget, some(view.budget)],
    [approvals.perTrip, some(view.perTrip)],
    [approvals.perItem, some(view.perItem)],
    ...(perPeriod ? [[approvals.perPeriod[perPeriod.period], some(perPeriod.amount)] as const] : []),
    [approvals.tripsMax, tripsMax === undefined ? undefined : formatCount(texts, tripsMax)],
    [approvals.askAbove, some(view.askAbove)],
    [approvals.valid, approvals.span(formatMoment(texts, view.validFrom), formatMoment(texts, view.validUntil))],
    [
      approvals.rules,
      rules.length === 0 ? approvals.noRules : html`${rules.map((rule) => html`<div><code>${rule}</code></div>`)}`,
    ],
  ];
}

function purchaseRows(texts: Texts, view: PurchaseView): readonly Row[] {
  const { approvals, messages } = texts;
  const { total, totalMax, open, items } = view;
  return [
    [approvals.paidFrom, `“${view.mandate}”`],
    [approvals.items, html`${items.map((item) => html`<div>${item}</div>`)}`],
    [approvals.total, formatMoney(messages, total)],
    [approvals.totalMax, totalMax.value === total.value ? undefined : formatMoney(messages, totalMax)],
    [
      approvals.open,
      open.length === 0
        ? undefined
        : html`${open.map(({ rule, wanted, found }) => html`<div><code>${rule}</code> ${approvals.wantedAndFound(wanted, found)}</div>`)}`,
    ],
    [approvals.until, formatMoment(texts, view.until)],
  ];
}

/** Yes or no, with the password of the one who decides. */
function renderDecision(texts: Texts, { csrf }: Member, one: ApprovalView, { asksCode, problem }: DecisionState): Html {
  const { approvals, own } = texts;
  const password = passwordField(texts, 'current_password');
  const [passwordId, reasonId] = [`password-${one.id}`, `reason-${one.id}`];
  const isWrong = problem === 'password_wrong' || problem === 'locked';
  const described = isWrong ? `${passwordId}-hint ${passwordId}-problem` : `${passwordId}-hint`;
  const what = one.kind === 'mandate' ? one.name : one.mandate;
  return html`<p>${one.kind === 'mandate' ? approvals.guidanceMandate : approvals.guidancePurchase}</p>
${renderForm(texts, {
  action: `/account/approvals/${encodeURIComponent(one.id)}`,
  csrf,
  body: html`<div class="field"><label for="${passwordId}">${password.label}</label>
<input id="${passwordId}" name="current_password" type="password" required maxlength="${password.lengthMax}" autocomplete="current-password" data-missing="${own.fields.missing}" aria-describedby="${described}"${isWrong && html` aria-invalid="true"`}>
<p class="hint" id="${passwordId}-hint">${approvals.passwordHint}</p>
${isWrong && html`<p class="problem" id="${passwordId}-problem">${approvals.problems[problem]}</p>`}</div>
${asksCode && renderCode(texts, one.id, problem)}
<div class="field"><label for="${reasonId}">${approvals.reason}</label>
<input id="${reasonId}" name="reason" type="text" maxlength="${REASON_LENGTH_MAX}" autocomplete="off"></div>
<div class="choices"><button class="primary" type="submit" name="decision" value="approve" aria-label="${approvals.approve}: ${what}">${approvals.approve}</button>
<button class="secondary" type="submit" name="decision" value="decline" aria-label="${approvals.decline}: ${what}">${approvals.decline}</button></div>`,
})}`;
}

function renderCode({ approvals, own }: Texts, id: string, problem: DecisionState['problem']): Html {
  const codeId = `code-${id}`;
  const isWrong = problem === 'code_wrong';
  return html`<div class="field"><label for="${codeId}">${own.fields.code}</label>
<input id="${codeId}" name="code" type="text" required maxlength="40" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" data-missing="${own.fields.missing}" aria-describedby="${codeId}-hint${isWrong && ` ${codeId}-problem`}"${isWrong && html` aria-invalid="true"`}>
<p class="hint" id="${codeId}-hint">${own.fields.codeHint}</p>
${isWrong && html`<p class="problem" id="${codeId}-problem">${approvals.problems.code_wrong}</p>`}</div>`;
}
