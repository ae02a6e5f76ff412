import type * as z from 'zod';
import { refusal } from './refusals.ts';

/** Reads fields of a request; throws 4002 that names the first one that is missing, wrong or not known. */
export function readFields<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.infer<Schema> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  throw refusal(4002, `${path === '' ? 'body' : path}: ${issue?.message ?? 'wrong input'}`);
}

/** The parameters of a query as fields; throws 4002 where one is named twice. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, query: URLSearchParams): z.infer<Schema> {
  const names = [...query.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refusal(4002, `${twice}: given twice`);
  return readFields(schema, Object.fromEntries(query));
}
