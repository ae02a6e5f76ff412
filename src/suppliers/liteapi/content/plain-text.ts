/** Parts of a page that are no text of it. */
const UNREAD = /<(script|style|head)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
/** Elements that begin a new line. */
const BREAKS = /<\/?(p|br|div|li|ul|ol|h[1-6]|tr)\b[^>]*>/gi;
const TAGS = /<[^>]*>/g;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
};
const CODE_POINT_MAX = 0x10_ffff;

/**
 * The text of a description in HTML: paragraphs become lines, everything else of the markup goes. Undefined where no
 * text is left. It may hold `<` and `&` as text: a page that shows it escapes it.
 *
 * @example toPlainText('<p><b>Old</b> &amp; quiet</p><p>Near the sea.</p>'); // 'Old & quiet\nNear the sea.'
 */
export function toPlainText(html: string | null | undefined): string | undefined {
  const lines = (html ?? '')
    .replace(UNREAD, ' ')
    .replace(BREAKS, '\n')
    .replace(TAGS, ' ')
    .replace(ENTITY, decode)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines.join('\n');
}

function decode(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= CODE_POINT_MAX && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
}
