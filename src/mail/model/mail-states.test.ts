import { describe, expect, test } from 'vitest';
import { mailLifecycle } from './mail-states.ts';

describe('the life of a mail', () => {
  test('every move of the table is taken, every other refused', () => {
    for (const from of mailLifecycle.states) {
      for (const to of mailLifecycle.states) {
        if (mailLifecycle.next[from].includes(to)) expect(mailLifecycle.move(from, to)).toBe(to);
        else expect(() => mailLifecycle.move(from, to)).toThrow(`A mail cannot go from ${from} to ${to}.`);
      }
    }
  });

  test('what is sent stays sent', () => {
    expect(mailLifecycle.next.sent).toEqual([]);
  });
});
