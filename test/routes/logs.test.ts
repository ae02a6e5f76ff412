import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/platform/log.ts';
import { echoRoute } from '../support/probe-routes.ts';
import { startService } from '../support/service.ts';

test('the log has request and session ids, and no secret, no personal data, no intent and no control character', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLogger({ environment: 'sandbox', logLevel: 'trace' }, destination);
  const service = await startService({ log, routes: [echoRoute()], config: { logLevel: 'trace' } });
  const secret = {
    name: 'Esmeralda', travelers: [{ first_name: 'Wilhelmina' }], email: 'esmeralda@example.com', card: '4242424242424242',
    intent: { user_intent: 'surprise trip for Quasimodo' },
  };
  const headers = { 'x-request-id': 'seen-request', 'x-session-id': 'seen-session', 'x-end-user-id': 'end-user-77', 'idempotency-key': 'replay-key-99' };
  await service.call('POST', '/v1/probe/echo', secret, headers);
  await service.call('POST', '/v1/probe/echo', { ...secret, name: 'E' }, headers);
  await service.call('POST', '/v1/probe/echo', { ...secret, fail: 'bug' }, { 'x-request-id': 'seen-bug' });
  await service.call('POST', '/v1/probe/echo?email=esmeralda@example.com', '{"name":"Esmeralda', headers);
  await service.call('POST', '/v1/probe/echo', secret, { 'x-api-key': 'bly_sWrongWrongWrongWrongWrongWrong1234' });
  await service.close();
  const all = lines.join('');
  for (const seen of ['seen-request', 'seen-session', 'seen-bug', 'probe_echo', '"status":422', '"status":401']) expect(all).toContain(seen);
  const forbidden = [service.key, 'WrongWrong', 'Esmeralda', 'Wilhelmina', 'esmeralda@', 'jane@example.com', '4242', 'Quasimodo', 'replay-key-99', 'end-user-77'];
  for (const word of forbidden) expect(all).not.toContain(word);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
  expect(all).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});
