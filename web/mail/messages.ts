import type { PageLanguage } from '../checkout/messages.ts';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ja } from './messages/ja.ts';
import type { MailMessages } from './wording.ts';

const MESSAGES = { en, fr, de, es, ja } as const satisfies Record<PageLanguage, MailMessages>;

/** The sentences only mails say, in a language. */
export function mailMessagesOf(language: PageLanguage): MailMessages {
  return MESSAGES[language];
}
