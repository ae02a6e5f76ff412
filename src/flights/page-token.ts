import { hash } from 'node:crypto';
import * as z from 'zod';
import type { App, Caller } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { SearchInput } from './read-search.ts';

const DIGEST_LENGTH = 16;
const Packed = z.tuple([z.int().min(0), z.string()]);

/** The text that continues this search at an offset. Sealed, so that it stays opaque and ours to change. */
export function sealPageToken(app: App, caller: Caller, input: SearchInput, offset: number): string {
  return app.sealer.seal('page_token', JSON.stringify([offset, digestOf(input)]), caller.organizationId);
}

/** The offset a page token stands for; refuses one that was altered or belongs to another search. */
export function openPageToken(app: App, caller: Caller, input: SearchInput, text: string): number {
  const plain = app.sealer.open('page_token', text, caller.organizationId);
  const packed = plain && Packed.safeParse(JSON.parse(plain.toString('utf8')));
  if (!packed?.success) throw refusePage("This page token was altered or is not one of this organization's.");
  const [offset, digest] = packed.data;
  if (digest !== digestOf(input)) throw refusePage('This page token belongs to another search. Send it with the body it was answered for.');
  return offset;
}

/** What must not change between pages: everything but the place in the list. */
function digestOf(input: SearchInput): string {
  const { limit: _limit, offset: _offset, supplierTimeoutMs: _timeout, paths: _paths, ...asked } = input;
  return hash('sha256', JSON.stringify(asked), 'base64url').slice(0, DIGEST_LENGTH);
}

function refusePage(problem: string) {
  return refuse('token_invalid', { message: `page_token: ${problem}`, keys: { fields: [{ path: 'page_token', problem }] } });
}
