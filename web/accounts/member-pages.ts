import { html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderMark } from '../checkout/marks.ts';
import { emailField, renderField, renderForm } from './fields.ts';
import { renderKeys } from './key-list.ts';
import type { UserRole } from '../../src/platform/security/roles.ts';
import { alertOf, renderFrame } from './member-frame.ts';
import { renderFound, renderJoinAsMember, renderLeave } from './organization-pages.ts';
import { renderPeople } from './people-list.ts';
import { renderFactorSetup, renderRecoveryCodes, renderSecurity } from './security-page.ts';
import type { Member, MemberView } from './view.ts';
import { formatCount, inLanguage, type Vocabulary } from './vocabulary.ts';

/** In the order of the form: what a newcomer is made most often stands first. */
const INVITED_ROLES: readonly UserRole[] = ['admin', 'support', 'read_only', 'owner'];

type ViewOf<K extends MemberView['kind']> = Extract<MemberView, { readonly kind: K }>;

/** A page of somebody who is signed in. */
export function renderMember(texts: Vocabulary, member: Member, view: MemberView): PageParts {
  switch (view.kind) {
    case 'overview':
      return renderOverview(texts, member, view);
    case 'key_created':
      return renderKeyCreated(texts, view);
    case 'revoke_key':
      return renderConfirm(texts, member, {
        confirm: texts.own.keys.confirm,
        what: view.name,
        action: `/account/keys/${view.id}/revoke`,
        back: '/account',
      });
    case 'members':
      return renderMembers(texts, member, view);
    case 'remove_member':
      return renderConfirm(texts, member, {
        confirm: texts.own.members.confirm,
        what: view.who,
        action: `/account/members/${view.id}/remove`,
        back: '/account/members',
      });
    case 'security':
      return renderSecurity(texts, member, view);
    case 'leave':
      return renderLeave(texts, member, view);
    case 'join_as_member':
      return renderJoinAsMember(texts, member, view);
    case 'factor_setup':
      return renderFactorSetup(texts, member, view);
    case 'recovery_codes':
      return renderRecoveryCodes(texts, view);
    default:
      return view satisfies never;
  }
}

function renderOverview(texts: Vocabulary, member: Member, view: ViewOf<'overview'>): PageParts {
  const { own } = texts;
  const facts = own.organization;
  const balance = view.balance === undefined ? facts.unlimited : facts.credits(formatCount(texts, view.balance));
  const body = html`<section class="card"><h2>${facts.heading}</h2>
<dl class="rows facts">
<div><dt>${facts.name}</dt><dd>${view.organizationName}</dd></div>
<div><dt>${facts.environment}</dt><dd>${facts.environments[view.environment]}</dd></div>
<div><dt>${facts.balance}</dt><dd>${balance}</dd></div>
<div><dt>${facts.id}</dt><dd><code>${view.organizationId}</code></dd></div>
</dl></section>
${renderKeys(texts, member, view)}
${renderFound(texts, member, view)}`;
  return renderFrame(texts, member, {
    section: 'overview',
    title: own.account,
    alert: view.problem === undefined ? alertOf(texts, view.problems) : own.found.problems[view.problem],
    body,
  });
}

function renderKeyCreated(texts: Vocabulary, view: ViewOf<'key_created'>): PageParts {
  const { own } = texts;
  const body = html`<div class="narrow card">
${renderMark('done')}
<h1>${own.keys.shown.title}</h1>
<p role="status">${own.keys.shown.text}</p>
<div class="field"><label for="key">${own.keys.shown.label}: ${view.name}</label>
<textarea id="key" class="copyable" rows="2" readonly spellcheck="false" autocomplete="off">${view.key}</textarea></div>
<p><a href="${inLanguage(texts, '/account')}">${own.toAccount}</a></p>
</div>`;
  return { title: own.keys.shown.title, body };
}

interface Confirmation {
  readonly confirm: { readonly title: (what: string) => string; readonly text: string; readonly submit: string };
  readonly what: string;
  readonly action: string;
  readonly back: string;
}

function renderConfirm(texts: Vocabulary, member: Member, { confirm, what, action, back }: Confirmation): PageParts {
  const title = confirm.title(what);
  const body = html`<div class="narrow card">
<h1>${title}</h1>
<p>${confirm.text}</p>
${renderForm(texts, { action, csrf: member.csrf, body: html`<button class="primary grave" type="submit">${confirm.submit}</button>` })}
<p><a href="${inLanguage(texts, back)}">${texts.own.cancel}</a></p>
</div>`;
  return { title, body };
}

function renderMembers(texts: Vocabulary, member: Member, view: ViewOf<'members'>): PageParts {
  const { own } = texts;
  const { members } = own;
  const sent =
    view.invited === undefined
      ? undefined
      : html`<div class="notice" role="status"><p>${members.invited(view.invited)}</p>${view.outbox !== undefined && html`<p>${own.checkMail.outbox} <code>${view.outbox}</code></p>`}</div>`;
  const invite = html`<section class="card"><h2>${members.inviteHeading}</h2>
${renderForm(texts, {
  action: '/account/invitations',
  csrf: member.csrf,
  body: html`${renderField(texts, emailField(texts, 'off'), view)}
<div class="field"><label for="role">${members.role}</label>
<select id="role" name="role">${INVITED_ROLES.map((role) => html`<option value="${role}"${view.typed['role'] === role && html` selected`}>${own.roles[role]}</option>`)}</select></div>
<button class="primary" type="submit">${members.invite}</button>`,
})}</section>`;
  const body = html`${sent}${renderPeople(texts, member, view)}${member.isOwner ? invite : html`<p class="note">${members.ownersOnly}</p>`}`;
  const alert = view.problem === undefined ? alertOf(texts, view.problems) : members.problems[view.problem];
  return renderFrame(texts, member, { section: 'members', title: members.heading, alert, body });
}
