import { expect, test } from 'vitest';
import { createMemoryState } from '../shared-state/shared-state-memory.ts';
import { countAll, findReached, networkCounters, returnToNetworks, takeFromNetworks } from './network-limits.ts';
import { networksOf } from './ip-prefix.ts';

const keys = (address: string) => networksOf(address).map(({ key }) => key);
const BOUNDS = { '/64': 2, '/56': 3, '/48': 5, '/32': 2, '/24': 3 };

test('an IPv6 address belongs to its /64, /56 and /48, an IPv4 address to its /32 and /24', () => {
  expect(networksOf('2001:db8:1:203::1').map(({ size }) => size)).toEqual(['/64', '/56', '/48']);
  expect(networksOf('192.0.2.1').map(({ size }) => size)).toEqual(['/32', '/24']);
  const [here, sameHome, sameCompany, elsewhere] = [
    '2001:db8:1:203::1',
    '2001:db8:1:2ff::1',
    '2001:db8:1:999::1',
    '2001:db8:2:203::1',
  ].map(keys);
  const shared = (other: readonly string[] | undefined) => here?.map((key, index) => key === other?.[index]);
  expect([shared(sameHome), shared(sameCompany), shared(elsewhere)]).toEqual([
    [false, true, true],
    [false, false, true],
    [false, false, false],
  ]);
  expect(keys('192.0.2.1')[1]).toBe(keys('192.0.2.254')[1]);
  expect(keys('192.0.2.1')[1]).not.toBe(keys('192.0.3.1')[1]);
});

test('one address has one spelling; IPv4 written as IPv6 is IPv4; a text that is no address is a network of its own', () => {
  expect(keys('2001:DB8:1:2::1')).toEqual(keys('2001:0db8:0001:0002:ffff:ffff:0:9'));
  expect(keys('fe80::1%eth0')).toEqual(keys('fe80::1'));
  for (const mapped of ['::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1'])
    expect(keys(mapped)).toEqual(keys('192.0.2.1'));
  expect(keys('::1')).not.toEqual(keys('0.0.0.1'));
  expect(networksOf('unknown-1')).toHaveLength(1);
  expect(keys('unknown-1')).not.toEqual(keys('unknown-2'));
});

test('counters of every network are added to, and the first past its bound says how long to wait', async () => {
  const app = { shared: createMemoryState(() => 0), clock: { now: () => new Date(0) } };
  const count = (address: string) => countAll(app, networkCounters('x', address, BOUNDS), 60);
  const passed: boolean[] = [];
  for (const home of ['1', '2', '3', '4', '5', '6'])
    passed.push((await count(`2001:db8:1:${home}00::1`)) === undefined);
  expect(passed).toEqual([true, true, true, true, true, false]);
  expect(await findReached(app, networkCounters('x', '2001:db8:1:900::1', BOUNDS), 60)).toBe(60);
  expect(await findReached(app, networkCounters('x', '2001:db8:2:900::1', BOUNDS), 60)).toBeUndefined();
});

test('a refused address takes nothing from its neighbors; a good attempt gets its tokens back', async () => {
  const shared = createMemoryState(() => 0);
  const buckets = { bursts: BOUNDS, refillSeconds: 60 };
  const take = async (address: string) => (await takeFromNetworks(shared, 'y', address, buckets)).isAllowed;
  expect([await take('192.0.2.1'), await take('192.0.2.1'), await take('192.0.2.1'), await take('192.0.2.1')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(await take('192.0.2.2')).toBe(true);
  expect(await take('192.0.2.3')).toBe(false);
  await returnToNetworks(shared, 'y', '192.0.2.2', buckets);
  expect(await take('192.0.2.3')).toBe(true);
});
