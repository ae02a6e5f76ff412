import { afterAll, beforeAll, expect, test } from 'vitest';
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
