import { describe, expect, test } from 'vitest';
import { formOrigin, judgeRedirectUri, namePlace } from './redirect-uri.ts';

describe('where a client may have users sent back to', () => {
  test.each([
    ['https://claude.ai/api/mcp/auth_callback', 'web'],
    ['https://example.com:8443/back?x=1', 'web'],
    ['http://localhost:33418/callback', 'loopback'],
    ['http://127.0.0.1/callback', 'loopback'],
    ['http://[::1]:9/', 'loopback'],
    ['cursor://anysphere.cursor-retrieval/oauth/callback', 'scheme'],
    ['com.example.app:/back', 'scheme'],
    ['vscode://ms.mcp/auth', 'scheme'],
  ])('%s is %s', (uri, kind) => {
    expect(judgeRedirectUri(uri)).toBe(kind);
  });

  test.each([
    'http://example.com/back',
    'http://127.0.0.1.example.com/',
    'http://192.168.0.1/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://example.com/#part',
    'https://user:secret@example.com/',
    'https://localhost/back',
    '/relative',
    '',
    'https://example.com/\nx',
    'blob:https://example.com/1',
    `https://example.com/${'a'.repeat(2_000)}`,
    'https://x;sandbox/cb',
    'https://x,y.example.com/',
    'https://*.example.com/',
    "https://a'b.example.com/",
    'ms-msdt:/id',
    'search-ms:q',
    'shell:x',
    'intent://x#y',
    'itms-services://x',
    'moz-extension://x/y',
    'urn:x:y',
    'x:/back',
    'mailto:a@example.com',
  ])('%j is nowhere', (uri) => {
    expect(judgeRedirectUri(uri)).toBeUndefined();
  });

  test('a person is told the host, or the scheme of an application', () => {
    expect(namePlace('https://claude.ai/api/mcp')).toBe('claude.ai');
    expect(namePlace('http://127.0.0.1:4000/x')).toBe('127.0.0.1:4000');
    expect(namePlace('cursor://anysphere/x')).toBe('cursor:');
  });

  test('a form may lead there, in words that a browser understands', () => {
    expect(formOrigin('https://claude.ai/api/mcp')).toBe('https://claude.ai');
    expect(formOrigin('http://[::1]:4000/x')).toBe('http:');
    expect(formOrigin('cursor://anysphere/x')).toBe('cursor:');
  });
});
