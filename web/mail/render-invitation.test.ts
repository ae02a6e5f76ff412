import { expect, test } from 'vitest';
import { PAGE_LANGUAGES } from '../checkout/messages.ts';
import { renderInvitation } from './render-invitation.ts';

const view = {
  organizationName: `<b>Acme</b>\r\nBcc: ${'x'.repeat(100)}`,
  inviterName: 'Olga',
  role: 'member',
  url: 'https://api.example.com/join/abc',
  expiresAt: new Date('2026-03-08T12:00:00Z'),
} as const;

test('an invitation says who, where to and until when, in every language', () => {
  for (const language of PAGE_LANGUAGES) {
    const { subject, html, text } = renderInvitation(language, { isSandbox: false }, view);
    expect(text).toContain('https://api.example.com/join/abc');
    expect(html).toContain('<a href="https://api.example.com/join/abc"');
    expect(text).toContain('Olga');
    expect(text).toMatch(/2026/);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<b>Acme');
    expect(text).not.toContain('x'.repeat(60));
  }
  expect(renderInvitation('en', { isSandbox: false }, view).text).toContain(
    'The link works once, until March 8, 2026.',
  );
});

test('nobody is named who is not known any more, and the sandbox says what it is', () => {
  const { text } = renderInvitation(
    'en',
    { isSandbox: true },
    { ...view, organizationName: 'Acme', inviterName: undefined },
  );
  expect(text).toContain('You are invited to join Acme on Bly.');
  expect(text).toContain('Test mode');
});
