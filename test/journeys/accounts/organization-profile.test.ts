import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';
import { pngOf } from '../../support/pictures.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ users: trustingUsers });
});
afterAll(() => service.close());

const PATH = '/v1/organization';
const LOGO = `${PATH}/logo`;
const NORDWIND = {
  name: 'Nordwind Reisen',
  colour: '#0B5C4A',
  support: { email: 'help@nordwind.example', phone: '+4930123456', url: 'https://nordwind.example/help' },
  terms_url: 'https://nordwind.example/terms',
  privacy_url: 'https://nordwind.example/privacy',
  legal: {
    name: 'Nordwind Reisen GmbH',
    address: { lines: ['Hafenstraße 1', '3. Stock'], postal_code: '20457', city: 'Hamburg' },
    country: 'DE',
    vat_id: 'de 136 695 976',
  },
  return_hosts: ['shop.nordwind.example', 'shop.nordwind.example'],
};
const base64 = (bytes: Buffer) => bytes.toString('base64');

/** A new organization and its owner, who calls with what they signed in by. */
async function makeSeller(role: 'owner' | 'admin' | 'member' | 'support' | 'read_only' = 'owner') {
  const newEmail = () => `${crypto.randomUUID()}@example.com`;
  const owner = await makeUser(service, { email: newEmail() });
  const user = role === 'owner' ? owner : await makeUser(service, { ...owner, email: newEmail(), name: 'Staff', role });
  return (method: string, path: string, body?: unknown) => service.call(method, path, body, signInAs(user));
}

