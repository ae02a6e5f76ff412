import { nameTokens } from './handles/handles.ts';
import { type CompactRule, compactRuleOf } from './model/compact-rules.ts';
import { type Compacted, compact, type NotShown } from './model/compact.ts';
import { longestAt, shorten, type Values } from './model/cut-lists.ts';
import { estimateTokens } from './model/tokens.ts';
import type { Tool } from './tools.ts';
import { mapValues, withMoneyTexts } from './views/texts.ts';
import { viewOf } from './views/views.ts';

/** How an answer is made short. */
export interface Shortening {
  /** Every field; fewer entries. */
  readonly isFull: boolean;
  readonly skip: number;
  /** Entries of the whole result, where the operation itself skipped some. */
  readonly whole: number | undefined;
  readonly innerLeast: Readonly<Record<string, number>> | undefined;
  readonly tokensMax: number;
  /** Its tokens become handles, which are short. */
  readonly isNamed: boolean;
  /** How the rest of a write's answer is read. */
  readonly readWith: string | undefined;
}
/** A short answer. */
export interface Shortened extends Compacted {
  /** The part that is shown, as the operation answered it. */
  readonly shown: Values;
}

/** Tags whose amounts are read; those of accounts are passed back as they are. */
const WITH_MONEY_TEXTS: ReadonlySet<string> = new Set([
  'Search',
  'Demand',
  'Trips',
  'Checkout',
  'Mandates',
  'Bookings',
  'Servicing',
]);
const NAME_LIKE_ANY = 'f3k7m';
const LESS_AT_ONCE = 'Ask for less at once: a narrower search, a smaller limit, or one thing by its id.';

/**
 * An answer short enough for its reader: by the view of its tool, else as it is with its lists cut. In full nothing but
 * entries is left out.
 */
export function shortenAnswer(tool: Tool, answer: Values, how: Shortening): Shortened {
  const { name } = tool.definition;
  const rule = widened(compactRuleOf(name), how.innerLeast ?? {});
  const view = how.isFull ? undefined : viewOf(name);
  if (view) return throughView(answer, rule, { ...how, view });
  // What is short already is left whole, unless the agent pages.
  const isWhole = how.skip === 0 && (how.whole === undefined || how.whole <= longestAt(answer, pathOf(rule)));
  const isShort = isWhole && estimateTokens(JSON.stringify(answer)) <= how.tokensMax / 8;
  const { value, notShown } = isShort ? { value: answer, notShown: [] } : compact(answer, rule, how);
  const isRead = !how.isFull && WITH_MONEY_TEXTS.has(tool.route.tag);
  return { value: isRead ? mapValues(value, withMoneyTexts) : value, shown: value, notShown };
}

/** The page in the words of a view; with fewer entries, and then shorter lists inside them, until it fits. */
function throughView(
  answer: Values,
  rule: CompactRule,
  how: Shortening & { readonly view: (answer: Values) => Values },
): Shortened {
  const path = pathOf(rule);
  const isSingle = (how.whole ?? longestAt(answer, path)) === 1;
  const fits = (value: Values) =>
    estimateTokens(JSON.stringify(how.isNamed ? nameTokens(value, NAME_LIKE_ANY).value : value)) <= how.tokensMax;
  const cut = (keep: number): Shortened => {
    const list = rule.list && { ...rule.list, keep };
    const { value: shown, notShown } = compact(
      answer,
      { ...rule, ...(list ? { list } : {}) },
      { ...how, tokensMax: Number.POSITIVE_INFINITY, isBrief: !isSingle },
    );
    return { value: how.view(shown), shown, notShown };
  };
  let keep = rule.list?.keep ?? 1;
  let page = cut(keep);
  while (keep > 1 && !fits(page.value)) {
    keep = Math.ceil(keep / 2);
    page = cut(keep);
  }
  const short = shorten(page.value, path, fits);
  const cuts = short.cuts.map((list) => ({
    ...list,
    how_to_get_it: rule.innerIn?.[list.what] ?? how.readWith ?? LESS_AT_ONCE,
  }));
  const lists = page.notShown.filter(({ what }) => !what.startsWith('fields: '));
  return { value: short.value, shown: page.shown, notShown: [...lists, ...cuts, ...otherFields(how)] };
}

/** A view leaves fields out: how they are had is said once, their names are not. */
function otherFields({ readWith }: Shortening): readonly NotShown[] {
  return [
    { what: 'other fields', how_to_get_it: readWith === undefined ? 'detail: "full"' : 'get_trip with detail: "full"' },
  ];
}

function pathOf({ list }: CompactRule): readonly string[] {
  return list?.path.split('.') ?? [];
}

/** The rule with room for so many entries of its inner lists at least. */
function widened(rule: CompactRule, least: Readonly<Record<string, number>>): CompactRule {
  const { inner } = rule;
  return inner
    ? {
        ...rule,
        inner: Object.fromEntries(
          Object.entries(inner).map(([path, count]) => [path, Math.max(count, least[path] ?? 0)]),
        ),
      }
    : rule;
}
