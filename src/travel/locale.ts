/** The languages answers are given in. */
export const LOCALES = ['en', 'fr', 'de', 'es', 'zh', 'ja', 'ko'] as const;
export type Locale = (typeof LOCALES)[number];

/**
 * The language to answer in for a tag like `fr-CA` or `zh_Hant_TW`: that of its first part, English where there are no
 * texts for it. Never a refusal: a tag says what somebody would like.
 */
export function matchLocale(tag: string): Locale {
  const language = tag.trim().toLowerCase().split(/[-_]/, 1)[0];
  return LOCALES.find((locale) => locale === language) ?? 'en';
}
