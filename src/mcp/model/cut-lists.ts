import { isObject } from '../../platform/text/json-object.ts';

/** An answer, or an object in it. */
export type Values = Readonly<Record<string, unknown>>;

/** A list that was made shorter. */
export interface ListCut {
  readonly what: string;
  readonly shown: number;
  readonly of: number;
}

/**
 * A value whose lists lose their tails, the longest first and again and again, until `isShort` or nothing is left to
 * cut: first the lists beside the main one, then those inside its entries; the main list itself stays as it is.
 */
export function shorten(
  whole: Values,
  main: readonly string[],
  isShort: (value: Values) => boolean,
): { readonly value: Values; readonly cuts: readonly ListCut[]; readonly fits: boolean } {
  const cuts = new Map<string, ListCut>();
  let value = whole;
  while (!isShort(value)) {
    const lists = listsOf(value, []).filter(({ path }) => path.join('.') !== main.join('.') && !leadsTo(path, main));
    const longest = lists.find(({ path }) => !leadsTo(main, path)) ?? lists[0];
    if (longest === undefined) return { value, cuts: [...cuts.values()], fits: false };
    const what = longest.path.join('.');
    const shown = Math.floor(longest.length / 2);
    value = sliceAt(value, longest.path, 0, shown);
    cuts.set(what, { what, shown, of: cuts.get(what)?.of ?? longest.length });
  }
  return { value, cuts: [...cuts.values()], fits: true };
}

/** A value with none of the lists that stand beside the main one. */
export function withoutSideLists(value: Values, main: readonly string[]): Values {
  return Object.fromEntries(
    Object.entries(value).map(([name, element]) => [name, name !== main[0] && Array.isArray(element) ? [] : element]),
  );
}

/** The length of the longest list at a path; lists on the way are walked through. */
export function longestAt(value: unknown, path: readonly string[]): number {
  const [name, ...rest] = path;
  if (Array.isArray(value))
    return name === undefined ? value.length : Math.max(0, ...value.map((element) => longestAt(element, path)));
  return name !== undefined && isObject(value) ? longestAt(value[name], rest) : 0;
}

/** The value with every list at a path cut to `count` entries from `from` on. */
export function sliceAt(value: Values, path: readonly string[], from: number, count: number): Values {
  const [name, ...rest] = path;
  if (name === undefined || !Object.hasOwn(value, name)) return value;
  const inner = value[name];
  return { ...value, [name]: sliceInside(inner, rest, from, count) };
}

function sliceInside(value: unknown, path: readonly string[], from: number, count: number): unknown {
  if (Array.isArray(value)) {
    if (path.length === 0) return value.slice(from, from + count);
    return value.map((element) => sliceInside(element, path, from, count));
  }
  return isObject(value) ? sliceAt(value, path, from, count) : value;
}

/** Whether a path goes through or to another place. */
function leadsTo(start: readonly string[], path: readonly string[]): boolean {
  return start.length > 0 && start.length <= path.length && start.every((name, index) => path[index] === name);
}

/** The lists of a value that are not empty, the largest first; of the entries of a list the first stands for all. */
function listsOf(
  value: unknown,
  path: readonly string[],
): readonly { readonly path: readonly string[]; readonly length: number; readonly size: number }[] {
  const own =
    Array.isArray(value) && value.length > 0
      ? [{ path, length: value.length, size: JSON.stringify(value).length / (path.length + 1) }]
      : [];
  const inner = Array.isArray(value)
    ? value.slice(0, 1).flatMap((element) => listsOf(element, path))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, element]) => listsOf(element, [...path, name]))
      : [];
  return [...own, ...inner].toSorted((a, b) => b.size - a.size);
}
