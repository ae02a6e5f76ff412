import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visitor, wordsOf } from '../../support/accounts.ts';
import { pngOf } from '../../support/pictures.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { aStaffMember, organizationOf } from '../../support/staff.ts';

let service: TestService;
let owner: Visitor;
let support: Visitor;
let stranger: Visitor;
let key: string;

beforeAll(async () => {
  service = await startService();
  const mine = await service.makeKey({ name: 'shop', rate: { perSecond: 1_000, burst: 1_000 } });
  key = mine.key;
  owner = await aStaffMember(service, 'owner', mine.organizationId);
  support = await aStaffMember(service, 'support', mine.organizationId);
  stranger = await aStaffMember(service, 'owner', (await service.makeKey()).organizationId);
});
afterAll(() => service.close());

const withKey = (text: string, path = '/v1/account') => service.call('GET', path, undefined, { 'x-api-key': text });

test('a key is made, shown once, and revoked after a second look', async () => {
  await owner.get('/console/keys');
  const made = await owner.post('/console/keys', { name: 'till', scope_search: 'on', quota: '50' });
  const text = /bly_s\w{32,}/.exec(made.text)?.[0] ?? '';
  expect((await withKey(text)).headers.get('x-quota-limit')).toBe('50');
  const list = await owner.get('/console/keys');
  expect(list.text).not.toContain(text);
  expect(wordsOf(list)).toContain('till');
  const revoke =
    [...list.text.matchAll(/href="(\/console\/keys\/key_\w+\/revoke)" aria-label="Revoke… till"/g)][0]?.[1] ?? '';
  expect(wordsOf(await owner.get(revoke))).toContain('This cannot be taken back');
  expect((await stranger.get(revoke)).status).toBe(404);
  expect((await stranger.post(revoke, {})).status).toBe(404);
  expect((await support.get(revoke)).status).toBe(403);
  await owner.get('/console/keys');
  expect((await owner.post(revoke, {})).headers.get('location')).toBe('/console/keys?done=revoked');
  await expect.poll(async () => (await withKey(text)).status).toBe(401);
  for (const form of [{ name: '' }, { name: 'x' }, { name: 'x', scope_search: 'on', quota: 'many' }]) {
    await owner.get('/console/keys');
    expect((await owner.post('/console/keys', form)).status, JSON.stringify(form)).toBe(422);
  }
});

test('where calls are not limited no key has a quota, whatever stands on record', async () => {
  const limited = wordsOf(await owner.get('/console/keys'));
  expect(limited).toMatch(/shop bly_\w+… .* 1,000 of 1,000 left/);
  expect(limited).toContain('Left empty it is 1,000, the most that is possible');
  const free = await aStaffMember(service, 'owner', await organizationOf(service));
  await free.get('/console/keys');
  expect((await free.post('/console/keys', { name: 'till', scope_search: 'on', quota: '50' })).status).toBe(200);
  const words = wordsOf(await free.get('/console/keys'));
  expect(words).toMatch(/till bly_\w+… Search none /);
  expect(words).not.toMatch(/\d left|1,000/);
  expect(words).toContain('This organization’s calls are not limited');
});

test('owners invite, give roles and remove; others look', async () => {
  const members = await owner.get('/console/members');
  expect(wordsOf(members)).toContain('Person support');
  const role =
    /action="(\/console\/members\/user_\w+\/role)"(?:(?!<\/form>).)*Role of Person support/s.exec(members.text)?.[1] ??
    '';
  expect((await owner.post(role, { role: 'read_only' })).headers.get('location')).toBe('/console/members?done=saved');
  await owner.get('/console/members');
  await owner.post(role, { role: 'support' });
  await owner.get('/console/members');
  // What is refused of one form is not put into the other.
  const own =
    /action="(\/console\/members\/user_\w+\/role)"(?:(?!<\/form>).)*Role of Person owner/s.exec(members.text)?.[1] ??
    '';
  const refused = await owner.post(own, { role: 'read_only' });
  expect(refused.status).toBe(409);
  expect(/<select id="role".*?<\/select>/s.exec(refused.text)?.[0]).toMatch(/value="support" selected/);
  const invalid = await owner.post('/console/members/invitations', { email: 'nobody', role: 'admin' });
  expect(invalid.status).toBe(422);
  expect(/<select id="role".*?<\/select>/s.exec(invalid.text)?.[0]).toMatch(/value="admin" selected/);
  await owner.get('/console/members');
  const invited = await owner.post('/console/members/invitations', { email: 'new@example.com', role: 'admin' });
  expect(invited.headers.get('location')).toBe('/console/members?done=invited');
  const again = await owner.get('/console/members');
  const withdraw = /action="(\/console\/members\/invitations\/inv_\w+\/withdraw)"/.exec(again.text)?.[1] ?? '';
  await stranger.get('/console/members');
  expect((await stranger.post(withdraw, {})).status).toBe(404);
  await owner.post(withdraw, {});
  expect((await owner.get('/console/members')).text).not.toContain('new@example.com');
  const shown = await support.get('/console/members');
  expect(shown.text).not.toContain('/role"');
  expect((await support.post('/console/members/invitations', { email: 'x@example.com', role: 'owner' })).status).toBe(
    403,
  );
});

