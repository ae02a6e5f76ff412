import { messagesOf, type PageLanguage } from '../checkout/messages.ts';
import type { Messages } from '../checkout/wording.ts';
import { manageMessagesOf } from './messages.ts';
import type { ManageMessages } from './wording.ts';

/** The words a booking page is made of: the checkout page's, and its own. */
export interface Vocabulary {
  readonly language: PageLanguage;
  readonly messages: Messages;
  readonly own: ManageMessages;
}

/** The words of a language. */
export function vocabularyOf(language: PageLanguage): Vocabulary {
  return { language, messages: messagesOf(language), own: manageMessagesOf(language) };
}

/** An address of ours that stays in the reader's language. */
export function inLanguage(
  { language }: Vocabulary,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  return `${path}?${new URLSearchParams({ locale: language, ...query }).toString()}`;
}
