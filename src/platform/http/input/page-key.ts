import * as z from 'zod';
import { refuseFields } from '../../errors.ts';
import type { Sealer } from '../../security/crypto.ts';

/** The last entry of a page of a newest-first list: the next page begins behind it, however long the list is. */
export interface PageKey {
  readonly at: Date;
  readonly id: string;
}

/**
 * Entries that `offset` may pass over in a stored list. A page token finds its page by an index; passing over entries
 * reads each of them.
 */
export const LIST_OFFSET_MAX = 1_000;

type Sealing = { readonly sealer: Pick<Sealer, 'seal' | 'open'> };
const Sealed = z.tuple([z.int(), z.string()]);

/** The token of the page behind an entry. `context` names the list and whose it is. */
export function sealPageKey({ sealer }: Sealing, { at, id }: PageKey, context: string): string {
  return sealer.seal('page_token', JSON.stringify([at.getTime(), id]), context);
}

/** The entry a token stands for; undefined without a token. Refuses one that is of another list, or of none. */
export function openPageKey({ sealer }: Sealing, token: string | undefined, context: string): PageKey | undefined {
  if (token === undefined) return undefined;
  const sealed = sealer.open('page_token', token, context)?.toString('utf8');
  const opened = Sealed.safeParse(sealed === undefined ? undefined : readJson(sealed));
  if (!opened.success) throw refuseFields([{ path: 'page_token', problem: 'is not a next_page_token of this list' }]);
  const [at, id] = opened.data;
  return { at: new Date(at), id };
}

/** Undefined for what is no JSON: tokens of before held a number of another meaning, or an id. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
