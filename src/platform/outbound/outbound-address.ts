import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What may be called besides public https hosts. */
export interface AddressPolicy {
  /** Development and tests: http, loopback and any port too (`BLY_WEBHOOK_ALLOW_LOCAL`). Nothing else opens. */
  readonly allowLocal: boolean;
}

/** A url as judged before its name is resolved. `literal`: the host is an address, which has been checked already. */
export type UrlVerdict =
  | { readonly kind: 'allowed'; readonly url: URL; readonly hostname: string; readonly literal: string | undefined }
  | { readonly kind: 'refused'; readonly reason: 'bad_url' | 'refused_address'; readonly problem: string };

/** The longest url we store or call. */
const urlLengthMax = 2_048;
/** A name and each of its labels (RFC 1035, section 2.3.4). */
const hostnameLengthMax = 253;
const labelLengthMax = 63;
const httpsPort = 443;
/**
 * Ports up to here belong to other protocols: a signed POST to a mail or SSH port would be an attempt at that service.
 */
const systemPortMax = 1_024;
/**
 * The URL parser drops line breaks and tabs or encodes them; in lists and logs the text would still be what was sent.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];
/** Names that never leave a machine, a house or a cloud's own network (RFC 6761, 6762, 8375, 9476; GCP metadata). */
const PRIVATE_SUFFIXES: readonly string[] = [
  '.localhost',
  '.local',
  '.internal',
  '.home.arpa',
  '.onion',
  '.lan',
  '.intranet',
  '.corp',
];
/**
 * Public addresses that are a cloud's own control plane: Azure's wire server; Oracle's and Alibaba's lie in refused
 * ranges.
 */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);
/**
 * 2000::/3 is all of IPv6 that has been given out for use on the internet; ipaddr.js calls the rest unicast as well.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Judges a url by its text. The WHATWG parser has turned decimal, octal, hexadecimal and full-width host forms into the
 * address they mean, so it is the parsed host that is looked at, never the text that was sent.
 */
export function judgeUrl(text: string, policy: AddressPolicy): UrlVerdict {
  if (text.length > urlLengthMax) return badUrl(`is longer than ${urlLengthMax} characters`);
  if (UNPRINTABLE.test(text)) return badUrl('must not hold line breaks, control or invisible characters');
  if (!URL.canParse(text)) return badUrl('is not an absolute URL');
  const url = new URL(text);
  // The root's dot is legal in a name but not in SNI or a certificate.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return badUrl('must begin with https://');
  if (url.protocol === 'http:' && !policy.allowLocal) return badUrl('must begin with https://');
  if (url.username !== '' || url.password !== '') return badUrl('must not carry a user name or password');
  if (!isAllowedPort(url, policy)) return badUrl(`must use port ${httpsPort} or one above ${systemPortMax}`);
  const hostname = bareHostname(url);
  if (hostname === '') return badUrl('has no host');
  if (!url.hostname.startsWith('[') && !isHostname(hostname))
    return badUrl('has a host name with an empty or overlong part');
  return judgeHostname(url, hostname, policy);
}

/** The addresses a name stands for without asking anyone, or `undefined` when it must be resolved. */
export function builtInAddresses(hostname: string): readonly string[] | undefined {
  return isLoopbackName(hostname) ? LOOPBACK_ADDRESSES : undefined;
}

/**
 * Why an address is not called, or `undefined` when it may be. Only plain public unicast is; anything unparsable is
 * not.
 */
export function judgeAddress(address: string, policy: AddressPolicy): string | undefined {
  if (!ipaddr.isValid(address)) return 'not an address';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (policy.allowLocal && range === 'loopback') return undefined;
  if (range !== 'unicast') return `${range.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} address`;
  if (METADATA_ADDRESSES.has(parsed.toString())) return 'metadata address';
  if (parsed instanceof ipaddr.IPv6) {
    if (!parsed.match(GLOBAL_UNICAST)) return 'unallocated address';
    if (isIsatap(parsed)) return 'isatap address';
  }
  return undefined;
}

function judgeHostname(url: URL, hostname: string, policy: AddressPolicy): UrlVerdict {
  if (isIP(hostname) !== 0) {
    const problem = judgeAddress(hostname, policy);
    return problem === undefined
      ? { kind: 'allowed', url, hostname, literal: hostname }
      : refused(`must not point at a ${problem}`);
  }
  if (isLoopbackName(hostname)) {
    return policy.allowLocal
      ? { kind: 'allowed', url, hostname, literal: undefined }
      : refused('must not point at this machine');
  }
  const isPrivateName = !hostname.includes('.') || PRIVATE_SUFFIXES.some((suffix) => hostname.endsWith(suffix));
  if (isPrivateName) return refused('must use a host name that is reachable from the internet');
  return { kind: 'allowed', url, hostname, literal: undefined };
}

/** Without the brackets of an IPv6 literal. */
function bareHostname(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

function isAllowedPort({ port, protocol }: URL, { allowLocal }: AddressPolicy): boolean {
  if (port === '0') return false;
  if (allowLocal) return true;
  return port === '' ? protocol === 'https:' : Number(port) === httpsPort || Number(port) > systemPortMax;
}

function isHostname(hostname: string): boolean {
  return (
    hostname.length <= hostnameLengthMax &&
    hostname.split('.').every((label) => label !== '' && label.length <= labelLengthMax)
  );
}

function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** An interface identifier `[02]00:5efe:a.b.c.d` tunnels to the IPv4 address at its end. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high, marker] = address.parts;
  return marker === 0x5efe && (high === 0 || high === 0x0200);
}

function badUrl(problem: string): UrlVerdict {
  return { kind: 'refused', reason: 'bad_url', problem };
}

function refused(problem: string): UrlVerdict {
  return { kind: 'refused', reason: 'refused_address', problem };
}
