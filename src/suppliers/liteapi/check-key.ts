import type { Outbound, OutboundAnswer } from '../../platform/outbound/outbound.ts';
import type { KeyToCheck, KeyVerdict } from '../common/account-check.ts';
import { baseOf, headersOf, type LiteapiHost } from './client.ts';
import { judgeAnswer } from './judge-answer.ts';
import { isNothing, type LiteapiReply } from './replies.ts';

const timeoutMs = 10_000;
/** All currencies are some kilobytes, a booking a few more; a page of somebody else's may be anything. */
const answerBytesMax = 1_048_576;
/** Of a key that works and whose account was suspended. */
const SUSPENDED = 40_302;
const NOT_PERMITTED = 403;

/** Asks LiteAPI for its currencies with a key: a request that every key may make and that costs nothing. */
export async function checkLiteapiKey(outbound: Pick<Outbound, 'toTrusted'>, key: KeyToCheck): Promise<KeyVerdict> {
  const answer = await ask(outbound, key, 'read', '/data/currencies');
  return judgeKey(judgeAnswer(answer, (data) => (Array.isArray(data) ? true : undefined)));
}

/** Asks LiteAPI for a booking with a key: the keys of one account see its bookings, to all others they are nothing. */
export async function checkLiteapiBooking(
  outbound: Pick<Outbound, 'toTrusted'>,
  key: KeyToCheck,
  bookingId: string,
): Promise<KeyVerdict | { readonly kind: 'another_account' }> {
  const answer = await ask(outbound, key, 'book', `/bookings/${encodeURIComponent(bookingId)}`);
  const reply = judgeAnswer(answer, () => true);
  return isNothing(reply) ? { kind: 'another_account' } : judgeKey(reply);
}

function ask(
  outbound: Pick<Outbound, 'toTrusted'>,
  key: KeyToCheck,
  host: LiteapiHost,
  path: string,
): Promise<OutboundAnswer> {
  return outbound.toTrusted({
    method: 'GET',
    url: `${baseOf(key, host)}${path}`,
    headers: headersOf(key, false),
    timeoutMs,
    responseBytesMax: answerBytesMax,
  });
}

function judgeKey(reply: LiteapiReply<boolean>): KeyVerdict {
  switch (reply.kind) {
    case 'done':
      return { kind: 'works' };
    case 'unauthorised':
      return { kind: 'refused', reason: reasonOf(reply.code), detail: reply.proof };
    case 'error':
      return unreachable(reply.proof);
    case 'slow_down':
      return unreachable(reply.proof, Math.max(1, Math.ceil((reply.until.getTime() - Date.now()) / 1_000)));
    case 'unknown':
      return unreachable(reply.detail);
    default:
      return reply satisfies never;
  }
}

function reasonOf(code: number) {
  if (code === SUSPENDED) return 'suspended';
  return code === NOT_PERMITTED ? 'not_permitted' : 'wrong_key';
}

function unreachable(detail: string, retryAfterSeconds?: number): KeyVerdict {
  return { kind: 'unreachable', detail, retryAfterSeconds };
}
