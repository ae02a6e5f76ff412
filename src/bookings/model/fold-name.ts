/**
 * Everything a person may type differently without meaning another name: spaces, hyphens, apostrophes, accents,
 * invisible marks.
 */
const SEPARATORS = /[\s\p{Z}\p{Pd}\p{Cf}\u2212'’‘‛ʼʻʹ′`´ʽ]/gu;

/** Letters that Unicode does not take apart, and what people without them on their keyboard type. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Ħ: 'H',
  Ŋ: 'N',
  Ŧ: 'T',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
};

/**
 * A name as it is compared (contract, section 4): Unicode case folding, accents, spaces, hyphens and apostrophes
 * removed, Ø and its like written as plain letters. Upper case is the folded form, because it alone joins ß with ss
 * and both lower-case sigmas.
 */
export function foldName(name: string): string {
  const folded = foldLetters(strip(strip(name.normalize('NFKD').toUpperCase()).toLowerCase().toUpperCase()));
  // A name of separators alone folds to nothing, and nothing must not match everything.
  return folded === '' ? name.trim() : folded;
}

/**
 * A stored folded name with plain letters. Migration 0094 wrote most of them so; a process of an earlier version may
 * still have stored `ØSTERGARD` since.
 */
export function foldLetters(folded: string): string {
  return folded.replace(/[ØŁĐÐĦŊŦÆŒÞ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

function strip(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(SEPARATORS, '');
}
