import { afterAll, beforeAll, expect, test } from 'vitest';
import { foundOrganization } from '../../../src/identity/members/organizations-of.ts';
import { getOrganization } from '../../../src/identity/read-organization.ts';
import { openVisitor, type Visitor } from '../../support/oauth.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let ada: Visitor;
beforeAll(async () => {
  service = await startService();
  ada = await openVisitor(service, 'ada@example.com');
});
afterAll(() => service.close());

test.each([
  ['en', 'Type the code that Bly CLI shows on your device.'],
  ['de', 'Geben Sie den Code ein, den Bly CLI auf Ihrem Gerät anzeigt.'],
  ['es', 'Escriba el código que Bly CLI muestra en su dispositivo.'],
  ['fr', 'Saisissez le code que Bly CLI affiche sur votre appareil.'],
  ['ja', 'デバイスの Bly CLI に表示されているコードを入力してください。'],
])('the application is named where the code of a device is typed: %s', async (locale, text) => {
  expect((await ada.get(`${service.url}/oauth/cli/device?locale=${locale}`)).text).toContain(text);
});

test('a person of two organizations is told whose account is given away; a page of the one that was left allows nothing', async () => {
  const mia = await openVisitor(service, 'mia@example.com');
  const home = (await getOrganization(service.app, mia.user.organizationId)).name;
  const askCode = async () =>
    (
      await service.call('POST', '/oauth/cli/device/auth', 'client_id=bly-cli', {
        'content-type': 'application/x-www-form-urlencoded',
      })
    ).body;
  const confirm = async (code: { readonly user_code: string; readonly verification_uri: string }) =>
    await mia.submit(await mia.get(code.verification_uri), { user_code: code.user_code });
  expect((await confirm(await askCode())).text).not.toContain('Another organization?');
  const request = { requestId: 'req_test', remoteAddress: '127.0.0.1', headers: {} };
  await foundOrganization(service.app, mia.user, { name: 'Second <Agency>', request });
  const code = await askCode();
  const before = await confirm(code);
  expect(before.text).toContain(`With the account of ${home} it could:`);
  expect(before.text).toContain('Another organization?');
  const account = await mia.get(`${service.url}/account`);
  const choice = account.text.split('<form').find((part) => /\/account\/switch.*Second &lt;Agency&gt;/s.test(part));
  expect((await mia.submit({ ...account, text: `<form${choice ?? ''}` }, {})).status).toBe(303);
  const stale = await mia.submit(before, { decision: 'allow' });
  expect([stale.status, stale.text.includes('Your device is connected')]).toEqual([403, false]);
  expect((await confirm(code)).text).toContain('With the account of Second &lt;Agency&gt; it could:');
});
