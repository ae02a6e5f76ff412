const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/** Whether a host, as `URL` spells it, is this machine: what is sent there passes nobody, by http too. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Whether what is sent to an origin of ours can be read on the way. */
export function isInClear(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}
