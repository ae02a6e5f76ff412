import { html, type Html } from '../kit/html.ts';
import { renderForm } from './fields.ts';
import type { InvitationView, Member, MemberView, PersonView } from './view.ts';
import { formatDate, inLanguage, type Vocabulary } from './vocabulary.ts';

/** Who is in the organization and who is invited, with what an owner may do about it. */
export function renderPeople(
  texts: Vocabulary,
  member: Member,
  view: Extract<MemberView, { readonly kind: 'members' }>,
): Html {
  const { members } = texts.own;
  const open =
    view.invitations.length === 0
      ? html`<p class="quiet">${members.noInvitations}</p>`
      : html`<ul class="entries">${view.invitations.map((invitation) => renderInvitation(texts, member, invitation))}</ul>`;
  return html`<section class="card"><h2>${members.heading}</h2><ul class="entries">${view.people.map((person) => renderPerson(texts, member, person))}</ul></section>
<section class="card"><h2>${members.invitations}</h2>${open}</section>`;
}

function renderPerson(texts: Vocabulary, member: Member, person: PersonView): Html {
  const { members, roles } = texts.own;
  const notes = [
    person.email,
    members.joined(formatDate(texts, person.joinedAt)),
    person.isVerified ? undefined : members.unverified,
  ].filter((note) => note !== undefined);
  return html`<li><div class="entry-text"><h3>${person.name} ${person.isMe && html`<span class="quiet">(${members.you})</span>`} <span class="badge">${roles[person.role]}</span></h3>
<p class="quiet">${notes.join(' · ')}</p></div>
${member.isOwner && !person.isMe && renderDeeds(texts, member, person)}${person.isMe && html`<div class="entry-deeds"><a class="small" href="${inLanguage(texts, '/account/leave')}">${texts.own.leave.link}</a></div>`}</li>`;
}

function renderDeeds(texts: Vocabulary, member: Member, person: PersonView): Html {
  const { members } = texts.own;
  const other = person.role === 'owner' ? 'member' : 'owner';
  const change = person.role === 'owner' ? members.makeMember : members.makeOwner;
  return html`<div class="entry-deeds">${renderForm(texts, {
    action: `/account/members/${person.id}/role`,
    csrf: member.csrf,
    body: html`<input type="hidden" name="role" value="${other}"><button class="small" type="submit" aria-label="${members.forPerson(change, person.name)}">${change}</button>`,
  })}<a class="small" href="${inLanguage(texts, `/account/members/${person.id}/remove`)}" aria-label="${members.forPerson(members.remove, person.name)}">${members.remove}</a></div>`;
}

function renderInvitation(texts: Vocabulary, member: Member, { id, email, role, expiresAt }: InvitationView): Html {
  const { members, roles } = texts.own;
  return html`<li><div class="entry-text"><h3>${email} <span class="badge">${roles[role]}</span></h3><p class="quiet">${members.expires(formatDate(texts, expiresAt))}</p></div>
${
  member.isOwner &&
  html`<div class="entry-deeds">${renderForm(texts, {
    action: `/account/invitations/${id}/withdraw`,
    csrf: member.csrf,
    body: html`<button class="small" type="submit" aria-label="${members.forPerson(members.withdraw, email)}">${members.withdraw}</button>`,
  })}</div>`
}</li>`;
}
