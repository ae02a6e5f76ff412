import type { Operation } from './operation.ts';
import { type CallOptions, readJson, type Sender, send } from './send.ts';

/** A list that goes on over pages. */
export interface PagedCall<List extends string> {
  readonly operation: Operation;
  /** The name of the list in the answer. */
  readonly list: List;
  readonly input: object;
  readonly options: CallOptions;
}

type Page<List extends string, Item> = { readonly [name in List]?: readonly Item[] } & {
  readonly next_page_token?: string;
  readonly pagination?: { readonly next_page_token?: string };
};

/**
 * Every item from the page that `input` asks for to the last one. A page is fetched when the loop gets there; each is a
 * call of its own.
 */
export async function* paginate<List extends string, Item>(
  sender: Sender,
  { operation, list, input, options }: PagedCall<List>,
): AsyncGenerator<Item, void> {
  let token: string | undefined;
  do {
    const requested = token === undefined ? input : { ...input, page_token: token };
    const page: Page<List, Item> = await send(sender, {
      operation,
      input: requested,
      options,
      accept: 'application/json',
      read: readJson<Page<List, Item>>,
    });
    yield* page[list] ?? [];
    const next = page.next_page_token ?? page.pagination?.next_page_token;
    // A token that leads to itself would never end.
    token = next === token ? undefined : next;
  } while (token !== undefined);
}
