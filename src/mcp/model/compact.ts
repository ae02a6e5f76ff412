import type { CompactRule } from './compact-rules.ts';
import { longestAt, shorten, sliceAt, type Values, withoutSideLists } from './cut-lists.ts';
import { estimateTokens } from './tokens.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** An answer, and in words what of it is not shown. */
export interface Compacted {
  readonly value: Values;
  readonly notShown: readonly NotShown[];
}
/** One thing that was left out: what, how much of it, and how to get it. */
export interface NotShown {
  readonly what: string;
  readonly shown?: number;
  readonly of?: number;
  readonly how_to_get_it: string;
}
/** What an agent asked to see. */
export interface CompactView {
  /** Every field; fewer entries. */
  readonly isFull: boolean;
  /** Entries of the main list that it has seen. */
  readonly skip: number;
  /** Present where the operation itself skipped them: how many entries of the whole result may be paged through. */
  readonly whole?: number | undefined;
  /** Most the value may cost, once. */
  readonly tokensMax: number;
  /**
   * How the rest is read where the call changes something: it has no `detail` and no `skip`, and made again it would be
   * done again. Undefined for a tool that reads.
   */
  readonly readWith?: string | undefined;
  /** Inner lists are cut even where there is room for all of them. */
  readonly isBrief?: boolean;
}

/** Names that are pictures or addresses of pictures, wherever they stand. */
const PICTURES: ReadonlySet<string> = new Set([
  'logo',
  'airline_logo',
  'image',
  'images',
  'photo',
  'photos',
  'main_photo',
  'thumbnail',
  'city_main_image',
  'origin_city_image',
  'destination_city_image',
]);
const IN_FULL = 'Call again with detail: "full"; it shows every field of fewer entries.';
const LESS_AT_ONCE = 'Ask for less at once: a narrower search, a smaller limit, or one thing by its id.';

/**
 * An answer short enough for its reader: decoration and what the operation's rule can do without, then the tail of its
 * main list, then of whatever is longest. In full the other lists go before entries of the main list do. What is shown
 * keeps its order and its tokens; what is left out is named, never dropped in silence (suppliers.md, lesson 22), but
 * for pictures in the answer of a write. At least one entry of the main list is shown, unless one alone is longer than
 * an answer may be.
 */
export function compact(answer: Values, rule: CompactRule, view: CompactView): Compacted {
  const path = mainListOf(answer, rule);
  const present = longestAt(answer, path);
  const [from, total] = view.whole === undefined ? [view.skip, present] : [0, view.whole];
  const left = Math.max(Math.min(present - from, total - view.skip), 0);
  const wanted = Math.min(view.isFull ? left : (rule.list?.keep ?? left), left);
  const cut = (count: number, isBrief: boolean) =>
    prune(count === present ? answer : sliceAt(answer, path, from, count), rule, { isBrief, view });
  // Inner lists are cut only where the page would not fit with all of them: one hotel by its id shows all of its rooms.
  const roomy = cut(wanted, view.isBrief ?? false);
  if (costOf(roomy.value) <= view.tokensMax) return finish(roomy, view, { path, count: wanted, total });
  // In full only the entries themselves decide how many there is room for: the lists beside them are cut first.
  const costWith = (count: number) =>
    costOf(view.isFull ? withoutSideLists(cut(count, true).value, path) : cut(count, true).value);
  let count = wanted;
  for (let cost = costWith(count); count > 1 && cost > view.tokensMax; cost = costWith(count))
    count = Math.max(1, Math.min(count - 1, Math.floor((count * view.tokensMax) / cost)));
  const page = cut(count, true);
  const short = shorten(page.value, path, (value) => costOf(value) <= view.tokensMax);
  const cuts = short.cuts.map((list) => ({
    ...list,
    how_to_get_it: rule.innerIn?.[list.what] ?? view.readWith ?? LESS_AT_ONCE,
  }));
  if (short.fits || total === 0)
    return finish({ value: short.value, notShown: mergedCuts(page.notShown, cuts) }, view, { path, count, total });
  // One entry alone is too long: without what it can do without it may fit; if not even then, the answer goes without
  // it.
  if (view.isFull) return compact(answer, rule, { ...view, isFull: false });
  const bare = shorten(sliceAt(page.value, path, 0, 0), [], (value) => costOf(value) <= view.tokensMax);
  return {
    value: bare.value,
    notShown: [
      {
        what: path.join('.'),
        shown: 0,
        of: total,
        how_to_get_it: `One entry is longer than an answer may be. ${LESS_AT_ONCE}`,
      },
      ...page.notShown,
    ],
  };
}

