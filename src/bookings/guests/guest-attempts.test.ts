import { expect, test } from 'vitest';
import { countersOfAddress } from './guest-attempts.ts';

const addressKey = (address: string) => countersOfAddress(address, 'BLY-AAAAAA')[1]?.key;

test('on a page an address has ten failures for a reference and fifty in all, and locks nobody else out', () => {
  const [here, there] = [countersOfAddress('192.0.2.1', 'BLY-AAAAAA'), countersOfAddress('192.0.2.2', 'BLY-AAAAAA')];
  expect(here.map(({ failuresMax }) => failuresMax)).toEqual([10, 50]);
  expect(here[0]?.key).not.toBe(there[0]?.key);
  expect(here[1]?.key).not.toBe(there[1]?.key);
});

test('all addresses of one IPv6 network are one address: its owner may choose among them freely', () => {
  expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:0db8:0001:0002:ffff:ffff:0:9'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
  expect(addressKey('::ffff:192.0.2.1')).not.toBe(addressKey('::ffff:192.0.2.2'));
});
