import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { httpbis } from 'http-message-signatures';
import { expect, test } from 'vitest';
import { contentDigest, signRequest } from './sign-request.ts';

/** RFC 9421, appendix B.1.3. */
const RFC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA',
  y: 'Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0',
};
/** RFC 9421, appendix B.2.4: a response, signed with that key. */
const RFC_RESPONSE = {
  status: 200,
  headers: {
    'content-type': 'application/json',
    'content-digest':
      'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
    'content-length': '23',
    'signature-input':
      'sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    signature: 'sig-b24=:wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:',
  },
};

test('the signature of RFC 9421, appendix B.2.4, verifies, and no altered message does', async () => {
  const key = { key: createPublicKey({ key: RFC_KEY, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const check = (response: typeof RFC_RESPONSE) =>
    httpbis.verifyMessage(
      {
        async keyLookup() {
          return { id: 'test-key-ecc-p256', verify: async (data, signature) => verify('sha256', data, key, signature) };
        },
      },
      response,
    );
  expect(await check(RFC_RESPONSE)).toBe(true);
  expect(await check({ ...RFC_RESPONSE, status: 201 })).toBe(false);
});

test('the digest of RFC 9530, appendix D, is that of the bytes', () => {
  expect(contentDigest('{"hello": "world"}\n')).toBe('sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:');
});

test('what a platform must find covered is covered, the query too, and no algorithm is named', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = {
    messageKey: async () => ({
      kid: 'k1',
      sign: async (bytes: Buffer) => sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    }),
  };
  const headers = { 'content-type': 'application/json', 'ucp-agent': 'profile="https://a.example/x"' };
  const signed = await signRequest(signer, { url: 'https://p.example/orders?a=1', body: '{}', headers });
  const input = Object.entries(signed).find(([name]) => name.toLowerCase() === 'signature-input')?.[1];
  expect(input).toMatch(
    /^sig1=\("@method" "@authority" "@path" "ucp-agent" "content-digest" "content-type" "@query"\);created=\d+;keyid="k1"$/,
  );
});
