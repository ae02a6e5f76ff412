import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature`: `t=…,v1=…`, the HMAC-SHA256 of time, dot and raw body in lower-case hex. */
export function signatureOf(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1_000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
