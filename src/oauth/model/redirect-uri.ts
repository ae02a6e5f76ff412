import { isLocalhost } from '../../platform/security/localhost.ts';

/** Longest address a client may be sent back to. */
const lengthMax = 2_000;
/**
 * Schemes of known applications. Any other must be named after a domain its maker owns, with a dot in it (RFC 8252,
 * section 7.1): plain words belong to browsers and operating systems, and some of them start programs.
 */
const KNOWN_APPLICATIONS: readonly string[] = [
  'vscode:',
  'vscode-insiders:',
  'cursor:',
  'windsurf:',
  'zed:',
  'claude:',
  'raycast:',
  'warp:',
];
const NAMED_AFTER_A_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;
/**
 * What a host is made of: a name, or an address of version 6. Anything else would mean something in a
 * Content-Security-Policy.
 */
const PLAIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

/**
 * Where a user is sent back to: a site, a program listening on the same machine, or an application that owns a scheme.
 */
export type RedirectKind = 'web' | 'loopback' | 'scheme';

/** What kind of address it is; undefined for one that no client may have. */
export function judgeRedirectUri(text: string): RedirectKind | undefined {
  if (text.length > lengthMax || !URL.canParse(text) || text.includes('#') || /\p{C}|\s/u.test(text)) return undefined;
  const { protocol, hostname, username, password } = new URL(text);
  if (
    username !== '' ||
    password !== '' ||
    ((protocol === 'https:' || protocol === 'http:') && !PLAIN_HOST.test(hostname))
  )
    return undefined;
  // OAuth 2.1 refuses https on loopback for nobody; but nothing there can be trusted by its name, so it is what it
  // looks like.
  if (protocol === 'https:') return isLocalhost(hostname) ? undefined : 'web';
  if (protocol === 'http:') return isLocalhost(hostname) ? 'loopback' : undefined;
  return KNOWN_APPLICATIONS.includes(protocol) || NAMED_AFTER_A_DOMAIN.test(protocol) ? 'scheme' : undefined;
}

/** The part of an address that informs a person where they are sent: the host, or the scheme of an application. */
export function namePlace(text: string): string {
  if (!URL.canParse(text)) return '';
  const { protocol, host } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}

/** The origin a form may lead to, in the words of a Content-Security-Policy, which knows no addresses of version 6. */
export function formOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, origin } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return protocol;
  return hostname.startsWith('[') ? protocol : origin;
}
