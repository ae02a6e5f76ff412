import { afterAll, beforeAll, expect, test } from 'vitest';
import { sellsNothingReal } from '../../../src/platform/config.ts';
import { CARD_OK, makeCheckout } from '../../support/faults/trip-journeys.ts';
import { type MailServer, startMailServer } from '../../support/service/mail-server.ts';
import { startService, type TestService } from '../../support/service/service.ts';

/** A rehearsal of production: nothing is real, and nobody knows here how its payments are tried out. */
let service: TestService;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  service = await startService({
    config: { isRehearsal: true, smtp: mails.smtp, mailFrom: 'Bly <trips@bly.example>' },
  });
});
afterAll(async () => {
  await service.close();
  await mails.close();
});

test('its checkout page, its page of a booking and its mails say that nothing is really booked', async () => {
  const { tripId, checkout } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
  for (const [locale, said] of [
    ['en', 'Test mode. Nothing here is really booked and no real money moves.'],
    ['fr', 'Mode test. Rien n’est vraiment réservé ici'],
    ['ja', 'テストモードです。実際の予約も請求も行われません。'],
  ] as const) {
    const page = await service.call('GET', `/checkout/${checkout.session_id}?locale=${locale}`);
    expect(page.text).toContain(said);
    expect(page.text).not.toContain('4242');
  }
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  await service.advance(2);
  expect(mails.received.map(({ text }) => text.split('\n')[0])).toEqual([
    'Test mode: nothing is really booked and no real money moves.',
  ]);
  expect((await service.call('GET', '/manage')).text).toContain('Test mode. Nothing here is a real booking');
});

test('production that is no rehearsal says nothing of the kind', () => {
  expect([
    sellsNothingReal({ environment: 'production', isRehearsal: true }),
    sellsNothingReal({ environment: 'sandbox', isRehearsal: false }),
    sellsNothingReal({ environment: 'production', isRehearsal: false }),
  ]).toEqual([true, true, false]);
});
