import type { PageLanguage } from '../checkout/messages.ts';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ja } from './messages/ja.ts';
import type { AccountMessages } from './wording.ts';

const MESSAGES = { en, fr, de, es, ja } as const satisfies Record<PageLanguage, AccountMessages>;

/** What the account pages say beside the words of the checkout page. */
export function accountMessagesOf(language: PageLanguage): AccountMessages {
  return MESSAGES[language];
}
