import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { form, timeOf, wordsOf } from './parts.ts';
import type { ConsoleFacts, InvitationView, MemberView, Notice } from './view.ts';

const LIST = '/console/members';

/** Who belongs to the organization. */
export interface MembersView {
  readonly members: readonly MemberView[];
  readonly invitations: readonly InvitationView[];
  readonly roles: readonly string[];
  /** What an invitation may be written in. */
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  /** What the form that invites holds. */
  readonly typed: Readonly<Record<string, string>>;
  /** The id of who looks. */
  readonly me: string;
}

/** People with their roles, and who is invited; owners change both. */
export function membersPage(facts: ConsoleFacts, view: MembersView, notice?: Notice): ConsolePage {
  const isOwner = facts.role === 'owner';
  const { members, invitations, roles, languages, typed } = view;
  const body = html`<div class="sheet"><table class="list"><thead><tr><th scope="col">Person</th><th scope="col">Role</th><th scope="col">Since (UTC)</th>${isOwner && html`<th scope="col"><span class="unseen">To do</span></th>`}</tr></thead>
<tbody>${members.map((member) => renderMember(facts, member, view))}</tbody></table></div>
${
  invitations.length > 0 &&
  html`<section class="spaced" aria-labelledby="invited"><h2 id="invited">Invited</h2><div class="sheet"><table class="list"><thead><tr><th scope="col">Address</th><th scope="col">Role</th><th scope="col">Until (UTC)</th>${isOwner && html`<th scope="col"><span class="unseen">To do</span></th>`}</tr></thead>
<tbody>${invitations.map((one) => renderInvitation(facts, one))}</tbody></table></div></section>`
}
${
  isOwner
    ? html`<section class="card spaced" aria-labelledby="invite"><h2 id="invite">Invite somebody</h2>${form(
        facts,
        `${LIST}/invitations`,
        html`<div class="field"><label for="email">Mail address</label><input class="wide-input" id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${typed['email'] ?? ''}"></div>
<div class="field"><label for="role">Role</label>${roleSelect('role', roles, typed['role'] ?? '')}</div>
<div class="field"><label for="locale">Language of the mail</label><select id="locale" name="locale">${languages.map(({ code, name }) => html`<option value="${code}" lang="${code}"${code === typed['locale'] && html` selected`}>${name}</option>`)}</select></div><button class="button primary" type="submit">Invite</button>`,
        'stacked',
      )}</section>`
    : html`<p class="hint spaced">Owners invite people and give roles.</p>`
}
<p class="hint spaced">You may <a href="/account/leave">leave this organization</a>; its last owner cannot.</p>`;
  return { section: 'members', title: 'Members', notice, body };
}

function roleSelect(id: string, roles: readonly string[], chosen: string): Html {
  return html`<select id="${id}" name="role">${roles.map((role) => html`<option value="${role}"${role === chosen && html` selected`}>${wordsOf(role)}</option>`)}</select>`;
}

function renderMember(facts: ConsoleFacts, member: MemberView, { roles, me }: MembersView): Html {
  const { user_id: id, name, email, role, joined_at: at, is_email_verified: isVerified } = member;
  const who = name ?? email ?? id;
  const isOwner = facts.role === 'owner';
  const select = html`<label class="unseen" for="role-${id}">Role of ${who}</label>${roleSelect(`role-${id}`, roles, role)} <button class="button small" type="submit" aria-label="Save the role of ${who}">Save</button>`;
  return html`<tr><th scope="row" data-label="Person">${who}${id === me && html` <span class="badge badge-quiet">You</span>`}${email !== undefined && html`<span class="under quiet breakable">${email}${!isVerified && ' · not verified'}</span>`}</th>
<td data-label="Role">${isOwner ? form(facts, `${LIST}/${id}/role`, select, 'row-side') : wordsOf(role)}</td>
<td data-label="Since (UTC)">${timeOf(at)}</td>
${isOwner && html`<td data-label="To do">${id !== me && html`<a class="button small" href="${LIST}/${id}/remove" aria-label="Remove… ${who}">Remove…</a>`}</td>`}</tr>`;
}

function renderInvitation(facts: ConsoleFacts, one: InvitationView): Html {
  const { invitation_id: id, email, role, expires_at: until } = one;
  return html`<tr><th scope="row" data-label="Address"><span class="breakable">${email}</span></th><td data-label="Role">${wordsOf(role)}</td><td data-label="Until (UTC)">${timeOf(until)}</td>
${facts.role === 'owner' && html`<td data-label="To do">${form(facts, `${LIST}/invitations/${id}/withdraw`, html`<button class="button small" type="submit" aria-label="Withdraw the invitation of ${email}">Withdraw</button>`)}</td>`}</tr>`;
}

/** Asks once more before somebody is removed. */
export function removeMemberPage(facts: ConsoleFacts, member: MemberView): ConsolePage {
  const who = member.name ?? member.email ?? member.user_id;
  const body = html`<div class="card narrow"><p><span class="strong">${who}</span>${member.email !== undefined && html` <span class="quiet breakable">${member.email}</span>`}</p><p>Sessions and programs of theirs stop within a second. Keys that they made go on working.</p>${form(
    facts,
    `${LIST}/${member.user_id}/remove`,
    html`<div class="deeds"><button class="button grave" type="submit">Remove now</button><a class="button" href="${LIST}">Keep them</a></div>`,
  )}</div>`;
  return { section: 'members', title: 'Remove this person?', crumbs: [[LIST, 'Members']], body };
}
