import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, readUrl } from './connection.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { changeProfiles, profilesPath, readProfiles, withProfile } from './profiles.ts';

const before = process.env['XDG_CONFIG_HOME'];
const folder = mkdtempSync(join(tmpdir(), 'bly-profiles-'));
beforeAll(async () => {
  process.env['XDG_CONFIG_HOME'] = folder;
  await changeProfiles(async (profiles) => ({
    profiles: {
      ...withProfile(
        withProfile(profiles, 'sandbox', { url: 'http://127.0.0.1:8080', api_key: 'bly_sStored' }),
        'production',
        { url: 'https://api.example.com', api_key: 'bly_pStored' },
      ),
      current_profile: 'sandbox',
    },
    result: undefined,
  }));
});
afterAll(() => {
  if (before === undefined) delete process.env['XDG_CONFIG_HOME'];
  else process.env['XDG_CONFIG_HOME'] = before;
  rmSync(folder, { recursive: true });
});

const stored = { url: 'http://127.0.0.1:8080', profile: 'sandbox', credential: { kind: 'key', key: 'bly_sStored' } };
const production = {
  url: 'https://api.example.com',
  profile: 'production',
  credential: { kind: 'key', key: 'bly_pStored' },
};
const none = { kind: 'none' };

test.each([
  ['the profile in use', {}, {}, stored],
  [
    'the environment before the profile',
    {},
    { BLY_API_KEY: 'bly_sOther' },
    { ...stored, credential: { kind: 'key', key: 'bly_sOther' } },
  ],
  [
    'an option before the environment',
    { apiKey: 'bly_sMine' },
    { BLY_API_KEY: 'bly_sOther' },
    { ...stored, credential: { kind: 'key', key: 'bly_sMine' } },
  ],
  [
    'a profile by name before the environment',
    { profile: 'production' },
    { BLY_API_KEY: 'bly_sOther', BLY_URL: 'http://127.0.0.1:1234' },
    production,
  ],
  ['a profile by variable', {}, { BLY_PROFILE: 'production' }, production],
  [
    'no stored credential for another service',
    { url: 'https://evil.example.com' },
    {},
    { url: 'https://evil.example.com', profile: 'sandbox', credential: none },
  ],
  [
    'nor where the environment names another',
    {},
    { BLY_URL: 'https://evil.example.com/' },
    { url: 'https://evil.example.com', profile: 'sandbox', credential: none },
  ],
])('a command calls with %s', async (_name, options, env, expected) => {
  expect(await connect(options, env)).toEqual(expected);
});

test('an address is an origin, and a profile must exist', async () => {
  expect(readUrl('HTTPS://API.example.com/')).toBe('https://api.example.com');
  for (const wrong of ['api.example.com', 'ftp://example.com', 'https://user:pw@example.com', 'https://example.com/v1'])
    expect(() => readUrl(wrong)).toThrow('is not the address of a service');
  await expect(connect({ profile: 'nobody' }, {})).rejects.toMatchObject({ exitCode: EXIT.usage });
});

test('profiles are for this user alone, and writers at the same time lose nothing', async () => {
  expect(statSync(profilesPath()).mode & 0o777).toBe(0o600);
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      changeProfiles(async (profiles) => ({
        profiles: withProfile(profiles, name, { url: `https://${name}.example.com` }),
        result: undefined,
      })),
    ),
  );
  expect(Object.keys((await readProfiles()).profiles).toSorted()).toEqual([
    'a',
    'b',
    'c',
    'd',
    'production',
    'sandbox',
  ]);
});

test('each kind of answer has its exit code', () => {
  expect([200, 302, 400, 401, 403, 404, 409, 429, 500, 503, 504].map(exitCodeOf)).toEqual([
    0, 1, 1, 3, 1, 4, 1, 1, 5, 5, 5,
  ]);
});
