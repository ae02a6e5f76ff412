import * as z from 'zod';
import { expect, test } from 'vitest';
import { formatPath, listProblems, problemOf, problemsMax } from './field-problems.ts';

const problemsOf = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value, { error: problemOf });
  return parsed.success ? [] : listProblems(parsed.error.issues);
};

test('a path is written as the body would be read', () => {
  expect(formatPath(['travelers', 0, 'first_name'])).toBe('travelers[0].first_name');
  expect(formatPath([])).toBe('');
});

test('each kind of problem has a sentence of its own', () => {
  const cases: readonly (readonly [z.ZodType, unknown, string])[] = [
    [z.string(), undefined, 'is required'],
    [z.string(), 7, 'must be a string'],
    [z.int(), 1.5, 'must be an integer'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().gt(1), 1, 'must be more than 1'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
    [z.iso.date(), 'soon', 'must be a date YYYY-MM-DD'],
    [z.literal('a'), 'b', 'must be a'],
    [z.string().regex(/a/), 'b', 'has the wrong format'],
    [z.union([z.string(), z.number()]), true, 'has none of the accepted forms'],
    [z.string().refine(() => false, 'must rhyme'), 'a', 'must rhyme'],
    [
      z
        .string()
        .optional()
        .refine(() => false),
      'a',
      'is not valid',
    ],
  ];
  for (const [schema, value, problem] of cases) expect(problemsOf(schema, value)).toEqual([{ path: '', problem }]);
});

test('a number no integer can be is told the bound of its field, once, and the bound of all integers where it has none', () => {
  const page = z.object({ offset: z.int().min(0).max(10_000), lines: z.array(z.int().max(5)), at: z.int() });
  expect(problemsOf(page, { offset: 1e21, lines: [1e21, 1e21], at: 1e21 })).toEqual([
    { path: 'offset', problem: 'must be at most 10000' },
    { path: 'lines[0]', problem: 'must be at most 5' },
    { path: 'lines[1]', problem: 'must be at most 5' },
    { path: 'at', problem: `must be at most ${Number.MAX_SAFE_INTEGER}` },
  ]);
  expect(problemsOf(page.shape.offset, -1e21)).toEqual([{ path: '', problem: 'must be at least 0' }]);
  expect(problemsOf(z.union([page, z.string()]), { offset: 1e21, lines: [], at: 0 })).toEqual([
    { path: 'offset', problem: 'must be at most 10000' },
  ]);
});

test('of several accepted forms, the one that was most likely meant is the one explained', () => {
  const form = z.object({
    add: z.union([z.object({ token: z.string() }), z.object({ rooms: z.array(z.string()), nights: z.int() })]),
  });
  expect(problemsOf(form, { add: { rooms: ['a'], nights: 'two' } })).toEqual([
    { path: 'add.nights', problem: 'must be a number' },
  ]);
});

test('a 422 names a bounded number of problems, and never what was sent', () => {
  const problems = problemsOf(
    z.array(z.enum(['a', 'b'])),
    Array.from({ length: 500 }, () => 'my-secret'),
  );
  expect(problems).toHaveLength(problemsMax);
  expect(JSON.stringify(problems)).not.toContain('my-secret');
});