test('usage shows what is left of each quota, and leads to the calls that were refused', async () => {
  await withKey(key, '/v1/bookings');
  const page = await support.get('/console/usage');
  expect(wordsOf(page)).toMatch(/shop bly_\w+… 1 999 of 1,000/);
  expect(wordsOf(page)).toContain('list_bookings 1 1');
  expect(page.text).toMatch(/href="\/console\/requests\?credential=key_\w+&amp;status=refused"/);
});

test('a rule of prices is added, tried first, and removed; not by who looks, nor over somebody else’s change', async () => {
  await owner.get('/console/prices');
  const typed = { kind: 'flight', percent: '2,5', currency: 'EUR', fixed: '5.00' };
  expect((await owner.post('/console/prices', typed)).headers.get('location')).toBe('/console/prices?done=saved');
  await owner.get('/console/prices');
  await owner.post('/console/prices', { percent: '1', place: 'first' });
  const page = await support.get('/console/prices');
  expect(wordsOf(page)).toMatch(/1 Everything 1 % 2 Kind flight 2\.5 % plus €5\.00/);
  expect(page.text).not.toContain('/console/prices/remove');
  for (const form of [{ fixed: '5.00' }, { percent: 'much' }, { percent: '200' }, { currency: 'EUR' }]) {
    await owner.get('/console/prices');
    expect((await owner.post('/console/prices', form)).status, JSON.stringify(form)).toBe(422);
  }
  await owner.get('/console/prices');
  expect((await owner.post('/console/prices/remove', { version: '1', rule: '0' })).status).toBe(409);
  await owner.get('/console/prices');
  await owner.post('/console/prices/remove', { version: '2', rule: '0' });
  expect(wordsOf(await owner.get('/console/prices'))).toContain('1 Kind flight 2.5 % plus €5.00');
});

test('a rule is switched off and on, and fees are tried out with a draft that is not saved', async () => {
  await owner.get('/console/prices');
  await owner.post('/console/prices/switch', { version: '3', rule: '0', enabled: 'no' });
  expect(wordsOf(await support.get('/console/prices'))).toContain('Kind flight Switched off 2.5 %');
  const price = { kind: 'flight', amount: '100.00', currency: 'EUR', destination: 'JFK' };
  await support.get('/console/prices/try');
  const none = await support.post('/console/prices/try', price);
  expect(wordsOf(none)).toContain('As they are €0.00 €100.00 no rule matches');
  await owner.get('/console/prices');
  await owner.post('/console/prices/switch', { version: '4', rule: '0', enabled: 'yes' });
  await support.get('/console/prices/try');
  const draft = { draft_country: 'US', draft_percent: '10', draft_place: 'first' };
  const tried = await support.post('/console/prices/try', { ...price, ...draft });
  expect(wordsOf(tried)).toContain('As they are €7.50 €107.50 rule 1 With the draft €10.00 €110.00 rule 1');
  expect(tried.text).toContain('name="amount" value="100.00"');
  await support.get('/console/prices/try');
  const wrong = await support.post('/console/prices/try', { ...price, destination: 'XXQ' });
  expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('example.destination')]);
  expect(wordsOf(await owner.get('/console/prices'))).not.toContain('Switched off');
});

test('suppliers are shown with their health; owners choose whether the installation’s accounts are sold through', async () => {
  const page = await owner.get('/console/suppliers');
  expect(wordsOf(page)).toContain('Sandbox hotels Hotel For sale Ok');
  await owner.post('/console/suppliers/installation', { use: 'no' });
  expect(wordsOf(await owner.get('/console/suppliers'))).toContain('only accounts of your own are');
  const { body } = await withKey(key);
  expect(body.use_installation_account).toBe(false);
  await owner.get('/console/suppliers');
  await owner.post('/console/suppliers/installation', { use: 'yes' });
  await owner.get('/console/suppliers');
  expect((await owner.post('/console/suppliers/accounts/sac_ofNobody', { enabled: 'no' })).status).toBe(404);
});

