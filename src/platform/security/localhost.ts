const NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a host, as `URL` spells it, is one of the three names of this machine that addresses and origins of callers
 * may have. `isLoopbackHost` of `outbound/` knows all of 127.0.0.0/8: it judges our own address, which nobody sends us.
 */
export function isLocalhost(hostname: string): boolean {
  return NAMES.has(hostname);
}
