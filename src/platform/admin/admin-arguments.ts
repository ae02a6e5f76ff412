import * as z from 'zod';
import { listProblems, problemOf } from '../http/input/field-problems.ts';

/**
 * What an administrator's command was given, as its shape says. Throws with a sentence for that person: each wrong
 * field and what is wrong with it, one a line.
 */
export function readAdminArguments<T>(shape: z.ZodType<T>, args: unknown): T {
  const parsed = shape.safeParse(args, { error: problemOf });
  if (parsed.success) return parsed.data;
  throw new Error(describeIssues(parsed.error));
}

/**
 * What is shown in the terminal of a command that failed: the sentence of the error, and of a value that has not the
 * shape it should have each wrong field; `otherwise` where something else than an error was thrown.
 */
export function describeAdminFailure(error: unknown, otherwise: string): string {
  if (error instanceof z.ZodError) return describeIssues(error);
  return error instanceof Error ? error.message : otherwise;
}

/** `stayDays` at most 90 becomes `stay days: must be at most 90`. */
function describeIssues({ issues }: z.ZodError): string {
  return listProblems(issues)
    .map(({ path, problem }) => (path === '' ? describeWhole(problem) : `${spellOut(path)}: ${problem}`))
    .join('\n');
}

/** Some shapes bring a sentence of their own about several fields. */
function describeWhole(problem: string): string {
  return /^[A-Z]/.test(problem) ? problem : `the request ${problem}`;
}

function spellOut(path: string): string {
  return path.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