test('owners and admins switch a supplier off, with a reason, and on; others see it', async () => {
  await owner.get('/console/suppliers');
  expect(wordsOf(await owner.get('/console/suppliers/sandbox_cars/off'))).toContain('Switch Sandbox cars off?');
  expect((await owner.post('/console/suppliers/sandbox_cars/off', { reason: ' ' })).status).toBe(422);
  await owner.get('/console/suppliers/sandbox_cars/off');
  const switched = await owner.post('/console/suppliers/sandbox_cars/off', { reason: 'Keys <lost>' });
  expect(switched.headers.get('location')).toBe('/console/suppliers?done=off');
  const page = await support.get('/console/suppliers');
  expect(wordsOf(page)).toMatch(/Sandbox cars Car Switched off By your organization, .* UTC: Keys &lt;lost&gt;/);
  expect(page.text).not.toContain('/sandbox_cars/on');
  expect((await support.get('/console/suppliers/sandbox_cars/off')).status).toBe(403);
  expect(wordsOf(await stranger.get('/console/suppliers'))).not.toContain('Switched off');
  await owner.get('/console/suppliers');
  await owner.post('/console/suppliers/sandbox_cars/on', {});
  expect(wordsOf(await owner.get('/console/suppliers'))).not.toContain('Switched off');
  expect((await owner.get('/console/suppliers/nobody/off')).status).toBe(404);
});

test('what customers see is typed, stays in the form where it is wrong, and is saved whole', async () => {
  await owner.get('/console/organization');
  const typed = {
    version: '0',
    name: 'Nordwind <Reisen>',
    email: 'help@nordwind.example',
    return_hosts: 'shop.nordwind.example',
  };
  const wrong = await owner.post('/console/organization', { ...typed, colour: 'green' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('value="Nordwind &lt;Reisen&gt;"');
  expect(wordsOf(wrong)).toContain('must be a number sign and six hexadecimal digits');
  const saved = await owner.post('/console/organization', {
    ...typed,
    colour: '#0b5c4a',
    legal_name: 'Nordwind Reisen GmbH',
    address: 'Hafenstraße 1\nHinterhaus',
    city: 'Hamburg',
    country: 'de',
  });
  expect(saved.headers.get('location')).toBe('/console/organization?done=saved');
  const { body } = await withKey(key, '/v1/organization');
  expect(body).toMatchObject({
    name: 'Nordwind <Reisen>',
    colour: '#0b5c4a',
    support: { email: 'help@nordwind.example' },
    legal: {
      name: 'Nordwind Reisen GmbH',
      address: { lines: ['Hafenstraße 1', 'Hinterhaus'], city: 'Hamburg' },
      country: 'DE',
    },
    return_hosts: ['shop.nordwind.example'],
    version: 1,
  });
  await owner.get('/console/organization');
  expect((await owner.post('/console/organization', { ...typed, name: 'Late' })).status).toBe(409);
  const read = await support.get('/console/organization');
  expect(wordsOf(read)).toContain('Hafenstraße 1 Hinterhaus');
  expect(read.text).not.toContain('name="colour"');
});

test('a logo is uploaded, judged by its bytes, shown and removed', async () => {
  await owner.get('/console/organization');
  const upload = async (as: Visitor, bytes: Uint8Array<ArrayBuffer>, type: string) => {
    const form = new FormData();
    form.set('csrf', /name="csrf" value="([^"]+)"/.exec((await as.get('/console/organization')).text)?.[1] ?? '');
    form.set('logo', new Blob([bytes], { type }), 'logo.png');
    const cookie = [...as.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const path = `${service.url}/console/organization/logo`;
    return await fetch(path, { method: 'POST', body: form, headers: { cookie }, redirect: 'manual' });
  };
  const png = new Uint8Array(pngOf(40, 20));
  expect((await upload(support, png, 'image/png')).status).toBe(403);
  const saved = await upload(owner, png, 'text/plain');
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/console/organization?done=saved']);
  expect((await owner.get('/console/organization')).text).toMatch(
    /<img class="logo" src="[^"]+" width="40" height="20"/,
  );
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const refused = await upload(owner, svg, 'image/png');
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('SVG is not taken')]);
  expect((await upload(owner, new Uint8Array(600_000), 'image/png')).status).toBe(413);
  expect((await owner.get('/console/organization')).text).toContain('width="40"');
  await owner.post('/console/organization/remove-logo', {});
  expect(wordsOf(await owner.get('/console/organization'))).toContain('No logo');
});

test('trips are listed with their quotes, by status; another organization sees none', async () => {
  const sold = await service.call('POST', '/v1/sandbox/bookings', { kind: 'car' }, { 'x-api-key': key });
  expect(wordsOf(await support.get('/console/trips'))).toContain(sold.body.booking_ref);
  expect(wordsOf(await support.get('/console/trips?status=quoted'))).toContain('None of this status.');
  expect((await support.get('/console/trips?status=lost')).status).toBe(422);
  expect(wordsOf(await stranger.get('/console/trips'))).not.toContain(sold.body.booking_ref);
});
