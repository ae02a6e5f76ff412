import { renderMark } from '../checkout/marks.ts';
import { html, type Html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import { codeField, passwordField, renderAlert, renderField, renderForm } from './fields.ts';
import { alertOf, renderFrame } from './member-frame.ts';
import { renderQrCode } from './qr-code.ts';
import type { EventView, Member, MemberView, SessionView } from './view.ts';
import { formatDate, formatMoment, inLanguage, type Vocabulary } from './vocabulary.ts';

type ViewOf<K extends MemberView['kind']> = Extract<MemberView, { readonly kind: K }>;

/** The password, the second factor, the sessions and what happened lately. */
export function renderSecurity(texts: Vocabulary, member: Member, view: ViewOf<'security'>): PageParts {
  const { own } = texts;
  const { security } = own;
  const filled = { typed: {}, problems: view.problems };
  const body = html`${renderFactor(texts, member, view)}
<section class="card"><h2>${security.passwordHeading}</h2><p>${security.passwordText}</p>
${renderForm(texts, {
  action: '/account/password',
  csrf: member.csrf,
  body: html`<input type="hidden" name="username" autocomplete="username" value="${member.who}">
${renderField(texts, passwordField(texts, 'current_password'), filled)}
${renderField(texts, passwordField(texts, 'new_password'), filled)}
<button class="primary" type="submit">${security.changePassword}</button>`,
})}</section>
${renderSessions(texts, member, view)}
<section class="card"><h2>${security.eventsHeading}</h2><p class="quiet">${view.events.length === 0 ? security.noEvents : security.eventsText}</p>
<ul class="events">${view.events.map((event) => renderEvent(texts, event))}</ul></section>`;
  return renderFrame(texts, member, {
    section: 'security',
    title: own.sections.security,
    alert: view.problem === undefined ? alertOf(texts, view.problems) : security.problems[view.problem],
    body,
  });
}

function renderFactor(texts: Vocabulary, member: Member, { factor }: ViewOf<'security'>): Html {
  const { factor: labels } = texts.own.security;
  const { since, recoveryCodesLeft, isRequired } = factor;
  const required = isRequired && html`<p class="note">${labels.required}</p>`;
  if (since === undefined)
    return html`<section class="card" id="second-factor"><h2>${labels.heading}</h2><p>${labels.text}</p>${required}
${renderForm(texts, {
  action: '/account/second-factor',
  csrf: member.csrf,
  body: html`<input type="hidden" name="username" autocomplete="username" value="${member.who}">
${renderField(texts, { ...passwordField(texts, 'current_password'), id: 'factor-password' }, EMPTY)}
<button class="primary" type="submit">${labels.setUp}</button>`,
})}</section>`;
  return html`<section class="card" id="second-factor"><h2>${labels.heading} <span class="badge">${labels.on}</span></h2>
<p>${labels.since(formatDate(texts, since))} ${labels.codesLeft(recoveryCodesLeft)}</p>${required}
${renderForm(texts, {
  action: '/account/second-factor/codes',
  csrf: member.csrf,
  body: html`${renderField(texts, codeField(texts), EMPTY)}
<div class="choices"><button class="secondary" type="submit">${labels.renewCodes}</button>${!isRequired && html`<button class="secondary" type="submit" formaction="${inLanguage(texts, '/account/second-factor/off')}">${labels.switchOff}</button>`}</div>`,
})}
${member.isOwner && renderRequire(texts, member, isRequired)}</section>`;
}

function renderRequire(texts: Vocabulary, member: Member, isRequired: boolean): Html {
  const { factor: labels } = texts.own.security;
  return html`<h3>${labels.everybody}</h3><p>${isRequired ? labels.everybodyOn : labels.everybodyOff}</p>
${renderForm(texts, {
  action: '/account/second-factor/required',
  csrf: member.csrf,
  body: html`<input type="hidden" name="required" value="${isRequired ? '0' : '1'}"><button class="secondary" type="submit">${isRequired ? labels.askNobody : labels.askEverybody}</button>`,
})}`;
}

const EMPTY = { typed: {}, problems: {} };

function renderSessions(texts: Vocabulary, member: Member, { sessions }: ViewOf<'security'>): Html {
  const { security } = texts.own;
  const { sessions: labels } = security;
  const others =
    sessions.length > 1 &&
    renderForm(texts, {
      action: '/account/sessions/end-others',
      csrf: member.csrf,
      body: html`<button class="secondary" type="submit">${labels.endOthers}</button>`,
    });
  return html`<section class="card"><h2>${labels.heading}</h2><p>${labels.text}</p>
<ul class="entries">${sessions.map((session) => renderSession(texts, member, session))}</ul>
<div class="choices">${others}${renderForm(texts, { action: '/account/sign-out-everywhere', csrf: member.csrf, body: html`<button class="secondary" type="submit">${security.everywhere}</button>` })}</div></section>`;
}

function renderSession(texts: Vocabulary, member: Member, session: SessionView): Html {
  const { sessions: labels, from } = texts.own.security;
  const { device = labels.unknownDevice, remoteAddress, isCurrent } = session;
  const notes = [
    labels.seen(formatMoment(texts, session.seenAt)),
    labels.started(formatMoment(texts, session.startedAt)),
    remoteAddress === undefined ? undefined : from(remoteAddress),
  ].filter((note) => note !== undefined);
  return html`<li><div class="entry-text"><h3>${device}${isCurrent && html` <span class="badge">${labels.current}</span>`}</h3><p class="quiet">${notes.join(' · ')}</p></div>
${
  !isCurrent &&
  html`<div class="entry-deeds">${renderForm(texts, {
    action: '/account/sessions/end',
    csrf: member.csrf,
    body: html`<input type="hidden" name="session" value="${session.id}"><button class="small" type="submit" aria-label="${texts.own.forPerson(labels.end, device)}">${labels.end}</button>`,
  })}</div>`
}</li>`;
}

/** What a person's program scans, or what they type into it, and the field for its first code. */
export function renderFactorSetup(texts: Vocabulary, member: Member, view: ViewOf<'factor_setup'>): PageParts {
  const { own } = texts;
  const labels = own.security.setup;
  const alert = view.isWrong ? own.security.problems.code_wrong : undefined;
  const body = html`${renderAlert(alert)}<div class="narrow card">
<h1>${labels.title}</h1>
<p>${labels.scan}</p>
${renderQrCode(view.uri, labels.qrLabel)}
<details><summary>${labels.cannotScan}</summary><p>${labels.type}</p><p><code class="secret">${grouped(view.secret)}</code></p></details>
${renderForm(texts, {
  action: '/account/second-factor/confirm',
  csrf: member.csrf,
  body: html`${renderField(texts, { ...codeField(texts), hint: labels.codeHint }, EMPTY)}
<button class="primary" type="submit">${labels.submit}</button>`,
})}
<p><a href="${inLanguage(texts, '/account/security')}">${own.cancel}</a></p>
</div>`;
  return { title: alert === undefined ? labels.title : texts.messages.errorTitle(labels.title), body, hasForm: true };
}

/** The one page that shows recovery codes. */
export function renderRecoveryCodes(texts: Vocabulary, view: ViewOf<'recovery_codes'>): PageParts {
  const { own } = texts;
  const labels = own.security.recovery;
  const body = html`<div class="narrow card">
${renderMark('done')}
<h1>${labels.title}</h1>
<p role="status">${labels.text}</p>
<ol class="recovery-codes">${view.codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<p><a class="button primary" href="${inLanguage(texts, '/account/security')}">${labels.done}</a></p>
</div>`;
  return { title: labels.title, body };
}

function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

function renderEvent(texts: Vocabulary, { at, action, actorKind, actor, remoteAddress }: EventView): Html {
  const { security } = texts.own;
  const who = [security.actors[actorKind], actor].filter((part) => part !== undefined).join(' ');
  return html`<li><span class="event-name">${security.actions[action] ?? action}</span>
<span class="quiet">${formatMoment(texts, at)} · ${who}${remoteAddress !== undefined && ` · ${security.from(remoteAddress)}`}</span></li>`;
}
