import { isObject } from '../../platform/text/json-object.ts';
import { passesLuhn } from '../../platform/text/luhn.ts';

/** Digits with at most two spaces or marks between them. Other characters that cannot be seen are gone by then. */
const RUN = /\p{Nd}(?:[\s\p{P}]{0,2}\p{Nd})*/gu;
/** Our sealed tokens and ids, and UUIDs: words without meaning, in which digits may follow each other by chance. */
const OPAQUE =
  /(?<![A-Za-z0-9])(?:[a-z]{2,6}_(?=[\w-]*[A-Za-z])[\w-]{20,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f]))/gi;
/** Schemes by their first digits: Visa, Mastercard, Discover, UnionPay, JCB of 16 digits and American Express of 15. */
const COMMON =
  /^(?:3[47]\d{13}|(?:4\d{3}|5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720|6011|64[4-9]\d|65\d{2}|62\d{2}|35(?:2[89]|[3-8]\d))\d{12})$/;
/** The rarer lengths, which an id may have as well: looked for only where they stand alone. */
const RARE = /^(?:3(?:0[0-5]|[689]\d)\d{11}|(?:5[0678]|6\d)\d{15,17}|4\d{18})$/;
/** How card numbers are printed and read out: lengths of the groups of digits. */
const GROUPINGS: ReadonlySet<string> = new Set(['16', '15', '4,4,4,4', '8,8', '4,6,5']);
/** The published test cards of the sandbox (contract, section 11): constants of the contract, nobody's card. */
const TEST_CARDS: ReadonlySet<string> = new Set([
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000002500003155',
  '4000008400001629',
  '4000000000000119',
]);

/**
 * The path of the first argument that looks like a payment card number (scheme, length, check digit), undefined when
 * none does: in a value, in the name of a field (then the path of its object), or in pieces over a list. Written in any
 * digits, with any spaces or marks between. The sandbox's published test cards are taken for what they are where
 * `allowsTestCards`.
 */
export function findCardNumber(value: unknown, allowsTestCards: boolean, path = ''): string | undefined {
  const place = path || 'arguments';
  if (typeof value === 'string' || typeof value === 'number')
    return holdsCardNumber(String(value), allowsTestCards) ? place : undefined;
  if (Array.isArray(value))
    return holdsCardNumber(piecesOf(value), allowsTestCards)
      ? place
      : firstFound(
          value.map((element, index) => [`${path}[${index}]`, element]),
          allowsTestCards,
        );
  if (!isObject(value)) return undefined;
  if (Object.keys(value).some((name) => holdsCardNumber(name, allowsTestCards))) return place;
  return firstFound(
    Object.entries(value).map(([name, element]) => [path ? `${path}.${name}` : name, element]),
    allowsTestCards,
  );
}

function firstFound(entries: readonly (readonly [string, unknown])[], allowsTestCards: boolean): string | undefined {
  for (const [place, element] of entries) {
    const found = findCardNumber(element, allowsTestCards, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The pieces of a number that was split over a list: those of four digits and more, for ages and counts are shorter.
 */
function piecesOf(list: readonly unknown[]): string {
  return list
    .map((element) =>
      typeof element === 'string' || typeof element === 'number' ? String(element).normalize('NFKC').trim() : '',
    )
    .map((text) => (/^\d{4,8}$/.test(text) ? text : 'x'))
    .join(' ');
}

function holdsCardNumber(text: string, allowsTestCards: boolean): boolean {
  if (text.length < 12) return false;
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(OPAQUE, ' x ');
  return [...plain.matchAll(RUN)].some((run) =>
    candidatesOf(
      run[0],
      plain.slice(Math.max(0, run.index - 2), run.index),
      plain.slice(run.index + run[0].length, run.index + run[0].length + 2),
    ).some((digits) => passesLuhn(digits) && !(allowsTestCards && TEST_CARDS.has(digits))),
  );
}

/**
 * What in a run of digits may be a card number: groups as on a card wherever they stand, other forms only as the whole
 * run.
 */
function candidatesOf(run: string, before: string, after: string): readonly string[] {
  const groups = (run.match(/\p{Nd}+/gu) ?? []).map(asciiDigits);
  const printed = groups
    .flatMap((_group, from) =>
      [1, 2, 3, 4]
        .map((count) => groups.slice(from, from + count))
        .filter((part) => GROUPINGS.has(part.map(({ length }) => length).join(','))),
    )
    .map((part) => part.join(''));
  const whole = groups.join('');
  const separators = new Set(run.match(/[^\p{Nd}]+/gu) ?? []);
  const isOneNumber = separators.size <= 1;
  const isAlone = groups.length === 1 && !/[\p{L}+]$/u.test(before) && !/^\p{L}/u.test(after);
  return [
    ...printed.filter((digits) => COMMON.test(digits)),
    ...(isOneNumber && COMMON.test(whole) ? [whole] : []),
    ...(isAlone && RARE.test(whole) ? [whole] : []),
  ];
}

/** Digits of any script as ASCII: each script has its ten in a row, from zero on. */
function asciiDigits(digits: string): string {
  return [...digits].map((digit) => (/\d/.test(digit) ? digit : String(digitValue(digit)))).join('');
}

function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
