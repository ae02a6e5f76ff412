import { html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import { alertOf, renderFrame } from './member-frame.ts';
import { renderFound, renderJoinAsMember, renderLeave } from './organization-pages.ts';
import { renderFactorSetup, renderRecoveryCodes, renderSecurity } from './security-page.ts';
import type { Member, MemberView } from './view.ts';
import { formatCount, inLanguage, type Vocabulary } from './vocabulary.ts';

type ViewOf<K extends MemberView['kind']> = Extract<MemberView, { readonly kind: K }>;

/** A page of somebody who is signed in. */
export function renderMember(texts: Vocabulary, member: Member, view: MemberView): PageParts {
  switch (view.kind) {
    case 'overview':
      return renderOverview(texts, member, view);
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
</dl>
<p><a href="${inLanguage(texts, '/account/leave')}">${own.leave.link}</a></p></section>
<section class="card"><h2>${own.console.heading}</h2><p>${own.console.text}</p>
<div class="entry-deeds"><a class="small" href="/console/keys">${own.console.keys}</a><a class="small" href="/console/members">${own.console.members}</a><a class="small" href="/console">${own.console.open}</a></div></section>
${renderFound(texts, member, view)}`;
  return renderFrame(texts, member, {
    section: 'overview',
    title: own.account,
    alert: view.problem === undefined ? alertOf(texts, view.problems) : own.found.problems[view.problem],
    body,
  });
}
