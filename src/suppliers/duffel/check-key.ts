import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { KeyRefusal, KeyToCheck, KeyVerdict } from '../common/account-check.ts';
import { judgeAnswer } from './judge-answer.ts';

const timeoutMs = 10_000;
/** One airline is a few hundred bytes; a page of somebody else's may be anything. */
const answerBytesMax = 65_536;

/** Codes that say more than that the key is wrong. */
const REASON_OF: Readonly<Record<string, KeyRefusal>> = {
  expired_access_token: 'suspended',
  insufficient_permissions: 'not_permitted',
};

/** Asks Duffel for one airline with a key: the one question that every key may ask and that counts as no search. */
export async function checkDuffelKey(
  outbound: Pick<Outbound, 'toTrusted'>,
  { token, baseUrl }: KeyToCheck,
): Promise<KeyVerdict> {
  const answer = await outbound.toTrusted({
    method: 'GET',
    url: `${baseUrl}/air/airlines?limit=1`,
    headers: { authorization: `Bearer ${token}`, 'duffel-version': 'v2', accept: 'application/json' },
    timeoutMs,
    responseBytesMax: answerBytesMax,
  });
  const reply = judgeAnswer(answer, (data) => (Array.isArray(data) ? true : undefined));
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
