import { expect, test } from 'vitest';
import { hashInvitationToken, newInvitationToken } from './invitation.ts';

test('a token is forty base62 characters and is known by its SHA-256', () => {
  expect(newInvitationToken()).toMatch(/^[0-9A-Za-z]{40}$/);
  expect(newInvitationToken()).not.toBe(newInvitationToken());
  expect(hashInvitationToken('a'.repeat(40))).toBe('e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
});

test('what was never a token has no hash: nothing is looked up for it', () => {
  for (const text of ['', 'a'.repeat(39), 'a'.repeat(41), `${'a'.repeat(39)}-`, `${'a'.repeat(40)}\n`])
    expect(hashInvitationToken(text)).toBeUndefined();
});
