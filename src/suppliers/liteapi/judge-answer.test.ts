import { describe, expect, test } from 'vitest';
import type { OutboundAnswer } from '../../platform/outbound/outbound.ts';
import { judgeAnswer, judgeHealth } from './judge-answer.ts';
import { isNothing, toFailure } from './replies.ts';

const answered = (status: number, body: unknown): OutboundAnswer => ({
  kind: 'answered',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  isTruncated: false,
  elapsedMs: 1,
});
const error = (code: number, message = 'words') => ({ error: { code, message } });
const readText = (data: unknown): string | undefined => (typeof data === 'string' ? data : undefined);

describe('what an answer means for the request', () => {
  test('what was asked for is done; an answer that lacks it proves nothing', () => {
    expect(judgeAnswer(answered(200, { data: 'x', sandbox: true }), readText)).toMatchObject({
      kind: 'done',
      value: 'x',
    });
    for (const body of [{}, { data: 1 }, '[]', '{"data":"x', '', '<html>'])
      expect(judgeAnswer(answered(200, body), readText)).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
    expect(judgeAnswer({ ...answered(200, { data: 'x' }), isTruncated: true } as OutboundAnswer, readText).kind).toBe(
      'unknown',
    );
  });

  test.each([
    [400, error(4_002), 4_002, '400 code 4002'],
    [200, error(2_001), 2_001, '200 code 2001'],
    [500, error(5_000, 'payment failed'), 5_000, '500 code 5000'],
    [408, { error: { code: '4040', message: 'outdated' } }, 4_040, '408 code 4040'],
    [404, { message: 'flat', code: 4_000 }, 4_000, '404 code 4000'],
    [204, '', 204, '204 code 204'],
    [304, '', 304, '304 code 304'],
  ])('%i %j is an error by its code', (status, body, code, proof) => {
    expect(judgeAnswer(answered(status, body), readText)).toMatchObject({ kind: 'error', code, proof });
  });

  test('a sentence of a description is told with the message, bounded', () => {
    const body = { error: { code: 2_014, message: 'booking incomplete', description: 'x'.repeat(1_000) } };
    expect(judgeAnswer(answered(500, body), readText)).toMatchObject({
      message: expect.stringMatching(/^booking incomplete: x{280}$/),
    });
  });

  test('nothing found is told apart from other errors, whatever the status', () => {
    for (const answer of [answered(200, error(2_001)), answered(204, ''), answered(204, error(204))])
      expect(isNothing(judgeAnswer(answer, readText))).toBe(true);
    expect(isNothing(judgeAnswer(answered(400, error(4_002)), readText))).toBe(false);
  });

  test.each([
    [502, '<html>', 'server_error'],
    [503, '', 'server_error'],
    [504, '<html>', 'timeout'],
    [400, 'text', 'server_error'],
    [500, error(4_291), 'server_error'],
    [408, error(4_016), 'timeout'],
  ])('%i %j proves nothing', (status, body, reason) => {
    expect(judgeAnswer(answered(status, body), readText)).toMatchObject({ kind: 'unknown', wasSent: true, reason });
  });

  test.each([
    [400, error(4_002), 'rejected'],
    [500, error(5_000), 'error'],
    [502, '<html>', 'error'],
    [408, error(4_016), 'timeout'],
  ])('%i %j is a failure of its own kind to a read', (status, body, kind) => {
    const reply = judgeAnswer(answered(status, body), readText);
    expect(reply.kind === 'done' ? 'done' : toFailure(reply).kind).toBe(kind);
  });

  test('whether a request was sent at all is passed through', () => {
    const failed = { kind: 'failed', reason: 'connection', detail: 'ECONNREFUSED', elapsedMs: 1 } as const;
    expect(judgeAnswer({ ...failed, wasSent: false }, readText)).toMatchObject({ kind: 'unknown', wasSent: false });
    expect(judgeAnswer({ ...failed, wasSent: true }, readText)).toMatchObject({ kind: 'unknown', wasSent: true });
  });
});

describe('what an answer says about the account', () => {
  test.each([
    [401, '', 'unauthorised'],
    [200, error(401), 'unauthorised'],
    [403, error(40_302), 'unauthorised'],
    [429, '', 'slow_down'],
    [400, error(4_290), 'slow_down'],
    [500, error(4_291), 'failed'],
    [500, error(5_000), 'failed'],
    [502, '<html>', 'failed'],
    [400, error(4_002), 'well'],
    [204, '', 'well'],
    [200, { data: [] }, 'well'],
  ])('%i %j', (status, body, kind) => {
    const answer = answered(status, body);
    expect(judgeHealth(answer, false).kind).toBe(kind);
    if (kind === 'unauthorised' || kind === 'slow_down') expect(judgeAnswer(answer, readText).kind).toBe(kind);
  });

  test('a caller who left says nothing about LiteAPI, its silence does', () => {
    const silence = { kind: 'failed', reason: 'timeout', wasSent: true, detail: 'late', elapsedMs: 1 } as const;
    expect(judgeHealth(silence, true).kind).toBe('well');
    expect(judgeHealth(silence, false).kind).toBe('failed');
  });
});
