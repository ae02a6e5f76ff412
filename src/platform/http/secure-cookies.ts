import type { Config } from '../config.ts';
import { isLoopbackHost } from '../outbound/public-url.ts';

/**
 * Whether cookies are Secure: wherever people reach the service by https or from another machine. Off loopback without
 * https a browser takes none, so that a session is rather not begun than sent in clear; the start says so.
 */
export function hasSecureCookies({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || !isLoopbackHost(hostname);
}

/** What that adds to a Set-Cookie header. */
export function secureAttribute(config: Pick<Config, 'publicUrl'>): '; Secure' | '' {
  return hasSecureCookies(config) ? '; Secure' : '';
}
