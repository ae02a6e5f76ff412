import { expect, test } from 'vitest';
import { hashRecoveryCode, matchTotpStep, newRecoveryCodes, newTotpSecret, totpCode, totpUri } from './totp.ts';

/** The key of RFC 6238, appendix B, for SHA-1: the ASCII text 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is the last six digits that RFC 6238 gives', (second, code) => {
  const at = new Date(second * 1_000);
  expect(totpCode(SECRET, at)).toBe(code);
  expect(matchTotpStep(SECRET, code, at)).toBe(Math.floor(second / 30));
});

test('a code is taken one step early or late, and no further', () => {
  const code = totpCode(SECRET, new Date(1_111_111_110_000));
  const step = 37_037_037;
  const at = (second: number) => matchTotpStep(SECRET, code, new Date(second * 1_000));
  expect([at(1_111_111_079), at(1_111_111_080), at(1_111_111_110), at(1_111_111_169), at(1_111_111_170)]).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ]);
});

test('spaces do not count; what is no code of six digits never matches', () => {
  const at = new Date(59_000);
  expect(matchTotpStep(SECRET, ' 287 082 ', at)).toBe(1);
  for (const text of ['', '28708', '2870822', '94287082', 'abcdef', '２８７０８２', '-28708', '1e5000'])
    expect(matchTotpStep(SECRET, text, at), text).toBeUndefined();
});

test('secrets are fresh, and a program is told all it needs', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, 'ada@example.com'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Bly:ada@example.com',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    ...{ issuer: 'Bly', secret, algorithm: 'SHA1', digits: '6', period: '30' },
  });
});

test('recovery codes are ten different ones, and are known however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  const [first = ''] = codes;
  const hash = hashRecoveryCode(first);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashRecoveryCode(` ${first.replaceAll('-', ' ').toUpperCase()} `)).toBe(hash);
  expect([hashRecoveryCode('287082'), hashRecoveryCode(''), hashRecoveryCode('a'.repeat(17))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
