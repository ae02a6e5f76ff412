import type { PageLanguage } from '../checkout/messages.ts';
import { line, type MailDocument, type Mark } from '../mail/document.ts';
import { mailMessagesOf } from '../mail/messages.ts';
import { renderHtml } from '../mail/render-html.ts';
import { renderText } from '../mail/render-text.ts';
import type { RenderedMail } from '../mail/render-mail.ts';
import { accountMessagesOf } from './messages.ts';

/** What a mail to a user says, and where its one link leads. */
export interface AccountMailView {
  readonly kind: keyof typeof MARKS;
  readonly name: string | undefined;
  readonly url: string;
}

const MARKS = {
  verify: 'change',
  already_registered: 'part',
  reset: 'change',
  password_changed: 'done',
  locked_out: 'stop',
  codes_locked: 'stop',
  second_factor_on: 'done',
  second_factor_off: 'part',
  recovery_code_used: 'part',
} as const satisfies Record<string, Mark>;
/**
 * A name is what somebody typed who may be a stranger: a long one, or one that looks like an address, is no greeting.
 */
const NAME = /^[\p{L}\p{M} .'’-]{1,60}$/u;

/** Writes a mail to a user, in the looks of the mails about bookings. */
export function renderAccountMail(
  language: PageLanguage,
  facts: { readonly isSandbox: boolean },
  view: AccountMailView,
): RenderedMail {
  const { mails } = accountMessagesOf(language);
  const texts = mails[view.kind];
  const greets = view.name !== undefined && NAME.test(view.name);
  const document: MailDocument = {
    language,
    subject: texts.subject,
    preview: texts.text,
    notice: facts.isSandbox ? mailMessagesOf(language).testMode : undefined,
    mark: MARKS[view.kind],
    title: texts.title,
    sections: [],
    footer: mails.why,
    opening: [
      {
        kind: 'lines',
        lines: greets
          ? [line('plain', mails.hello(view.name ?? '')), line('plain', texts.text)]
          : [line('plain', capitalised(texts.text))],
      },
      { kind: 'button', text: texts.link, url: view.url },
      { kind: 'lines', lines: [line('quiet', texts.note)] },
    ],
  };
  return { subject: document.subject, html: renderHtml(document), text: renderText(document) };
}

/** After a greeting a sentence goes on in small letters. */
function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
