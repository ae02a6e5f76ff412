import type { StubAnswer } from '../send-answer.ts';
import { refusal } from './refusals.ts';

const limitDefault = 50;
const limitMax = 200;

/** One page of a list by `limit`, `after` and `before`, as Duffel pages: null cursors at both ends. */
export function answerPage<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  idOf: (item: Item) => string,
  present: (item: Item) => object = (item) => Object(item),
): StubAnswer {
  const limit = readLimit(query);
  const [after, before] = [query.get('after'), query.get('before')];
  const indexOf = (cursor: string): number => {
    const id = Buffer.from(cursor, 'base64url').toString();
    const index = items.findIndex((item) => idOf(item) === id);
    if (index === -1) throw refusal('validation_format', 'The cursor is not one of this list.', '/after');
    return index;
  };
  const start = after !== null ? indexOf(after) + 1 : before !== null ? Math.max(0, indexOf(before) - limit) : 0;
  const end = before !== null ? indexOf(before) : start + limit;
  const shown = items.slice(start, end);
  const cursorOf = (item: Item | undefined, isThere: boolean): string | null =>
    item === undefined || !isThere ? null : Buffer.from(idOf(item)).toString('base64url');
  return {
    status: 200,
    body: {
      meta: {
        limit,
        after: cursorOf(shown.at(-1), end < items.length),
        before: cursorOf(shown[0], start > 0),
      },
      data: shown.map(present),
    },
  };
}

function readLimit(query: URLSearchParams): number {
  const text = query.get('limit');
  if (text === null) return limitDefault;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax)
    throw refusal('validation_inclusion', `Field 'limit' is between 1 and ${limitMax}.`, '/limit');
  return limit;
}
