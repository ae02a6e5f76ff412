import type { PageLanguage } from '../checkout/messages.ts';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ja } from './messages/ja.ts';
import type { HomeMessages } from './wording.ts';

const MESSAGES = { en, fr, de, es, ja } as const satisfies Record<PageLanguage, HomeMessages>;

/** The sentences of the home page, in a language. */
export function homeMessagesOf(language: PageLanguage): HomeMessages {
  return MESSAGES[language];
}
