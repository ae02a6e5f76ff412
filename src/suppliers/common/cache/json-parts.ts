import type { InParts } from '../../../platform/scheduling/in-parts.ts';

/**
 * Weight of the JSON that is written or read at once, about its characters: a third of a millisecond of work. A whole
 * answer of 4 MB would hold every other request up for 40 ms.
 */
const partWeight = 32_768;
const nodeWeight = 8;

/**
 * JSON of any size as texts that are written, and read back, one at a time. The first character says what a text is:
 * `=` a value, or values of the array it stands in · `:` members of the object it stands in · `.` the key whose value
 * follows · `[` and `{` the beginning of an array or object, `]` and `}` its end.
 *
 * Example: `{"id":1,"offers":[…40 KB…]}` is `{`, `:{"id":1}`, `."offers"`, `[`, `=[…30 KB…]`, `=[…10 KB…]`, `]`, `}`.
 */
export type JsonPart = string;

/** Writes a value as `JSON.stringify` would: what JSON does not know is left out, or null in an array. */
export function* writeJsonParts(value: unknown, parts: JsonPart[]): InParts<void> {
  if (weigh(value, partWeight) <= partWeight || typeof value !== 'object' || value === null) {
    parts.push(`=${JSON.stringify([value])}`);
    yield;
  } else if (Array.isArray(value)) {
    parts.push('[');
    yield* writeElements(value, parts);
    parts.push(']');
  } else {
    parts.push('{');
    yield* writeMembers(value, parts);
    parts.push('}');
  }
}

function* writeElements(elements: readonly unknown[], parts: JsonPart[]): InParts<void> {
  let small: unknown[] = [];
  let sum = 0;
  const flush = () => {
    if (small.length > 0) parts.push(`=${JSON.stringify(small)}`);
    small = [];
    sum = 0;
  };
  for (const element of elements) {
    const weight = weigh(element, partWeight);
    if (sum + weight > partWeight) {
      flush();
      yield;
    }
    if (weight > partWeight) yield* writeJsonParts(element, parts);
    else {
      small.push(element);
      sum += weight;
    }
  }
  flush();
  yield;
}

function* writeMembers(object: object, parts: JsonPart[]): InParts<void> {
  let small: [string, unknown][] = [];
  let sum = 0;
  const flush = () => {
    if (small.length > 0) parts.push(`:${JSON.stringify(Object.fromEntries(small))}`);
    small = [];
    sum = 0;
  };
  for (const [key, member] of Object.entries(object)) {
    const weight = key.length + weigh(member, partWeight);
    if (sum + weight > partWeight) {
      flush();
      yield;
    }
    if (weight > partWeight && typeof member === 'object') {
      parts.push(`.${JSON.stringify(key)}`);
      yield* writeJsonParts(member, parts);
    } else {
      small.push([key, member]);
      sum += weight;
    }
  }
  flush();
  yield;
}

/** What a value weighs, counted no further than a little beyond `max`. */
function weigh(value: unknown, max: number): number {
  if (typeof value === 'string') return nodeWeight + value.length;
  if (typeof value !== 'object' || value === null) return nodeWeight;
  let sum = nodeWeight;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && sum <= max; at += 1) sum += weigh(value[at], max - sum);
    return sum;
  }
  for (const key in value) {
    if (sum > max) break;
    sum += key.length + weigh(Reflect.get(value, key), max - sum);
  }
  return sum;
}

/** A container that is being read, and the key under which the next value stands. */
type Open =
  | { readonly kind: 'array'; readonly elements: unknown[] }
  | { readonly kind: 'object'; readonly members: [string, unknown][]; key: string };

/** The value that was written. Throws where the parts are not what `writeJsonParts` makes. */
export function* readJsonParts(parts: Iterable<JsonPart>): InParts<unknown> {
  const root: Open = { kind: 'array', elements: [] };
  const open: Open[] = [root];
  for (const part of parts) {
    const into = open.at(-1);
    if (into === undefined) throw new Error('JSON parts after their end.');
    const text = part.slice(1);
    if (part.startsWith('=')) addValues(into, JSON.parse(text));
    else if (part.startsWith(':') && into.kind === 'object') into.members.push(...Object.entries(JSON.parse(text)));
    else if (part.startsWith('.') && into.kind === 'object') into.key = JSON.parse(text);
    else if (part === '[') open.push({ kind: 'array', elements: [] });
    else if (part === '{') open.push({ kind: 'object', members: [], key: '' });
    else if (part === ']' || part === '}') closeInto(open);
    else throw new Error('A JSON part of no known kind.');
    yield;
  }
  if (open.length !== 1 || root.elements.length !== 1) throw new Error('JSON parts without their end.');
  return root.elements[0];
}

function addValues(into: Open, values: unknown): void {
  if (!Array.isArray(values)) throw new Error('A JSON part that is not a list of values.');
  for (const value of values) {
    if (into.kind === 'array') into.elements.push(value);
    else into.members.push([into.key, value]);
  }
}

function closeInto(open: Open[]): void {
  const closed = open.pop();
  const into = open.at(-1);
  if (closed === undefined || into === undefined) throw new Error('A JSON part ends what was not begun.');
  // `fromEntries` defines members, so that a key `__proto__` is one like any other.
  addValues(into, [closed.kind === 'array' ? closed.elements : Object.fromEntries(closed.members)]);
}
