import type * as z from 'zod';
import { DuffelRefusal, entryOf, type RefusalCode, type RefusalEntry } from './refusals.ts';

/** Reads the `data` of a request; throws one refusal that names everything wrong with it, as Duffel does. */
export function readData<Schema extends z.ZodType>(schema: Schema, data: unknown): z.infer<Schema> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new DuffelRefusal(
    422,
    result.error.issues.map((issue) => toEntry(issue, data)),
  );
}

function toEntry(issue: z.core.$ZodIssue, data: unknown): RefusalEntry {
  const field = `/${issue.path.map(String).join('/')}`;
  const name = issue.path.at(-1) ?? 'data';
  const value = valueAt(data, issue.path);
  const code = codeOf(issue, value);
  const message =
    code === 'validation_required'
      ? `Field '${String(name)}' can't be blank`
      : `Field '${String(name)}': ${issue.message}`;
  return entryOf(code, message, field);
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): RefusalCode {
  if (value === undefined || value === null) return 'validation_required';
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return 'validation_type';
    case 'too_big':
    case 'too_small':
      return 'validation_length';
    case 'invalid_value':
      return 'validation_inclusion';
    default:
      return 'validation_format';
  }
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}
