/**
 * Everything a person may type differently without meaning another name: spaces, hyphens, apostrophes, accents,
 * invisible marks.
 */
const SEPARATORS = /[\s\p{Z}\p{Pd}\p{Cf}\u2212'’‘‛ʼʻʹ′`´ʽ]/gu;

/**
 * A name as it is compared (contract, section 4): Unicode case folding, accents, spaces, hyphens and apostrophes
 * removed. Upper case is the folded form, because it alone joins ß with ss and both lower-case sigmas.
 */
export function foldName(name: string): string {
  const folded = strip(strip(name.normalize('NFKD').toUpperCase()).toLowerCase().toUpperCase());
  // A name of separators alone folds to nothing, and nothing must not match everything.
  return folded === '' ? name.trim() : folded;
}

function strip(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(SEPARATORS, '');
}
