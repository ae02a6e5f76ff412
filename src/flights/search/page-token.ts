import type { App, Caller } from '../../context.ts';
import * as pages from '../../offers/token/page-token.ts';
import type { SearchInput } from './read-search.ts';
import type { ShopMode } from './search-flights.ts';

/** What is paged through; `mode` where the same question can be answered live or from the cache. */
export interface PagedSearch extends SearchInput {
  readonly mode?: ShopMode;
}

/** The text that continues this search at an offset. */
export function signPageToken(app: App, caller: Caller, input: PagedSearch, offset: number): string {
  return pages.signPageToken(app, caller, criteriaOf(input), offset);
}

/** The offset a page token stands for; refuses one that was altered or belongs to another search. */
export function readPageToken(app: App, caller: Caller, input: PagedSearch, text: string): number {
  return pages.readPageToken(app, caller, criteriaOf(input), text);
}

/** What must not change between pages: everything but the place in the list. */
function criteriaOf(input: PagedSearch): readonly unknown[] {
  return ['flights', { ...input, limit: undefined, offset: undefined, supplierTimeoutMs: undefined, paths: undefined }];
}
