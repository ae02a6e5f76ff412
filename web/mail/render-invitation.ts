import type { UserRole } from '../../src/platform/security/roles.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import { line, type MailDocument } from './document.ts';
import { invitationWordsOf } from './invitation-messages.ts';
import { mailMessagesOf } from './messages.ts';
import { renderHtml } from './render-html.ts';
import type { RenderedMail } from './render-mail.ts';
import { renderText } from './render-text.ts';

/** Names are chosen by the inviting person: a mail of ours holds no more of them than a name needs. */
const nameLengthMax = 60;

/** An invitation as its mail shows it. */
export interface InvitationMailView {
  readonly organizationName: string;
  /** Name or address; undefined when they have left since. */
  readonly inviterName: string | undefined;
  readonly role: UserRole;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Writes the mail of an invitation in a language. `isSandbox`: says that nothing of it is real. */
export function renderInvitation(
  language: PageLanguage,
  facts: { readonly isSandbox: boolean },
  view: InvitationMailView,
): RenderedMail {
  const document = describeInvitation(language, facts, view);
  return { subject: document.subject, html: renderHtml(document), text: renderText(document) };
}

function describeInvitation(
  language: PageLanguage,
  { isSandbox }: { readonly isSandbox: boolean },
  view: InvitationMailView,
): MailDocument {
  const texts = invitationWordsOf(language);
  const organization = shorten(view.organizationName);
  const text = texts.text(organization, view.inviterName === undefined ? undefined : shorten(view.inviterName));
  const until = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(view.expiresAt);
  return {
    language,
    subject: texts.subject(organization),
    preview: text,
    notice: isSandbox ? mailMessagesOf(language).testMode : undefined,
    mark: 'join',
    title: texts.title,
    opening: [
      { kind: 'lines', lines: [line('plain', text), line('quiet', texts.roles[view.role])] },
      { kind: 'button', text: texts.accept, url: view.url },
      { kind: 'lines', lines: [line('quiet', texts.until(until))] },
    ],
    sections: [],
    footer: texts.why,
  };
}

function shorten(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length <= nameLengthMax ? line : `${line.slice(0, nameLengthMax)}…`;
}
