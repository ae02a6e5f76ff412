/**
 * Most a tool's answer may cost its reader. The cap of common clients is 25,000 by their own count (contract, section
 * 12); half of it leaves room for a conversation.
 */
export const answerTokensMax = 12_500;

/**
 * Runs of letters, digits, dashes and underscores of this length are sealed tokens or ids, which no vocabulary holds.
 */
const opaqueRunMin = 24;
const charactersPerToken = 3;
const opaqueCharactersPerToken = 1.5;

/**
 * How many tokens a text is at most taken for: one for every 1.5 characters of sealed tokens, one for every 3 of
 * everything else. Both are chosen to err on the dear side; neither was measured against a vendor's vocabulary. Letters
 * beyond ASCII count by their UTF-8 bytes.
 */
export function estimateTokens(text: string): number {
  const opaque = countOpaque(text);
  const plain = Buffer.byteLength(text) - opaque;
  return Math.ceil(plain / charactersPerToken + opaque / opaqueCharactersPerToken);
}

/**
 * One pass without backtracking: answers of hundreds of kilobytes are counted several times while they are shortened.
 */
function countOpaque(text: string): number {
  let [opaque, run] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    if (isOpaqueLetter(text.charCodeAt(index))) {
      run += 1;
      continue;
    }
    if (run >= opaqueRunMin) opaque += run;
    run = 0;
  }
  return run >= opaqueRunMin ? opaque + run : opaque;
}

/** As `[A-Za-z0-9_-]`. */
function isOpaqueLetter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    code === 45 ||
    code === 95
  );
}
