/**
 * Most a tool's answer may cost its reader, text and structured content together: the cap common clients set
 * (contract, section 12).
 */
export const answerTokensMax = 25_000;

/** Runs of letters and digits this long are sealed tokens or ids, which no vocabulary holds. */
const OPAQUE = /[\w-]{24,}/g;
const charactersPerToken = 3;
const opaqueCharactersPerToken = 1.5;

/**
 * How many tokens a text is at most taken for: one for every 1.5 characters of sealed tokens, one for every 3 of everything
 * else. Both are chosen to err on the dear side; neither was measured against a vendor's vocabulary. Letters beyond ASCII count
 * by their UTF-8 bytes.
 */
export function estimateTokens(text: string): number {
  let opaque = 0;
  for (const [run] of text.matchAll(OPAQUE)) opaque += run.length;
  const plain = Buffer.byteLength(text) - opaque;
  return Math.ceil(plain / charactersPerToken + opaque / opaqueCharactersPerToken);
}
