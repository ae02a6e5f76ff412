import { html, type Html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import { organizationField, renderAlert, renderField, renderForm } from './fields.ts';
import type { Member, MemberView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

type ViewOf<K extends MemberView['kind']> = Extract<MemberView, { readonly kind: K }>;

/** Which organization the page is about, and the way to the others; a name alone for who has one. */
export function renderSwitcher(texts: Vocabulary, member: Member): Html | undefined {
  const { switcher } = texts.own;
  const chosen = member.organizations.find(({ isChosen }) => isChosen);
  if (chosen === undefined) return undefined;
  const others = member.organizations.filter(({ isChosen }) => !isChosen);
  if (others.length === 0) return html`<p class="organization-name">${chosen.name}</p>`;
  const choices = others.map(
    ({ id, name, role }) =>
      html`<li>${renderForm(texts, {
        action: '/account/switch',
        csrf: member.csrf,
        body: html`<input type="hidden" name="organization_id" value="${id}"><button class="choice" type="submit">${name} <span class="quiet">${texts.own.roles[role]}</span></button>`,
      })}</li>`,
  );
  return html`<details class="switcher"><summary>${switcher.label}: ${chosen.name}</summary><ul aria-label="${switcher.choose}">${choices}</ul></details>`;
}

/** The form for another organization of the same person. */
export function renderFound(texts: Vocabulary, member: Member, view: ViewOf<'overview'>): Html | undefined {
  if (!view.mayFound) return undefined;
  const { found } = texts.own;
  return html`<section class="card"><h2>${found.heading}</h2><p>${found.text}</p>
${renderForm(texts, {
  action: '/account/organizations',
  csrf: member.csrf,
  body: html`${renderField(texts, organizationField(texts), view)}
<button class="secondary" type="submit">${found.submit}</button>`,
})}</section>`;
}

/** Asks once more before somebody leaves. */
export function renderLeave(texts: Vocabulary, member: Member, view: ViewOf<'leave'>): PageParts {
  const { leave } = texts.own;
  const title = leave.title(view.organizationName);
  const body = html`<div class="narrow card">
<h1>${title}</h1>
<p>${leave.text}</p>${view.isLast && html`<p><strong>${leave.isLast}</strong></p>`}
${renderForm(texts, { action: '/account/leave', csrf: member.csrf, body: html`<button class="primary grave" type="submit">${leave.submit}</button>` })}
<p><a href="${inLanguage(texts, '/account')}">${texts.own.cancel}</a></p>
</div>`;
  return { title, body };
}

/** An invitation that somebody reads who is signed in: with the invited address, or as somebody else. */
export function renderJoinAsMember(texts: Vocabulary, member: Member, view: ViewOf<'join_as_member'>): PageParts {
  const { join, roles, signOut } = texts.own;
  const title = join.title(view.organizationName);
  const accept =
    view.otherEmail === undefined
      ? html`<p>${join.asMember(member.who, roles[view.role])}</p>
${renderForm(texts, {
  action: view.path,
  csrf: member.csrf,
  body: html`<input type="hidden" name="as_member" value="1"><button class="primary" type="submit">${join.submit}</button>`,
})}`
      : html`<p>${join.otherAccount(view.otherEmail, member.who)}</p>
${renderForm(texts, { action: '/sign-out', csrf: member.csrf, body: html`<button class="primary" type="submit">${signOut}</button>` })}`;
  const body = html`${renderAlert(view.problem === undefined ? undefined : join.problems[view.problem])}
<div class="narrow card">
<h1>${title}</h1>
${accept}
<p><a href="${inLanguage(texts, '/account')}">${texts.own.toAccount}</a></p>
</div>`;
  return { title, body, hasForm: true };
}
