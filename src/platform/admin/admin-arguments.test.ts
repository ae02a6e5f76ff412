import * as z from 'zod';
import { expect, test } from 'vitest';
import { describeAdminFailure, readAdminArguments } from './admin-arguments.ts';

const Request = z.object({
  organizationId: z.string().min(1),
  stayDays: z.int().min(0).max(90).optional(),
  by: z.enum(['total', 'mean']).default('total'),
  file: z.string().max(10, 'the file is larger than 10 characters').optional(),
});

test('what an administrator typed wrongly is named field by field, in words', () => {
  expect(() =>
    readAdminArguments(Request, { organizationId: '', stayDays: 91, by: 'sum', file: 'x'.repeat(11) }),
  ).toThrow(
    [
      'organization id: must have at least 1 character',
      'stay days: must be at most 90',
      'by: must be one of total, mean',
      'file: the file is larger than 10 characters',
    ].join('\n'),
  );
  expect(() => readAdminArguments(Request, {})).toThrow('organization id: is required');
  expect(() => readAdminArguments(Request, 'no object')).toThrow('the request must be an object');
  const either = Request.refine(({ file }) => file !== undefined, { message: 'A file decides it.' });
  expect(() => readAdminArguments(either, { organizationId: 'org_1' })).toThrow(/^A file decides it\.$/);
  expect(readAdminArguments(Request, { organizationId: 'org_1' })).toEqual({ organizationId: 'org_1', by: 'total' });
});

test('a shape that fails anywhere else in a command is no JSON either', () => {
  const failed = Request.safeParse({ stayDays: 91 }).error;
  const text = describeAdminFailure(failed, 'it failed');
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^organization id: /),
    expect.stringMatching(/^stay days: /),
  ]);
  expect(text).not.toMatch(/[[{}\]]/);
  expect(describeAdminFailure(new Error('there is no such organization'), 'it failed')).toBe(
    'there is no such organization',
  );
  expect(describeAdminFailure('thrown', 'it failed')).toBe('it failed');
});
