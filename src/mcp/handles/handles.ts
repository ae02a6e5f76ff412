import { randomInt } from 'node:crypto';
import type { Values } from '../model/cut-lists.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** The tokens of one answer by the second part of their handles: `b2`. */
export type TokensBySuffix = Readonly<Record<string, string>>;
/** An answer whose tokens have become handles. */
export interface Named {
  readonly value: Values;
  /** Empty where the answer holds none. */
  readonly tokens: TokensBySuffix;
}
/** A handle that a call sends, and where. */
export interface SentHandle {
  /** `add_item.trip_item_token`. */
  readonly path: string;
  /** `f3k7m` of `f3k7m-b2`. */
  readonly name: string;
  readonly suffix: string;
}

/** Letters and digits that are not taken for each other. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const DIGITS = 8;
const RANDOM_LENGTH = 3;
const LETTERS = 26;
/** Fields that hold sealed tokens; an agent passes them on in arguments that are named alike. */
const TOKEN_FIELD = /(?:^|_)(?:token|offer_id)$/;
const SEALED = /^([a-z]{3})_[\w-]{60,}$/;
/** Kinds of offers by the prefix of their tokens; others are `x`. */
const KINDS: Readonly<Record<string, string>> = { oft: 'f', tit: 'f', htl: 'h', car: 'c' };
/** Never the form of a token or of an id of an extra (`heavy-0`): a digit comes second. */
const HANDLE = /^([fhcx][2-9][2-9a-z]{3})-([a-z]{0,2}\d{0,4})$/;
const depthMax = 8;

/**
 * A fresh name for the tokens of an answer: its kind and four random characters, so that no old one means a new offer.
 */
export function drawName(answer: Values): string {
  const prefix = firstToken(answer, 0)?.slice(0, 3) ?? '';
  const rest = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${KINDS[prefix] ?? 'x'}${ALPHABET[randomInt(DIGITS)]}${rest}`;
}

/**
 * The answer with a handle in place of each sealed token: `f3k7m-b` is the second offer, `f3k7m-b2` its second fare.
 */
export function nameTokens(answer: Values, name: string): Named {
  const tokens: Record<string, string> = {};
  const counts = new Map<string, number>();
  const nameIn = (value: unknown, indexes: readonly number[], field: string): unknown => {
    if (Array.isArray(value)) return value.map((element, index) => nameIn(element, [...indexes, index], field));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, nameIn(element, indexes, key)]));
    if (typeof value !== 'string' || !isToken(field, value)) return value;
    const suffix = suffixOf(indexes, counts);
    tokens[suffix] = value;
    return `${name}-${suffix}`;
  };
  const value = Object.fromEntries(Object.entries(answer).map(([key, element]) => [key, nameIn(element, [], key)]));
  return { value, tokens };
}

/** `b` of the second entry's own token, `b1`, `b2` … of those in lists inside it, `1` … of tokens outside of lists. */
function suffixOf([first, ...inner]: readonly number[], counts: Map<string, number>): string {
  const letters = first === undefined ? '' : lettersOf(first);
  if (first !== undefined && inner.length === 0 && !counts.has(`${letters} own`)) {
    counts.set(`${letters} own`, 1);
    return letters;
  }
  const count = (counts.get(letters) ?? 0) + 1;
  counts.set(letters, count);
  return `${letters}${count}`;
}

/** `a` to `z`, then `aa` to `zz`. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(97 + (index % LETTERS));
  return index < LETTERS ? last : `${lettersOf(Math.floor(index / LETTERS) - 1)}${last}`;
}

/** The handles among the arguments of a call, where tokens belong. */
export function findHandles(args: Values): readonly SentHandle[] {
  const found: SentHandle[] = [];
  walk(args, '', '', 0, (path, field, text) => {
    const [, name, suffix] = TOKEN_FIELD.test(field) ? (HANDLE.exec(text.trim().toLowerCase()) ?? []) : [];
    if (name !== undefined && suffix !== undefined) found.push({ path, name, suffix });
  });
  return found;
}

function walk(
  value: unknown,
  path: string,
  field: string,
  depth: number,
  see: (path: string, field: string, text: string) => void,
): void {
  if (typeof value === 'string') see(path, field, value);
  else if (depth < depthMax && Array.isArray(value))
    for (const [index, element] of value.entries()) walk(element, `${path}[${index}]`, field, depth + 1, see);
  else if (depth < depthMax && isObject(value))
    for (const [key, element] of Object.entries(value))
      walk(element, path === '' ? key : `${path}.${key}`, key, depth + 1, see);
}

function firstToken(value: unknown, depth: number): string | undefined {
  let first: string | undefined;
  walk(value, '', '', depth, (_path, field, text) => {
    if (isToken(field, text)) first ??= text;
  });
  return first;
}

function isToken(field: string, text: string): boolean {
  return TOKEN_FIELD.test(field) && SEALED.test(text);
}
