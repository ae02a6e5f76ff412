import * as z from 'zod';
import type { InternalAnswer } from '../platform/http/route.ts';
import { replaceAt } from './model/replace-at.ts';
import type { ReadArguments } from './read-arguments.ts';
import type { Tool } from './tools.ts';
import { isObject } from '../platform/text/json-object.ts';

const Refused = z.object({
  fields: z.array(
    z.object({
      path: z.string(),
      suggested_value: z.string().optional(),
      candidates: z.array(z.object({ label: z.string() })).optional(),
    }),
  ),
});

/** Arguments whose place names were replaced by codes. */
export interface NamedPlaces {
  readonly read: ReadArguments;
  /** What was replaced, in words: `origin: Paris (city, FR) is PAR`. */
  readonly names: readonly string[];
}

/**
 * The call once more with codes for the names of places, where that is all its operation refused it for and each name
 * is of one place without doubt; undefined otherwise. Nothing has been done yet, for the names were refused before the
 * operation began.
 */
export function readNames(
  tool: Tool,
  read: ReadArguments,
  answer: Pick<InternalAnswer, 'status' | 'body'>,
): NamedPlaces | undefined {
  if (answer.status !== 422) return undefined;
  const fields = suggestionsIn(answer.body);
  if (fields === undefined) return undefined;
  const part = tool.route.body ? 'body' : 'query';
  const values = fields.reduce((at: unknown, { path, value }) => replaceAt(at, path, value), read[part]);
  if (!isObject(values)) return undefined;
  return {
    read: { ...read, [part]: values },
    names: fields.map(({ path, label, value }) => `${path}: ${label} is ${value}`),
  };
}

interface Suggestion {
  readonly path: string;
  readonly value: string;
  /** `Paris (city, FR)`. */
  readonly label: string;
}

/** Each problem's suggestion; undefined unless every problem has one. */
function suggestionsIn(body: string): readonly Suggestion[] | undefined {
  const { data } = Refused.safeParse(JSON.parse(body));
  const suggested =
    data?.fields.flatMap(({ path, suggested_value: value, candidates }) =>
      value === undefined ? [] : [{ path, value, label: candidates?.[0]?.label ?? value }],
    ) ?? [];
  return suggested.length > 0 && suggested.length === data?.fields.length ? suggested : undefined;
}
