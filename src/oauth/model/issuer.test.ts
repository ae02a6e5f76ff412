import { expect, test } from 'vitest';
import { chooseScopes, issuerUrl, resourceUrl, spellResource, spellScope } from './issuer.ts';
import { peekIssuer } from './token-text.ts';

test('a request for nothing of ours is one for all of it; what others call theirs is left out', () => {
  expect(spellScope(undefined)).toBe('search book manage');
  expect(spellScope('mcp:tools profile')).toBe('search book manage');
  expect(spellScope('offline_access book  openid book email')).toBe('book openid offline_access');
  expect(chooseScopes('manage search')).toEqual(['search', 'manage']);
});

test('each issuer has one resource, with or without a slash behind it', () => {
  expect([issuerUrl('https://a.example', 'mcp'), resourceUrl('https://a.example', 'mcp')]).toEqual([
    'https://a.example/oauth',
    'https://a.example/mcp',
  ]);
  expect([issuerUrl('https://a.example', 'cli'), resourceUrl('https://a.example', 'cli')]).toEqual([
    'https://a.example/oauth/cli',
    'https://a.example/v1',
  ]);
  expect(spellResource('https://a.example', 'mcp', 'https://a.example/mcp/')).toBe('https://a.example/mcp');
  expect(spellResource('https://a.example', 'cli', 'https://a.example/mcp/')).toBe('https://a.example/mcp/');
});

test('only what has the form of a signed token names an issuer', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = part({ alg: 'ES256', typ: 'at+jwt' });
  expect(peekIssuer(`${head}.${part({ iss: 'https://a.example' })}.${'s'.repeat(86)}`)).toBe('https://a.example');
  for (const text of [
    '',
    'bly_s123',
    `${head}.${part({ iss: 7, sub: 'x' })}.${'s'.repeat(86)}`,
    `${head}.${part(['https://a.example'])}.${'s'.repeat(86)}`,
    `${head}.${part({ iss: 'a' })}.`,
    `${head}.bm90IGpzb24gYXQgYWxs.${'s'.repeat(86)}`,
  ]) {
    expect(peekIssuer(text)).toBeUndefined();
  }
});
