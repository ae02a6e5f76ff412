import type * as z from 'zod';
import type { FieldProblem } from '../../errors.ts';

/** A 422 names at most this many problems. */
export const problemsMax = 50;
const pathLengthMax = 200;
const requiredProblem = 'is required';
const strayProblem = 'is no field of this';
const missingWeight = 2;
const otherKindWeight = 1_000;

type Issue = z.core.$ZodIssue;

/** What is wrong where, in the words of the contract: `travelers[0].first_name`, `is required`. */
export function listProblems(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): readonly FieldProblem[] {
  return issues
    .filter((issue) => !isOutdone(issue, issues))
    .flatMap((issue) => listIssueProblems(issue, prefix))
    .slice(0, problemsMax);
}

/**
 * The sentence for an issue whose schema gave none of its own. Passed to every parse, so that no text of the validator
 * library, and no value of the caller, reaches an answer.
 */
export function problemOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? requiredProblem : `must be ${withArticle(String(issue.expected))}`;
    case 'too_small':
      return boundProblem(issue.origin, 'at least', issue.minimum, issue.inclusive);
    case 'too_big':
      return boundProblem(issue.origin, 'at most', issue.maximum, issue.inclusive);
    case 'invalid_format':
      return formatProblem(issue.format);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_value':
      if (issue.input === undefined) return requiredProblem;
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return strayProblem;
    case 'invalid_union':
      return issue.input === undefined ? requiredProblem : 'has none of the accepted forms';
    default:
      return 'is not valid';
  }
}

/** `['travelers', 0, 'first_name']` as `travelers[0].first_name`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text ? `.${String(part)}` : String(part);
  }
  return text.slice(0, pathLengthMax);
}

function listIssueProblems(issue: Issue, prefix: readonly PropertyKey[]): readonly FieldProblem[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nearest = issue.errors.toSorted((a, b) => distance(a) - distance(b))[0];
    const isTelling = nearest?.some((inner) => inner.path.length > 0);
    if (nearest && isTelling) return listProblems(nearest, path);
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: formatPath([...path, key]), problem: issue.message }));
  return [{ path: formatPath(path), problem: issue.message }];
}

/** Whether an issue is only that no integer is as large, beside one that names the bound of the field itself. */
function isOutdone(issue: Issue, issues: readonly Issue[]): boolean {
  if ((issue.code !== 'too_big' && issue.code !== 'too_small') || issue.origin !== 'int') return false;
  return issues.some(
    (other) =>
      other !== issue &&
      other.code === issue.code &&
      other.origin !== 'int' &&
      formatPath(other.path) === formatPath(issue.path),
  );
}

/**
 * Of the forms a union accepts, the caller most likely meant the one with the fewest things wrong; a field left out
 * speaks loudest against a form.
 */
function distance(issues: readonly Issue[]): number {
  const isOtherKind = issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type');
  const missing = issues.filter((issue) => issue.message === requiredProblem).length;
  return issues.length + missing * missingWeight + (isOtherKind ? otherKindWeight : 0);
}

function boundProblem(origin: string, word: string, bound: number | bigint, isInclusive: boolean | undefined): string {
  if (origin === 'string') return `must have ${word} ${bound} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `must have ${word} ${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  if (isInclusive === false) return `must be ${word === 'at least' ? 'more than' : 'less than'} ${bound}`;
  return `must be ${word} ${bound}`;
}

function formatProblem(format: string): string {
  const names: Readonly<Record<string, string>> = {
    date: 'a date YYYY-MM-DD',
    datetime: 'an ISO 8601 time',
    time: 'a time HH:MM',
    email: 'an e-mail address',
    url: 'a URL',
  };
  return names[format] ? `must be ${names[format]}` : 'has the wrong format';
}

function withArticle(expected: string): string {
  if (expected === 'int') return 'an integer';
  return `${/^[aeio]/.test(expected) ? 'an' : 'a'} ${expected}`;
}
