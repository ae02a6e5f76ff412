import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { followConnections } from './renew-connections.ts';

test('a connection that was open is closed after its next answer, and one opened since stays open', async () => {
  const server = createServer((_request, response) => response.end('ok'));
  const renewal = followConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ connections: 1 });
  onTestFinished(async () => {
    await agent.close();
    server.close();
  });
  const address = server.address() as AddressInfo;
  let opened = 0;
  server.on('connection', () => {
    opened += 1;
  });
  const call = async () => {
    const answer = await agent.request({ origin: `http://127.0.0.1:${address.port}`, path: '/', method: 'GET' });
    return [answer.headers['connection'], await answer.body.text()];
  };
  expect([await call(), await call()]).toEqual([
    ['keep-alive', 'ok'],
    ['keep-alive', 'ok'],
  ]);
  expect(opened).toBe(1);
  renewal.renew();
  expect([await call(), await call()]).toEqual([
    ['close', 'ok'],
    ['keep-alive', 'ok'],
  ]);
  expect(opened).toBe(2);
});
