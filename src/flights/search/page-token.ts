import type { App, Caller } from '../../context.ts';
import * as pages from '../../offers/token/page-token.ts';
import type { SearchInput } from './read-search.ts';
import type { ShopMode } from './search-flights.ts';

/** A search that is paged through; `mode` is set where the surface answers either live or from the cache. */
export interface PagedSearch extends SearchInput {
  readonly mode?: ShopMode;
}

/** Signs the page token that continues this search at an offset. */
export function signPageToken(app: App, caller: Caller, input: PagedSearch, offset: number): string {
  return pages.signPageToken(app, caller, criteriaOf(input), offset);
}

/** Reads the offset out of a page token. Refuses a token that was altered or that belongs to another search. */
export function readPageToken(app: App, caller: Caller, input: PagedSearch, text: string): number {
  return pages.readPageToken(app, caller, criteriaOf(input), text);
}

/** The part of a search that must stay equal from page to page: everything except limit, offset and timeout. */
function criteriaOf(input: PagedSearch): readonly unknown[] {
  return [
    'flights',
    {
      ...input,
      sample: undefined,
      limit: undefined,
      offset: undefined,
      supplierTimeoutMs: undefined,
      paths: undefined,
    },
  ];
}
