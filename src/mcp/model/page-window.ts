import type { CompactRule } from './compact-rules.ts';
import type { Values } from './cut-lists.ts';

/** The part of a result that one tool call asks its operation for. */
export interface PageWindow {
  /** The body with `limit` and `offset` of that part. */
  readonly body: Values;
  /** Most entries the caller wants to page through; undefined: the whole result. */
  readonly wanted: number | undefined;
  /** Entries before the first that may be paged through: the caller's own `offset`. */
  readonly before: number;
  /** The caller pages by token: where the part begins, only the operation knows. */
  readonly isByToken: boolean;
}

/**
 * Narrows a search to the entries an answer has room for, from those already seen on: an operation asked for 200 hotels
 * makes 25 MB, of which an agent is shown six. The caller's own limit still bounds how far `skip` goes. Behind a page
 * token, which knows its offset, only the limit is lowered. Undefined where the operation does not page, one offer is
 * priced again, or the numbers are for the operation to refuse.
 *
 * Example: `{ max_results: 50 }` with `skip: 48` becomes `{ max_results: 2, offset: 48 }`.
 */
export function narrowToPage(rule: CompactRule, body: Values, skip: number): PageWindow | undefined {
  const { page, list } = rule;
  if (!page || !list || isSent(body['offer_token'])) return undefined;
  const { [page.limit]: sentLimit, offset: sentOffset } = body;
  const [wanted, before] = [sentLimit ?? undefined, sentOffset ?? 0];
  if (!isCount(before, 0) || (wanted !== undefined && !isCount(wanted, 1))) return undefined;
  const size = list.keep;
  if (isSent(body['page_token']))
    return {
      body: { ...body, [page.limit]: Math.min(wanted ?? skip + size, skip + size) },
      wanted,
      before,
      isByToken: true,
    };
  // Behind the last entry wanted nothing is shown; one entry is asked for all the same, for the total.
  const left = wanted === undefined ? size : Math.max(wanted - skip, 1);
  return {
    body: { ...page.defaults, ...body, [page.limit]: Math.min(size, left), offset: before + skip },
    wanted,
    before,
    isByToken: false,
  };
}

/** How many entries of the whole result the caller may page through, once the operation has counted them. */
export function countWhole(answer: Values, { wanted, before }: PageWindow): number {
  const { total } = answer;
  if (typeof total !== 'number') throw new Error('An operation that pages answers its total.');
  return Math.min(wanted ?? Number.POSITIVE_INFINITY, Math.max(total - before, 0));
}

/** The answer without its page tokens: an agent pages by `skip`, which goes on where what it was shown ends. */
export function withoutPageTokens(answer: Values): Values {
  const { next_page_token: _token, pagination: _pagination, ...rest } = answer;
  return rest;
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
