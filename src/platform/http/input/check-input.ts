import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod';
import { type FieldProblem, refuse, refuseFields } from '../../errors.ts';
import { listProblems, problemOf } from './field-problems.ts';
import { isObject } from '../../text/json-object.ts';

/**
 * Each pass drops the nulls that the last one found; nothing in the contract has alternatives within alternatives any
 * deeper.
 */
const nullPassesMax = 4;
/** Deepest nesting a body may have; nothing in the contract comes near it. */
export const bodyDepthMax = 64;
/** A body of fewer bytes cannot be nested that deeply: each level opens and closes. */
const deepBodyBytesMin = 2 * bodyDepthMax;
const JSON_CONTENT_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b|us-ascii\b)/i;
/** Escapes that could hide a NUL or half of a surrogate pair, neither of which a database text can hold. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/** What is wrong with a body that is nested deeper than `bodyDepthMax`. */
export const tooDeep: FieldProblem = { path: '', problem: 'is nested too deeply' };

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A body as an object without `intent`. An empty body counts as `{}` whatever its content type. */
export function parseJsonBody(
  bytes: Buffer,
  headers: Readonly<IncomingHttpHeaders>,
): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  checkContentType(headers);
  const { text, value } = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuseFields([{ path: '', problem: 'must be a JSON object' }]);
  }
  if (bytes.length >= deepBodyBytesMin && isTooDeep(value, 0)) throw refuseFields([tooDeep]);
  if (SUSPECT_ESCAPE.test(text)) checkTexts(value, '');
  if (!Object.hasOwn(value, 'intent')) return { ...value };
  const { intent, ...body } = { intent: undefined, ...value };
  checkIntent(intent);
  return body;
}

/**
 * The value as its schema makes it, or the 422 that says what is wrong where. `null` for a field that may be left out,
 * and that does not take null itself, counts as left out.
 */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): T {
  let parsed = schema.safeParse(value, { error: problemOf });
  let candidate = value;
  // One pass finds the nulls of one level of alternatives; a body is nested no deeper than its bound.
  for (let pass = 0; pass < nullPassesMax && !parsed.success; pass += 1) {
    const nulls = findNulls(candidate, parsed.error.issues);
    if (nulls.size === 0) break;
    candidate = omitFields(candidate, nulls);
    parsed = schema.safeParse(candidate, { error: problemOf });
  }
  if (parsed.success) return parsed.data;
  const [first = { path: '', problem: 'does not match the contract' }, ...rest] = listProblems(parsed.error.issues);
  throw refuseFields([first, ...rest]);
}

/** Fields to leave out, by the object they stand in. */
type Omitted = Map<object, Set<PropertyKey>>;

/** The fields that issues complain about and that are null. */
function findNulls(
  root: unknown,
  issues: readonly z.core.$ZodIssue[],
  prefix: readonly PropertyKey[] = [],
  found: Omitted = new Map(),
): Omitted {
  for (const issue of issues) {
    const path = [...prefix, ...issue.path];
    const [parent, key] = [valueAt(root, path.slice(0, -1)), path.at(-1)];
    if (key !== undefined && isObject(parent) && valueAt(parent, [key]) === null) {
      found.set(parent, (found.get(parent) ?? new Set()).add(key));
    } else if (issue.code === 'invalid_union') {
      for (const branch of issue.errors) findNulls(root, branch, path, found);
    }
  }
  return found;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function omitFields(value: unknown, omitted: Omitted): unknown {
  if (Array.isArray(value)) return value.map((element) => omitFields(element, omitted));
  if (!isObject(value)) return value;
  const fields = omitted.get(value);
  const remaining = Object.entries(value).filter(([key]) => !fields?.has(key));
  return Object.fromEntries(remaining.map(([key, element]) => [key, omitFields(element, omitted)]));
}

/**
 * A query string as it was parsed, once it is known to hold no text a database cannot. A parameter sent twice with one
 * value counts once.
 */
export function checkQueryTexts(query: unknown): unknown {
  checkTexts(query, '');
  if (!isObject(query)) return query;
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, mergeEqual(value)]));
}

function mergeEqual(value: unknown): unknown {
  return Array.isArray(value) && value.every((element) => element === value[0]) ? value[0] : value;
}

/** True when every text of a flat object can be held by a database. */
export function holdsUsableTexts(values: unknown): boolean {
  return (
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((text) => typeof text !== 'string' || isUsable(text))
  );
}

function checkContentType(headers: Readonly<IncomingHttpHeaders>): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw refuse('content_type_unsupported', { message: 'Send the body without a Content-Encoding.' });
  }
  const type = headers['content-type'];
  if (type !== undefined && (!JSON_CONTENT_TYPE.test(type) || OTHER_CHARSET.test(type)))
    throw refuse('content_type_unsupported');
}

function parseJson(bytes: Buffer): { readonly text: string; readonly value: unknown } {
  try {
    const text = UTF8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw refuse('body_malformed', { cause });
  }
}

function checkIntent(intent: unknown): void {
  if (intent === null) return;
  if (!isObject(intent)) throw refuseFields([{ path: 'intent', problem: 'must be an object with user_intent' }]);
  const userIntent = 'user_intent' in intent ? intent.user_intent : undefined;
  if (userIntent !== null && typeof userIntent !== 'string') {
    throw refuseFields([{ path: 'intent.user_intent', problem: 'must be a string or null' }]);
  }
}

/** The body itself is level 0. Goes no deeper than the bound. */
function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > bodyDepthMax) return true;
  for (const element of Array.isArray(value) ? value : Object.values(value))
    if (isTooDeep(element, depth + 1)) return true;
  return false;
}

/**
 * For what is known not to be nested too deeply. Refuses texts that hold a NUL or half of a surrogate pair, with the
 * place of the first.
 */
function checkTexts(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!isUsable(value)) throw refuseFields([unusable(path)]);
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) checkTexts(element, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, element] of Object.entries(value)) {
      if (!isUsable(key)) throw refuseFields([unusable(path)]);
      checkTexts(element, path ? `${path}.${key}` : key);
    }
  }
}

function isUsable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function unusable(path: string): FieldProblem {
  return { path, problem: 'must not hold NUL characters or unpaired surrogates' };
}
