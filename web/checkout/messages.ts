import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ja } from './messages/ja.ts';
import type { Messages } from './wording.ts';

/** Languages of the hosted page (contract, section 7). */
export const PAGE_LANGUAGES = ['en', 'fr', 'de', 'es', 'ja'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const MESSAGES = { en, fr, de, es, ja } as const satisfies Record<PageLanguage, Messages>;

/** The sentences of a language. */
export function messagesOf(language: PageLanguage): Messages {
  return MESSAGES[language];
}

/** The language asked for by `?locale=`, else the first of Accept-Language we speak, else English. */
export function chooseLanguage(locale: string | undefined, acceptLanguage: string | undefined): PageLanguage {
  const requested = [locale ?? '', ...rankLanguages(acceptLanguage ?? '')];
  for (const tag of requested) {
    const language = PAGE_LANGUAGES.find((known) => known === tag.slice(0, 2).toLowerCase());
    if (language) return language;
  }
  return 'en';
}

const languagesMax = 20;

function rankLanguages(header: string): readonly string[] {
  const ranked = header
    .split(',')
    .slice(0, languagesMax)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
        .find((value) => value !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    });
  return ranked
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
