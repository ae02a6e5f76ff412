import { hash } from 'node:crypto';
import * as z from 'zod';
import type { App, Caller } from '../context.ts';
import { refuse } from '../platform/errors.ts';

const DIGEST_LENGTH = 16;
const Packed = z.tuple([z.int().min(0), z.string()]);

/**
 * The text that continues a search at an offset. Sealed, so that it stays opaque and ours to change. `asked`: all that must
 * not change between pages, beginning with the operation's name; never the place in the list itself.
 */
export function sealPageToken(app: Pick<App, 'sealer'>, caller: Pick<Caller, 'organizationId'>, asked: readonly unknown[], offset: number): string {
  return app.sealer.seal('page_token', JSON.stringify([offset, digestOf(asked)]), caller.organizationId);
}

/** The offset a page token stands for; refuses one that was altered or belongs to another search. */
export function openPageToken(app: Pick<App, 'sealer'>, caller: Pick<Caller, 'organizationId'>, asked: readonly unknown[], text: string): number {
  const plain = app.sealer.open('page_token', text, caller.organizationId);
  const packed = plain && Packed.safeParse(JSON.parse(plain.toString('utf8')));
  if (!packed?.success) throw refusePage("This page token was altered or is not one of this organization's.");
  const [offset, digest] = packed.data;
  if (digest !== digestOf(asked)) throw refusePage('This page token belongs to another search. Send it with the body it was answered for.');
  return offset;
}

function digestOf(asked: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(asked), 'base64url').slice(0, DIGEST_LENGTH);
}

function refusePage(problem: string) {
  return refuse('token_invalid', { message: `page_token: ${problem}`, keys: { fields: [{ path: 'page_token', problem }] } });
}
