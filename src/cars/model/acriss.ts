/**
 * ACRISS, the trade's four-letter code of a vehicle class: category, type, transmission and drive, fuel and air
 * conditioning (Association of Car Rental Industry Systems Standards, the published matrix). Only what a search narrows
 * by and a picture shows is read here; seats and bags are the supplier's to state.
 */
const CATEGORY_WORDS: Readonly<Record<string, string>> = {
  M: 'mini',
  N: 'mini_elite',
  E: 'economy',
  H: 'economy_elite',
  C: 'compact',
  D: 'compact_elite',
  I: 'intermediate',
  J: 'intermediate_elite',
  S: 'standard',
  R: 'standard_elite',
  F: 'fullsize',
  G: 'fullsize_elite',
  P: 'premium',
  U: 'premium_elite',
  L: 'luxury',
  W: 'luxury_elite',
  O: 'oversize',
  X: 'special',
};

/** The second letter in the words people search by; several letters may share one. */
const BODY_WORDS: Readonly<Record<string, BodyType>> = {
  B: 'car',
  C: 'car',
  D: 'car',
  L: 'car',
  X: 'car',
  Z: 'car',
  W: 'estate',
  V: 'van',
  M: 'van',
  K: 'van',
  S: 'sports',
  E: 'coupe',
  T: 'convertible',
  N: 'convertible',
  F: 'suv',
  G: 'suv',
  J: 'suv',
  P: 'pickup',
  Q: 'pickup',
  R: 'camper',
  H: 'camper',
  Y: 'motorcycle',
};
export const BODY_TYPES = [
  'car',
  'estate',
  'suv',
  'van',
  'convertible',
  'coupe',
  'sports',
  'pickup',
  'camper',
  'motorcycle',
] as const;
export type BodyType = (typeof BODY_TYPES)[number];

const CODE = /^[MNEHCDIJSRFGPULWOX][BCDWVLSTFJXPQZEMRHYNGK][MNCABD][RNDQHIECLSABMFVZUX]$/;

/** Whether a text is a code of the matrix. */
export function isAcrissCode(text: string): boolean {
  return CODE.test(text);
}

/** The first letter in a word: `compact`; the code's own letter where a supplier uses one of its own. */
export function categoryOf(acrissCode: string): string {
  const letter = acrissCode.slice(0, 1);
  return CATEGORY_WORDS[letter] ?? letter.toLowerCase();
}

/** What kind of body the second letter stands for; a letter that is none of the matrix counts as an ordinary car. */
export function bodyOf(acrissCode: string): BodyType {
  return BODY_WORDS[acrissCode.slice(1, 2)] ?? 'car';
}

/**
 * The ACRISS patterns one entry of `categories` stands for (`C???`, `?F??`, `CDMR`); words come before codes, since
 * MINI could pass for one. Undefined: it means nothing.
 */
export function readWantedClass(text: string): readonly string[] | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const letter = Object.entries(CATEGORY_WORDS).find(([, name]) => name === word)?.[0];
  if (letter !== undefined) return [`${letter}???`];
  const bodies = Object.entries(BODY_WORDS).flatMap(([second, body]) => (body === word ? [`?${second}??`] : []));
  if (bodies.length > 0) return bodies;
  const code = text.trim().toUpperCase();
  if (code.length === 1 && CATEGORY_WORDS[code] !== undefined) return [`${code}???`];
  return isAcrissCode(code) ? [code] : undefined;
}
