import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** What attempts from one place on the network are counted under: the address, of IPv6 its first half, for the rest is the visitor's own to choose. */
export function neighbourhoodOf(address: string): string {
  const place = isIPv6(address) && !address.startsWith('::ffff:') ? expandedHalf(address) : address;
  return createHash('sha256').update(place).digest('base64url');
}

function expandedHalf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const [front, back] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const middle = Array.from({ length: Math.max(0, 8 - (front?.length ?? 0) - (back?.length ?? 0)) }, () => '0');
  return [...front ?? [], ...middle, ...back ?? []].slice(0, 4).map((group) => group.padStart(4, '0')).join(':');
}
