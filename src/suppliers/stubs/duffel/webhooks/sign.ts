import { createHmac } from 'node:crypto';
import type { StubSettings } from '../settings.ts';

/** What a signature is made of. */
export interface Signed {
  readonly body: string;
  readonly secret: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly versions: StubSettings['signature'];
  readonly key: StubSettings['signature_key'];
}

/** The header `X-Duffel-Signature`: `t=…,v1=…`, the HMAC-SHA256 of time, dot and raw body in lower-case hex. */
export function signEvent({ body, secret, at, versions, key }: Signed): string {
  const bytes = key === 'base64' ? Buffer.from(secret, 'base64') : secret;
  const hex = createHmac('sha256', bytes).update(`${at}.${body}`).digest('hex');
  const named = versions === 'both' ? ['v1', 'v2'] : [versions];
  return [`t=${at}`, ...named.map((version) => `${version}=${hex}`)].join(',');
}
