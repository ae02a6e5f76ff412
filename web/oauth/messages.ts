import type { PageLanguage } from '../checkout/messages.ts';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ja } from './messages/ja.ts';
import type { OAuthMessages } from './wording.ts';

const MESSAGES = { en, fr, de, es, ja } as const satisfies Record<PageLanguage, OAuthMessages>;

/** What the pages about access say. */
export function oauthMessagesOf(language: PageLanguage): OAuthMessages {
  return MESSAGES[language];
}
