import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countedAddress, watchConnections } from './connection-watch.ts';
import { defaultLimits } from './limits.ts';

/** A server that is not listening: connections are handed to it. */
function watch(isDirect: boolean) {
  const server = createServer();
  const onClosed = vi.fn();
  onTestFinished(
    watchConnections(server, { limits: { ...defaultLimits(100), connectionsPerAddressMax: 2 }, isDirect, onClosed }),
  );
  const accept = (address: string): Socket => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    server.emit('connection', socket);
    return socket;
  };
  return { accept, onClosed };
}

test('an address has so many connections at once; one that ends makes room, and other addresses have their own', async () => {
  const { accept, onClosed } = watch(true);
  const first = accept('192.0.2.7');
  expect(
    [accept('::ffff:192.0.2.7'), accept('192.0.2.7'), accept('192.0.2.8')].map(({ destroyed }) => destroyed),
  ).toEqual([false, true, false]);
  expect(onClosed.mock.calls).toEqual([['address']]);
  await new Promise((resolve) => first.once('close', resolve).destroy());
  expect(accept('192.0.2.7').destroyed).toBe(false);
});

test('an address of IPv6 is its /64; this machine and what stands behind a proxy are not counted', () => {
  expect(countedAddress('2001:db8:1:2:3:4:5:6')).toBe(countedAddress('2001:db8:1:2::1'));
  expect(countedAddress('2001:db8:1:2::1')).not.toBe(countedAddress('2001:db8:1:3::1'));
  expect([
    countedAddress('127.0.0.1'),
    countedAddress('::1'),
    countedAddress('::ffff:127.0.0.1'),
    countedAddress(undefined),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  const { accept } = watch(false);
  expect(Array.from({ length: 5 }, () => accept('10.0.0.1').destroyed)).toEqual([false, false, false, false, false]);
});

test('a process of 10,000 connections gives one address a tenth, and unread answers at most 256 MiB', () => {
  const limits = defaultLimits(10_000);
  expect([limits.connectionsPerAddressMax, limits.organizationUnsentBytesMax, limits.writeTimeoutMs]).toEqual([
    1_000, 16_777_216, 30_000,
  ]);
  expect(limits.processUnsentBytesMax).toBeGreaterThanOrEqual(limits.organizationUnsentBytesMax);
  expect(limits.processUnsentBytesMax).toBeLessThanOrEqual(268_435_456);
});
