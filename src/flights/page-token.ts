import { hash } from 'node:crypto';
import * as z from 'zod';
import type { App, Caller } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { SearchInput } from './read-search.ts';
import type { ShopMode } from './search-flights.ts';

const DIGEST_LENGTH = 16;
const Packed = z.tuple([z.int().min(0), z.string()]);

/** What is paged through; `mode` where the same question can be answered live or from the cache. */
export interface PagedSearch extends SearchInput {
  readonly mode?: ShopMode;
}

/** The text that continues this search at an offset. Sealed, so that it stays opaque and ours to change. */
export function sealPageToken(app: App, caller: Caller, input: PagedSearch, offset: number): string {
  return app.sealer.seal('page_token', JSON.stringify([offset, digestOf(input)]), caller.organizationId);
}

/** The offset a page token stands for; refuses one that was altered or belongs to another search. */
export function openPageToken(app: App, caller: Caller, input: PagedSearch, text: string): number {
  const plain = app.sealer.open('page_token', text, caller.organizationId);
  const packed = plain && Packed.safeParse(JSON.parse(plain.toString('utf8')));
  if (!packed?.success) throw refusePage("This page token was altered or is not one of this organization's.");
  const [offset, digest] = packed.data;
  if (digest !== digestOf(input)) throw refusePage('This page token belongs to another search. Send it with the body it was answered for.');
  return offset;
}

/** What must not change between pages: everything but the place in the list. */
function digestOf(input: PagedSearch): string {
  const { limit: _limit, offset: _offset, supplierTimeoutMs: _timeout, paths: _paths, ...asked } = input;
  return hash('sha256', JSON.stringify(asked), 'base64url').slice(0, DIGEST_LENGTH);
}

function refusePage(problem: string) {
  return refuse('token_invalid', { message: `page_token: ${problem}`, keys: { fields: [{ path: 'page_token', problem }] } });
}
