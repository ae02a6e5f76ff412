/** JSON that was read from text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/**
 * JSON as RFC 8785 writes it: members by their UTF-16 code units, no spaces, numbers and text as JSON.stringify writes
 * them. Throws for text that holds half a character, which has no such form.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return writeText(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${writeText(name)}:${canonicalJson(member)}`).join(',')}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function writeText(text: string): string {
  // With the flag u, a pair of surrogates is one character and does not match.
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('Half a character (a lone surrogate) has no canonical form.');
  return JSON.stringify(text);
}
