/** A file that goes along with a mail. */
export interface MailAttachment {
  readonly name: string;
  /** `application/pdf`, `text/calendar; charset=utf-8; method=PUBLISH`. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** One mail to one person. */
export interface MailMessage {
  /**
   * Names this mail for good: sending it once more sends the same Message-ID, so that servers and people recognise the
   * second copy. Letters, digits, `_`, `-` and `.`.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A language tag such as `de`. */
  readonly language: string;
  readonly attachments?: readonly MailAttachment[];
}

/**
 * What became of it. `rejected`: for good, sending it again would change nothing. `failed`: perhaps it goes another
 * time. Reasons are codes, never an address or what a server said: they are stored and logged.
 */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Takes mails on their way. `app.ts` alone knows which kind of mailer it is. */
export interface Mailer {
  /** Where mails go, for the start-up lines: a host or a folder. */
  readonly destination:
    | { readonly kind: 'smtp'; readonly host: string }
    | { readonly kind: 'outbox'; readonly folder: string };
  /** Sends one mail; gives up when the signal fires, which is a throw. */
  send(message: MailMessage, signal: AbortSignal): Promise<MailOutcome>;
}

const MAILBOX = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
/** RFC 5321, 4.5.3.1.3, without its angle brackets. */
const MAILBOX_LENGTH_MAX = 254;

/** Whether a text is one plain address: no name, no list, no line break that would begin another header. */
export function isMailbox(text: string): boolean {
  return text.length <= MAILBOX_LENGTH_MAX && MAILBOX.test(text);
}
