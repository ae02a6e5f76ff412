import { isCommonPassword } from './common-passwords.ts';

/**
 * Twelve is above the eight of NIST SP 800-63B, section 5.1.1.2; 256 leaves room for any sentence and bounds the work
 * of hashing.
 */
const passwordLengthMin = 12;
export const passwordLengthMax = 256;
/** Fewer different characters than this are one key held down, or two alternating. */
const DISTINCT_MIN = 5;
/** A word of the user's own that short says nothing about a password. */
const OWN_WORD_LENGTH_MIN = 4;
/** Rows of a keyboard and of the alphabet, as people walk along them. */
const WALKS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];

/** Why a password is not taken. */
export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'simple' | 'own_words';

/**
 * What is wrong with a password, if anything. Nothing is asked about digits or signs: length and not being guessed
 * first are what counts (NIST SP 800-63B, section 5.1.1.2). `own`: the user's address and name.
 */
export function judgePassword(password: string, own: readonly (string | undefined)[]): PasswordProblem | undefined {
  const text = normalPassword(password);
  const length = [...text].length;
  if (length < passwordLengthMin) return 'too_short';
  if (text.length > passwordLengthMax) return 'too_long';
  const folded = text.toLowerCase();
  if (isCommonPassword(folded)) return 'common';
  if (isSimple(folded)) return 'simple';
  return holdsOwnTerms(folded, own) ? 'own_words' : undefined;
}

/** One password typed on two keyboards is one password (NIST SP 800-63B: NFKC). */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}

function isSimple(folded: string): boolean {
  if (new Set(folded).size < DISTINCT_MIN) return true;
  const half = [...WALKS, ...WALKS.map((walk) => [...walk].reverse().join(''))];
  return half.some((walk) => `${walk}${walk}`.includes(folded)) || isRepeated(folded);
}

/** One short piece over and over. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 3; length += 1) {
    if (text.length % length === 0 && text.slice(0, length).repeat(text.length / length) === text) return true;
  }
  return false;
}

/** What is left of it without the user's own words must still be something to guess. */
function holdsOwnTerms(folded: string, own: readonly (string | undefined)[]): boolean {
  const terms = own
    .flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= OWN_WORD_LENGTH_MIN);
  const rest = terms.reduce((text, word) => text.replaceAll(word, ''), folded);
  return rest.length < folded.length && rest.length < passwordLengthMin / 2;
}