/** Reports which entries of the main list are shown. */
function finish(
  { value, notShown }: Compacted,
  view: CompactView,
  page: { readonly path: readonly string[]; readonly count: number; readonly total: number },
): Compacted {
  const seen = view.skip + page.count;
  if (page.total === 0 || (view.skip === 0 && seen >= page.total)) return { value, notShown };
  const how =
    seen < page.total
      ? (view.readWith ?? `Call again with the same arguments and skip: ${seen}.`)
      : 'These are the last; skip: 0 begins again.';
  return {
    value,
    notShown: [{ what: page.path.join('.'), shown: page.count, of: page.total, how_to_get_it: how }, ...notShown],
  };
}

/** A list that was cut twice is reported once: as the last cut left it, of as many as there were at first. */
function mergedCuts(first: readonly NotShown[], then: readonly NotShown[]): readonly NotShown[] {
  const merged = then.map((cut) => ({
    ...cut,
    of: Math.max(cut.of ?? 0, first.find(({ what }) => what === cut.what)?.of ?? 0),
  }));
  return [...first.filter(({ what }) => !merged.some((cut) => cut.what === what)), ...merged];
}

function prune(
  answer: Values,
  rule: CompactRule,
  how: { readonly isBrief: boolean; readonly view: CompactView },
): Compacted {
  const { isFull, readWith } = how.view;
  if (isFull) return { value: answer, notShown: [] };
  const dropped = new Set<string>();
  const counts = new Map<string, { shown: number; of: number }>();
  const { inner, ...rest } = rule;
  const value = pruneObject(answer, '', { rule: how.isBrief && inner ? { ...rest, inner } : rest, dropped, counts });
  const lists = [...counts].map(([what, { shown, of }]) => ({
    what,
    shown,
    of,
    how_to_get_it: rule.innerIn?.[what] ?? readWith ?? IN_FULL,
  }));
  // Of a write only pictures are left out, which is no reason to read it again.
  if (dropped.size === 0 || (readWith !== undefined && rule.drop.length === 0)) return { value, notShown: lists };
  return {
    value,
    notShown: [...lists, { what: `fields: ${[...dropped].join(', ')}`, how_to_get_it: readWith ?? IN_FULL }],
  };
}

interface Pruning {
  readonly rule: CompactRule;
  readonly dropped: Set<string>;
  readonly counts: Map<string, { shown: number; of: number }>;
}

function pruneObject(value: Values, path: string, pruning: Pruning): Values {
  const retained: Record<string, unknown> = {};
  for (const [name, element] of Object.entries(value)) {
    const place = path ? `${path}.${name}` : name;
    if (!PICTURES.has(name) && !pruning.rule.drop.includes(place)) retained[name] = pruneValue(element, place, pruning);
    else if (!isEmpty(element)) pruning.dropped.add(place);
  }
  return retained;
}

function pruneValue(value: unknown, path: string, pruning: Pruning): unknown {
  if (isObject(value)) return pruneObject(value, path, pruning);
  if (!Array.isArray(value)) return value;
  const { unavailable, inner } = pruning.rule;
  const open =
    unavailable?.path === path
      ? value.filter((element) => isObject(element) && element[unavailable.field] === unavailable.isAvailable)
      : value;
  const retained = open.slice(0, inner?.[path] ?? open.length);
  if (retained.length < value.length) {
    const { shown, of } = pruning.counts.get(path) ?? { shown: 0, of: 0 };
    pruning.counts.set(path, { shown: shown + retained.length, of: of + value.length });
  }
  return retained.map((element) => pruneValue(element, path, pruning));
}

/** The list an agent pages through: the rule's, else the longest of the answer's own lists. */
function mainListOf(answer: Values, rule: CompactRule): readonly string[] {
  if (rule.list) return rule.list.path.split('.');
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value) && value.length > 1);
  const longest = lists.toSorted(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0];
  return longest ? [longest[0]] : [];
}

function costOf(value: unknown): number {
  return estimateTokens(JSON.stringify(value));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
