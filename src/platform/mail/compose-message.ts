import type { SendMailOptions } from 'nodemailer';
import { isMailbox, type MailMessage } from './mailer.ts';

/**
 * The message as the mail library takes it; undefined where the address is none. Content comes from texts only, never
 * from a file or an address.
 */
export function composeMessage(message: MailMessage, from: string): SendMailOptions | undefined {
  if (!isMailbox(message.to)) return undefined;
  return {
    from: parseSender(from),
    to: { name: '', address: message.to },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    attachments: (message.attachments ?? []).map(({ name, contentType, content }) => ({
      filename: name,
      contentType,
      content,
      contentTransferEncoding: 'base64' as const,
    })),
    messageId: `<${message.id}@${hostOf(from)}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': message.language },
  };
}

/** `Bly <trips@example.com>` or an address alone, as the settings have checked it. */
function parseSender(from: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]+)>$/u.exec(from) ?? [];
  return { name, address };
}

function hostOf(from: string): string {
  return parseSender(from).address.split('@')[1] ?? 'localhost';
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
