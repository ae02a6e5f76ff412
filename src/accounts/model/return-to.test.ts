import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReturnTo } from './return-to.ts';

const here = 'https://bly.example';

test('paths of ours are kept as they are', () => {
  for (const path of [
    '/account',
    '/oauth/auth/uid_1?prompt=login&x=%20a',
    '/account?next=https%3A%2F%2Felsewhere.example',
    '/a/b#c',
    '/',
  ])
    expect(readReturnTo(path)).toBe(path);
});

test('whatever a browser could leave this service by is refused', () => {
  const hostile = [
    undefined,
    '',
    'account',
    '//elsewhere.example',
    '///elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '\\/elsewhere.example',
    'https://elsewhere.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    ' //elsewhere.example',
    '/ /elsewhere.example',
    '/%2felsewhere.example',
    '/%2Felsewhere.example',
    '/%5celsewhere.example',
    '/%255celsewhere.example',
    '/%25252felsewhere.example',
    '/a/..//elsewhere.example',
    '/.//elsewhere.example',
    '/%2e//elsewhere.example',
    '/account%0d%0aSet-Cookie:x=1',
    '/account\r\nSet-Cookie: x=1',
    '/ä',
    '/\u2028x',
    '//user@elsewhere.example',
    '/@elsewhere.example/../../\\x',
    `/${'a'.repeat(8_000)}`,
    'http:/account',
    '?x',
    '#x',
  ];
  for (const text of hostile) expect(readReturnTo(text), text ?? 'nothing').toBeUndefined();
});

test('of any text, what is taken leads to this very origin, however it is joined', () => {
  const pieces = fc
    .array(
      fc.constantFrom(
        '/',
        '\\',
        '//',
        '.',
        '..',
        '%2f',
        '%5c',
        '%2e',
        '@',
        ':',
        'https:',
        'elsewhere.example',
        '?',
        '#',
        'a',
        '\t',
        '%09',
        '%25',
        '2f',
        ' ',
        '\u0000',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        pieces,
        pieces.map((text) => `/${text}`),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        const taken = readReturnTo(text);
        if (taken === undefined) return;
        expect(new URL(taken, here).origin).toBe(here);
        expect(`${here}${taken}`).toBe(new URL(taken, here).href);
        // A proxy that decodes the path once more leaves it here, too.
        const path = new URL(taken, here).pathname;
        expect(new URL(path.replace(/%25/g, '%').replace(/%(2f|5c)/gi, '/'), here).origin).toBe(here);
        expect(taken).not.toMatch(/[\r\n\\]/);
      },
    ),
    { numRuns: 1_000 },
  );
});
