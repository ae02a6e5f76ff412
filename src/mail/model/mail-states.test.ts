import { describe, expect, test } from 'vitest';
import { MAIL_STATUSES, moveMail, NEXT_MAIL_STATUSES } from './mail-states.ts';

describe('the life of a mail', () => {
  test('every move of the table is taken, every other refused', () => {
    for (const from of MAIL_STATUSES) {
      for (const to of MAIL_STATUSES) {
        const allowed: readonly string[] = NEXT_MAIL_STATUSES[from];
        if (allowed.includes(to)) expect(moveMail(from, to)).toBe(to);
        else expect(() => moveMail(from, to)).toThrow(`A mail does not move from ${from} to ${to}.`);
      }
    }
  });

  test('what is sent stays sent', () => {
    expect(NEXT_MAIL_STATUSES.sent).toEqual([]);
  });
});
