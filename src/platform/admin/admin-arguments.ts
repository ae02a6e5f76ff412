import type * as z from 'zod';

/**
 * What an administrator's command was given, as its shape says. Throws with a sentence for that person: the first wrong
 * field and what is wrong with it.
 */
export function readAdminArguments<T>(shape: z.ZodType<T>, args: unknown): T {
  const parsed = shape.safeParse(args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.') || 'the request'}: ${issue?.message ?? 'is not valid'}`);
}
