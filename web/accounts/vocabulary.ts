import { messagesOf, type PageLanguage } from '../checkout/messages.ts';
import type { Messages } from '../checkout/wording.ts';
import { accountMessagesOf } from './messages.ts';
import type { AccountMessages } from './wording.ts';

/** The words an account page is made of: the checkout page's, and its own. */
export interface Vocabulary {
  readonly language: PageLanguage;
  readonly messages: Messages;
  readonly own: AccountMessages;
}

/** The words of a language. */
export function vocabularyOf(language: PageLanguage): Vocabulary {
  return { language, messages: messagesOf(language), own: accountMessagesOf(language) };
}

/** An address of ours that stays in the reader's language. */
export function inLanguage(
  { language }: Vocabulary,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = new URLSearchParams({ locale: language });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return `${path}?${parameters.toString()}`;
}

/** A day and a time. Anyone who reads may be anywhere: UTC, and it says so. */
export function formatMoment({ messages }: Vocabulary, at: Date): string {
  return `${new Intl.DateTimeFormat(messages.formatLocale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;
}

/** A number, grouped as the language groups. */
export function formatCount({ messages }: Vocabulary, count: number): string {
  return new Intl.NumberFormat(messages.formatLocale).format(count);
}

/** A day. */
export function formatDate({ messages }: Vocabulary, at: Date): string {
  return new Intl.DateTimeFormat(messages.formatLocale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
