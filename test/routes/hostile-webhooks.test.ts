import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { HOSTILE_URLS } from '../support/hostile/hostile-urls.ts';
import { startService, type TestService } from '../support/service/service.ts';

const events = ['booking.completed'];
let service: TestService;
beforeAll(async () => {
  service = await startService({ config: { webhookAllowLocal: false } });
});
afterAll(() => service.close());

test('none of the hostile urls can be registered, and each refusal names the field', async () => {
  const accepted: string[] = [];
  for (const url of HOSTILE_URLS) {
    const { status, body } = await service.call('POST', '/v1/webhooks', { url, events });
    if (status !== 422 || body.error.code !== 'BAD_REQUEST' || body.fields?.[0]?.path !== 'url')
      accepted.push(`${url} ${status}`);
  }
  expect(accepted).toEqual([]);
  expect((await service.call('GET', '/v1/webhooks')).body).toEqual({ webhooks: [] });
});

test('a registered endpoint cannot be pointed at one either', async () => {
  const {
    body: { id },
  } = await service.call('POST', '/v1/webhooks', { url: 'https://hooks.example.com/', events });
  for (const url of [
    'https://127.0.0.1/',
    'https://[::ffff:a9fe:a9fe]/',
    'http://hooks.example.com/',
    'https://metadata.google.internal/',
  ]) {
    expect(await service.call('PATCH', `/v1/webhooks/${id}`, { url })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'url' }] },
    });
  }
  expect((await service.call('GET', `/v1/webhooks/${id}`)).body.url).toBe('https://hooks.example.com/');
});

test('nothing is sent to any of them, were one stored all the same; no name is even asked for', async () => {
  const asked: string[] = [];
  const resolveHost = async (hostname: string) => {
    asked.push(hostname);
    return ['93.184.216.34'];
  };
  const outbound = createOutbound({
    allowLocal: false,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    resolveHost,
  });
  const sent: string[] = [];
  for (const url of HOSTILE_URLS) {
    const answer = await outbound.toPublic({
      method: 'POST',
      url,
      body: '{}',
      timeoutMs: 2_000,
      responseBytesMax: 100,
    });
    if (answer.kind !== 'failed' || !['refused_address', 'bad_url'].includes(answer.reason)) sent.push(url);
  }
  await outbound.close();
  expect([sent, asked]).toEqual([[], []]);
});
