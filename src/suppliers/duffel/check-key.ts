import type { Outbound, OutboundAnswer } from '../../platform/outbound/outbound.ts';
import type { KeyRefusal, KeyToCheck, KeyVerdict } from '../common/account-check.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { DuffelReply } from './replies.ts';

const timeoutMs = 10_000;
/** One airline is a few hundred bytes; a page of somebody else's may be anything. */
const answerBytesMax = 65_536;
const orderBytesMax = 1_048_576;

/** Codes that say more than that the key is wrong. */
const REASON_OF: Readonly<Record<string, KeyRefusal>> = {
  expired_access_token: 'suspended',
  insufficient_permissions: 'not_permitted',
};

/** Asks Duffel for one airline with a key: the one question that every key may ask and that counts as no search. */
export async function checkDuffelKey(outbound: Pick<Outbound, 'toTrusted'>, key: KeyToCheck): Promise<KeyVerdict> {
  const answer = await ask(outbound, key, '/air/airlines?limit=1', answerBytesMax);
  return judgeKey(judgeAnswer(answer, (data) => (Array.isArray(data) ? true : undefined)));
}

/** Asks Duffel for an order with a key: the keys of one account see its orders, all others get 404. */
export async function checkDuffelOrder(
  outbound: Pick<Outbound, 'toTrusted'>,
  key: KeyToCheck,
  orderId: string,
): Promise<KeyVerdict | { readonly kind: 'another_account' }> {
  const answer = await ask(outbound, key, `/air/orders/${encodeURIComponent(orderId)}`, orderBytesMax);
  const reply = judgeAnswer(answer, () => true);
  return reply.kind === 'refused' && reply.status === 404 ? { kind: 'another_account' } : judgeKey(reply);
}

function ask(
  outbound: Pick<Outbound, 'toTrusted'>,
  { token, baseUrl }: KeyToCheck,
  path: string,
  responseBytesMax: number,
): Promise<OutboundAnswer> {
  return outbound.toTrusted({
    method: 'GET',
    url: `${baseUrl}${path}`,
    headers: { authorization: `Bearer ${token}`, 'duffel-version': 'v2', accept: 'application/json' },
    timeoutMs,
    responseBytesMax,
  });
}

function judgeKey(reply: DuffelReply<boolean>): KeyVerdict {
  switch (reply.kind) {
    case 'done':
      return { kind: 'works' };
    case 'unauthorised':
      return { kind: 'refused', reason: reasonOf(reply.status, reply.codes), detail: reply.proof };
    case 'refused':
      return unreachable(reply.proof);
    case 'slow_down':
      return unreachable(String(reply.status), secondsUntil(reply.until));
    case 'unknown':
      return unreachable(reply.detail);
    default:
      return reply satisfies never;
  }
}

function reasonOf(status: number, codes: readonly string[]): KeyRefusal {
  const reason = codes.map((code) => REASON_OF[code]).find((found) => found !== undefined);
  return reason ?? (status === 403 ? 'not_permitted' : 'wrong_key');
}

function unreachable(detail: string, retryAfterSeconds?: number): KeyVerdict {
  return { kind: 'unreachable', detail, retryAfterSeconds };
}

function secondsUntil(until: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1_000));
}