describe('what an organization says of itself', () => {
  test('is empty but for its name at first, replaced as a whole, and on record', async () => {
    const call = await makeSeller();
    const before = await call('GET', PATH);
    expect(before).toMatchObject({ status: 200, body: { support: {}, return_hosts: [], version: 0 } });
    expect(Object.keys(before.body).sort()).toEqual(['name', 'organization_id', 'return_hosts', 'support', 'version']);

    const saved = await call('PUT', PATH, NORDWIND);
    expect(saved).toMatchObject({
      status: 200,
      body: {
        ...NORDWIND,
        colour: '#0b5c4a',
        legal: { ...NORDWIND.legal, vat_id: 'DE136695976', is_vat_id_checked: true },
        return_hosts: ['shop.nordwind.example'],
        version: 1,
      },
    });
    expect((await call('GET', PATH)).body).toEqual(saved.body);
    expect((await call('GET', '/v1/account')).body.organization.name).toBe('Nordwind Reisen');
    // The same once more is no change.
    expect((await call('PUT', PATH, NORDWIND)).body).toEqual(saved.body);
    expect((await call('PUT', PATH, { name: 'Nordwind' })).body).toEqual({
      organization_id: saved.body.organization_id,
      name: 'Nordwind',
      support: {},
      return_hosts: [],
      version: 2,
      updated_at: expect.any(String),
    });
    const { events } = (await call('GET', '/v1/audit_log?action=organization.profile_changed')).body;
    expect(events.map(({ detail }: { detail: object }) => detail)).toEqual([
      {
        version: 2,
        changed: ['name', 'colour', 'support', 'terms_url', 'privacy_url', 'legal', 'return_hosts'],
        return_hosts: [],
      },
      {
        version: 1,
        changed: ['name', 'colour', 'support', 'terms_url', 'privacy_url', 'legal', 'return_hosts'],
        return_hosts: ['shop.nordwind.example'],
      },
    ]);
  });

  test('is not overwritten by a writer that read an older version, and by one of two at once', async () => {
    const call = await makeSeller();
    expect((await call('PUT', PATH, { name: 'First', version: 0 })).body.version).toBe(1);
    const late = await call('PUT', PATH, { name: 'Second', version: 0 });
    expect([late.status, late.body.version]).toEqual([409, 1]);
    const answers = await Promise.all(['A', 'B'].map((name) => call('PUT', PATH, { name, version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'a\u0000b' }],
    ['colour', { colour: 'green' }],
    ['colour', { colour: '#12345' }],
    ['colour', { colour: '#fff;}body{display:none' }],
    ['support.email', { support: { email: 'help@' } }],
    ['support.phone', { support: { phone: '030 123' } }],
    ['support.url', { support: { url: 'javascript:alert(1)' } }],
    ['terms_url', { terms_url: 'http://nordwind.example/terms' }],
    ['terms_url', { terms_url: 'https://user:secret@nordwind.example/terms' }],
    ['privacy_url', { privacy_url: 'data:text/html,hello' }],
    ['legal.country', { legal: { ...NORDWIND.legal, country: 'XX' } }],
    ['legal.vat_id', { legal: { ...NORDWIND.legal, vat_id: 'DE136695978' } }],
    ['legal.vat_id', { legal: { ...NORDWIND.legal, country: 'FR' } }],
    ['legal.address.lines', { legal: { ...NORDWIND.legal, address: { lines: [], city: 'Hamburg' } } }],
    ['return_hosts[0]', { return_hosts: ['https://shop.example.com'] }],
    ['return_hosts[1]', { return_hosts: ['shop.example.com', 'localhost'] }],
    ['return_hosts', { return_hosts: Array.from({ length: 21 }, (_, at) => `shop${at}.example.com`) }],
  ])('refuses a wrong %s: %j', async (path, wrong) => {
    const call = await makeSeller();
    const refused = await call('PUT', PATH, { ...NORDWIND, ...wrong });
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([422, path]);
    expect((await call('GET', PATH)).body.version).toBe(0);
  });

  test('takes a VAT number it cannot check, and says so', async () => {
    const call = await makeSeller();
    const legal = { ...NORDWIND.legal, country: 'US', vat_id: '12-3456789' };
    expect((await call('PUT', PATH, { ...NORDWIND, legal })).body.legal).toMatchObject({
      vat_id: '123456789',
      is_vat_id_checked: false,
    });
  });

  test('is changed by owners and admins, and by keys that may manage; others read at most', async () => {
    for (const [role, status] of [
      ['owner', 200],
      ['admin', 200],
      ['member', 403],
      ['support', 403],
      ['read_only', 403],
    ] as const) {
      const call = await makeSeller(role);
      expect([role, (await call('PUT', PATH, NORDWIND)).status]).toEqual([role, status]);
      expect([role, (await call('PUT', LOGO, { data: base64(pngOf(8, 8)) })).status]).toEqual([role, status]);
      expect([role, (await call('DELETE', LOGO)).status]).toEqual([role, status]);
      expect([role, (await call('GET', PATH)).status]).toEqual([role, 200]);
    }
    expect((await service.call('PUT', PATH, { name: 'By a key' })).body.name).toBe('By a key');
    expect((await service.call('GET', PATH, undefined, { 'x-api-key': '' })).status).toBe(401);
  });
});

describe('a logo', () => {
  test('is served under its hash as what its bytes are, to anybody, for good, and goes with its successor', async () => {
    const call = await makeSeller();
    const png = pngOf(120, 40);
    const { logo } = (await call('PUT', LOGO, { data: base64(png) })).body;
    expect(logo).toEqual({
      url: expect.stringMatching(/\/sellers\/org_\w+\/logo\/[\w-]{43}$/),
      media_type: 'image/png',
      width: 120,
      height: 40,
    });
    const shown = await fetch(logo.url);
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
    });
    const next = (await call('PUT', LOGO, { data: base64(pngOf(60, 60)) })).body.logo;
    expect(next.url).not.toBe(logo.url);
    expect((await fetch(logo.url)).status).toBe(404);
    const removed = await call('DELETE', LOGO);
    expect(removed.body.logo).toBeUndefined();
    expect((await fetch(next.url)).status).toBe(404);
    expect((await call('DELETE', LOGO)).status).toBe(200);
  });

  test('of one organization is not shown as that of another, nor by a path that is none', async () => {
    const [one, other] = [await makeSeller(), await makeSeller()];
    const { logo } = (await one('PUT', LOGO, { data: base64(pngOf(16, 16)) })).body;
    const { organization_id: strangerId } = (await other('GET', PATH)).body;
    const hash = logo.url.split('/').at(-1);
    for (const path of [`${strangerId}/logo/${hash}`, `${strangerId}/logo/..%2f..`, `x/logo/${'A'.repeat(43)}`])
      expect([path, (await fetch(`${service.url}/sellers/${path}`)).status]).toEqual([path, 404]);
  });

  test.each([
    ['a vector graphic', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
    ['a picture that is too wide', pngOf(1_025, 1)],
    ['too many bytes', Buffer.concat([pngOf(8, 8), Buffer.alloc(256 * 1024)])],
    ['nothing of a picture', deflateSync(Buffer.from('noise'))],
    ['the beginning of a picture', pngOf(8, 8).subarray(0, 12)],
  ])('is not %s', async (_what, bytes) => {
    const call = await makeSeller();
    const refused = await call('PUT', LOGO, { data: base64(bytes) });
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([422, 'data']);
  });

  test('may be a JPEG or a WebP', async () => {
    const call = await makeSeller();
    const jpeg = '/9j/4AAQSkZJRgABAQEASABIAAD/wAALCAAQACABAREA/9k=';
    const webp = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoQAAgADsD+JaQAA3AAAAAA';
    expect((await call('PUT', LOGO, { data: jpeg })).body.logo).toMatchObject({ media_type: 'image/jpeg', width: 32 });
    expect((await call('PUT', LOGO, { data: webp })).body.logo).toMatchObject({ media_type: 'image/webp', width: 16 });
  });
});

test('a key changes it only where its maker may', async () => {
  const owner = await makeUser(service, { email: `${crypto.randomUUID()}@example.com` });
  const { organizationId } = owner;
  const member = await makeUser(service, { email: `${crypto.randomUUID()}@example.com`, organizationId });
  const rename = async (headers: Readonly<Record<string, string>>) =>
    (await service.call('PUT', PATH, { name: 'Renamed', return_hosts: ['shop.example.com'] }, headers)).status;
  const keyOf = async (user: typeof owner) =>
    (await service.call('POST', '/v1/api_keys', { name: 'server' }, signInAs(user))).body.key;
  expect(await rename({ 'x-api-key': await keyOf(member) })).toBe(403);
  expect(await rename({ 'x-api-key': await keyOf(owner) })).toBe(200);
  const { key } = await service.makeKey();
  expect(await rename({ 'x-api-key': key })).toBe(200);
});
