import { html, type Html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderAlert, renderForm } from './fields.ts';
import { renderSwitcher } from './organization-pages.ts';
import type { AccountSection, Member, Problems } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

const PATHS = {
  overview: '/account',
  changes: '/account/changes',
  approvals: '/account/approvals',
  applications: '/account/applications',
  security: '/account/security',
} as const satisfies Record<AccountSection, string>;
const SECTIONS: readonly AccountSection[] = ['overview', 'changes', 'approvals', 'applications', 'security'];

/** What stands in the frame of the account. */
export interface FramedPage {
  readonly section: AccountSection;
  readonly title: string;
  readonly alert: string | undefined;
  readonly body: Html;
}

/** The head of every page of the account: where one is, who one is, the way out. */
export function renderFrame(texts: Vocabulary, member: Member, page: FramedPage): PageParts {
  const { own, messages } = texts;
  const tabs = SECTIONS.map(
    (section) =>
      html`<li><a href="${inLanguage(texts, PATHS[section])}"${section === page.section && html` aria-current="page"`}>${own.sections[section]}</a></li>`,
  );
  const body = html`<div class="account">
${renderAlert(page.alert)}
<div class="account-head">
<div>${renderSwitcher(texts, member)}<h1>${page.title}</h1></div>
<div class="account-who"><p class="quiet">${own.signedInAs(member.who)}</p>${renderForm(texts, { action: '/sign-out', csrf: member.csrf, body: html`<button class="small" type="submit">${own.signOut}</button>` })}</div>
</div>
<nav class="tabs" aria-label="${own.sectionsLabel}"><ul>${tabs}</ul></nav>
${page.body}
</div>`;
  return { title: page.alert === undefined ? page.title : messages.errorTitle(page.title), body, hasForm: true };
}

/** What stands above a form with problems. */
export function alertOf({ own }: Vocabulary, problems: Problems): string | undefined {
  return Object.keys(problems).length === 0 ? undefined : own.problemsHeading;
}
