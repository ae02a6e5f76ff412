import { describe, expect, test } from 'vitest';
import { findHostProblem, findReturnProblem } from './return-address.ts';

const hosts = ['shop.example.com', 'pay.example.com:8443'];
const inProduction = (text: string) => findReturnProblem(text, { hosts, environment: 'production' });
const inSandbox = (text: string) => findReturnProblem(text, { hosts, environment: 'sandbox' });

describe('a return address', () => {
  test.each(['https://shop.example.com/done?order=7', 'https://pay.example.com:8443/', 'https://SHOP.example.com/x'])(
    'of a listed host is taken: %s',
    (text) => {
      expect(inProduction(text)).toBeUndefined();
      expect(inSandbox(text)).toBeUndefined();
    },
  );

  test.each([
    'https://evil.example/done',
    'https://shop.example.com.evil.example/',
    'https://evil.example/https://shop.example.com/',
    'https://shop.example.com@evil.example/',
    'https://user:secret@shop.example.com/',
    'https://shop.example.com:444/',
    'https://sub.shop.example.com/',
    'http://shop.example.com/',
    '//shop.example.com/',
    '/done',
    'javascript:alert(1)//shop.example.com',
    'data:text/html,hello',
    'https:\\\\shop.example.com\\done',
    'https://shop.example.com/\n',
    ' https://shop.example.com/',
    'https://shop.example.com/#done',
    'https://shop.example.com/?bly_result=forged',
    `https://shop.example.com/${'x'.repeat(2_000)}`,
    '',
  ])('that leads elsewhere, or is read in two ways, is refused: %j', (text) => {
    expect(inProduction(text)).toEqual(expect.any(String));
    expect(inSandbox(text)).toEqual(expect.any(String));
  });

  test.each(['http://localhost:3000/done', 'http://127.0.0.1/', 'http://[::1]:80/'])(
    'of the own machine is taken in a sandbox alone: %s',
    (text) => {
      expect(inSandbox(text)).toBeUndefined();
      expect(inProduction(text)).toEqual(expect.any(String));
    },
  );
});

test.each(['shop.example.com', 'pay.example.com:8443', 'xn--bcher-kva.example'])('%s may be listed', (host) => {
  expect(findHostProblem(host)).toBeUndefined();
});

test.each([
  'https://shop.example.com',
  'shop.example.com/',
  'Shop.example.com',
  '*.example.com',
  'localhost',
  'shop.localhost',
  '10.0.0.1',
  '[::1]',
  'shop.example.com:443',
  'user@shop.example.com',
  'bücher.example',
  'shop example.com',
  '',
])('%j may not be listed', (host) => {
  expect(findHostProblem(host)).toEqual(expect.any(String));
});
