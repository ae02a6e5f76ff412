import type { PageLanguage } from '../checkout/messages.ts';
import { describeMail } from './describe-mail.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import type { MailFacts, MailView } from './view.ts';

/** A mail as it is sent: the same words as HTML and as plain text. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Writes a mail in a language. */
export function renderMail(language: PageLanguage, facts: MailFacts, view: MailView): RenderedMail {
  const document = describeMail(language, facts, view);
  return { subject: document.subject, html: renderHtml(document), text: renderText(document) };
}
