import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The sizes of network that attempts are counted for. An IPv6 customer gets a /64 (a phone), a /56 (a home) or a /48 (a
 * company, a tunnel broker's user) and may choose freely within it; an IPv4 customer has an address (/32) or a small
 * block of its /24.
 */
export type NetworkSize = '/64' | '/56' | '/48' | '/32' | '/24';

/** A network that an address belongs to. */
export interface Network {
  readonly size: NetworkSize;
  /** A hash of the prefix: counters are named by it, so that they hold no address. */
  readonly key: string;
}

const SIZES_OF_IPV6 = ['/64', '/56', '/48'] as const;
const GROUPS_OF_IPV6 = 8;
const HEX_PER_GROUP = 4;

/**
 * The networks of an address, the smallest first: `2001:db8:1:203::9` belongs to `2001:db8:1:203::/64`,
 * `2001:db8:1:200::/56` and `2001:db8:1::/48`, `192.0.2.9` to `192.0.2.9/32` and `192.0.2.0/24`. IPv4 written as IPv6
 * (`::ffff:192.0.2.9`) is IPv4. A text that is no address (a proxy may forward one) is a network of its own.
 */
export function networksOf(address: string): readonly Network[] {
  const plain = address.split('%', 1)[0] ?? '';
  const ipv4 = isIPv4(plain) ? plain : mappedIpv4(plain);
  if (ipv4 !== undefined) return [network('/32', ipv4), network('/24', ipv4.slice(0, ipv4.lastIndexOf('.')))];
  if (!isIPv6(plain)) return [network('/32', address)];
  const digits = expandGroups(plain).join('');
  return SIZES_OF_IPV6.map((size) => network(size, digits.slice(0, Number(size.slice(1)) / 4)));
}

/** The widest network of an address: what work is shared out between. */
export function widestNetworkOf(address: string): string {
  return networksOf(address).at(-1)?.key ?? '';
}

function network(size: NetworkSize, prefix: string): Network {
  return { size, key: createHash('sha256').update(`${prefix}${size}`).digest('base64url') };
}

function mappedIpv4(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const groups = expandGroups(address);
  if (groups.slice(0, 6).join('') !== `${'0'.repeat(5 * HEX_PER_GROUP)}ffff`) return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group.slice(0, 2), group.slice(2)])
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
}

/** The eight groups of a valid IPv6 address, each of four small hexadecimal digits. */
function expandGroups(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS_OF_IPV6 - front.length - back.length);
  return [...front, ...Array.from({ length: zeros }, () => '0'), ...back].map((group) =>
    group.padStart(HEX_PER_GROUP, '0'),
  );
}

function groupsOf(text: string): readonly string[] {
  return text
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (isIPv4(group) ? groupsOfIpv4(group) : [group]));
}

function groupsOfIpv4(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((group) => group.toString(16));
}
