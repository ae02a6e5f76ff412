import type { PageLanguage } from '../checkout/messages.ts';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ja } from './messages/ja.ts';
import type { ApprovalMessages } from './wording.ts';

const MESSAGES = { en, fr, de, es, ja } as const satisfies Record<PageLanguage, ApprovalMessages>;

/** What the page of approvals says beside the words of the account's pages. */
export function approvalMessagesOf(language: PageLanguage): ApprovalMessages {
  return MESSAGES[language];
}
