import { describe, expect, test } from 'vitest';
import type { OutboundAnswer } from '../../platform/outbound/outbound.ts';
import { judgeAnswer, judgeHealth } from './judge-answer.ts';

type Answered = Extract<OutboundAnswer, { kind: 'answered' }>;
const HEADERS = { 'x-request-id': 'F1x' };

function answered(status: number, body: unknown, more: Partial<Answered> = {}): Answered {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers: HEADERS, body: text, isTruncated: false, elapsedMs: 10, ...more };
}
const refusal = (...codes: readonly (string | number)[]) => ({ errors: codes.map((code) => ({ code })), meta: {} });
const readText = (data: unknown): string | undefined => (typeof data === 'string' ? data : undefined);

describe('what an answer means for the request', () => {
  test.each([200, 201, 202])('%i with what was asked for is done', (status) => {
    expect(judgeAnswer(answered(status, { data: 'x' }), readText)).toEqual({
      kind: 'done',
      status,
      requestId: 'F1x',
      value: 'x',
    });
  });

  test.each([
    ['an answer without data', answered(201, { data: {} })],
    ['half a JSON', answered(201, '{"data": "x"')],
    ['a page', answered(200, '<html>')],
    ['no body', answered(204, '')],
    ['an answer that is cut off', answered(201, { data: 'x' }, { isTruncated: true })],
  ])('%s is unknown', (_name, answer) => {
    expect(judgeAnswer(answer, readText)).toMatchObject({ kind: 'unknown', reason: 'unreadable', wasSent: true });
  });

  test.each([
    [400, refusal('bad_request'), '400 bad_request, request F1x'],
    [404, refusal('not_found'), '404 not_found, request F1x'],
    [422, refusal('offer_no_longer_available', 400), '422 offer_no_longer_available 400, request F1x'],
    [422, refusal(), '422, request F1x'],
    [503, refusal('service_unavailable'), '503 service_unavailable, request F1x'],
    [502, refusal('order_not_created'), '502 order_not_created, request F1x'],
    [403, refusal('unavailable_feature'), '403 unavailable_feature, request F1x'],
  ])('%i with an error object proves that nothing was done', (status, body, proof) => {
    expect(judgeAnswer(answered(status, body), readText)).toMatchObject({ kind: 'refused', status, proof });
  });

  test.each([
    [500, refusal('internal_server_error')],
    [502, refusal('airline_unknown')],
    [504, refusal('gateway_timeout_error')],
    [502, '<html>'],
    [503, '<html>'],
    [422, 'text'],
    [403, 'Your account is not enabled for this product.'],
    [302, ''],
  ])('%i %j proves nothing', (status, body) => {
    expect(judgeAnswer(answered(status, body), readText)).toMatchObject({ kind: 'unknown', wasSent: true, status });
  });

  test.each([
    [401, refusal('expired_access_token')],
    [401, ''],
    [403, refusal('insufficient_permissions')],
  ])('%i %j says that the key is not accepted', (status, body) => {
    expect(judgeAnswer(answered(status, body), readText).kind).toBe('unauthorised');
    expect(judgeHealth(answered(status, body), false).kind).toBe('unauthorised');
  });

  test('whether a request was sent at all is passed through', () => {
    const failed = { kind: 'failed', reason: 'connection', detail: 'ECONNREFUSED', elapsedMs: 1 } as const;
    expect(judgeAnswer({ ...failed, wasSent: false }, readText)).toMatchObject({ kind: 'unknown', wasSent: false });
    expect(judgeAnswer({ ...failed, wasSent: true }, readText)).toMatchObject({ kind: 'unknown', wasSent: true });
  });
});

describe('what an answer says about the account', () => {
  test('the wait after 429 does not depend on our clock', () => {
    const headers = {
      date: 'Wed, 01 Jan 2020 10:00:00 GMT',
      'ratelimit-reset': 'Wed, 01 Jan 2020 10:00:30 GMT',
    };
    const before = Date.now();
    const health = judgeHealth(answered(429, refusal('rate_limit_exceeded'), { headers }), false);
    const waitMs = health.kind === 'slow_down' ? health.until.getTime() - before : undefined;
    expect(waitMs).toBeGreaterThanOrEqual(30_000);
    expect(waitMs).toBeLessThan(40_000);
  });

  test('a date of reset far away or unreadable stops nobody for long', () => {
    for (const reset of ['Wed, 01 Jan 2200 10:00:00 GMT', 'soon', '']) {
      const health = judgeHealth(answered(429, '', { headers: { 'ratelimit-reset': reset } }), false);
      expect(health.kind === 'slow_down' && health.until.getTime() - Date.now()).toBeLessThanOrEqual(900_000);
    }
  });

  test.each([
    [422, refusal('insufficient_balance'), 'out_of_funds'],
    [422, refusal('offer_expired'), 'well'],
    [403, refusal('unavailable_feature'), 'well'],
    [403, 'Your account is not enabled for this product.', 'failed'],
    [500, refusal('internal_server_error'), 'failed'],
    [200, { data: 'x' }, 'well'],
  ])('%i %j', (status, body, kind) => {
    expect(judgeHealth(answered(status, body), false).kind).toBe(kind);
  });

  test('a caller who left says nothing about Duffel, its silence does', () => {
    const silence = { kind: 'failed', reason: 'timeout', wasSent: true, detail: 'late', elapsedMs: 1 } as const;
    expect(judgeHealth(silence, true).kind).toBe('well');
    expect(judgeHealth(silence, false).kind).toBe('failed');
  });
});
