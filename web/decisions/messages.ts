import type { PageLanguage } from '../checkout/messages.ts';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ja } from './messages/ja.ts';
import type { DecisionMessages } from './wording.ts';

const MESSAGES = { en, fr, de, es, ja } as const satisfies Record<PageLanguage, DecisionMessages>;

/** What the page of waiting changes says beside the words of the account's pages. */
export function decisionMessagesOf(language: PageLanguage): DecisionMessages {
  return MESSAGES[language];
}
