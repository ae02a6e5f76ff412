import { describe, expect, test } from 'vitest';
import { createLogger } from './log.ts';

function linesOf(work: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  work(createLogger({ environment: 'sandbox', logLevel: 'info' }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('log', () => {
  test('a line is JSON with level, time, environment and what the child was given', () => {
    const line = JSON.parse(
      linesOf((log) => log.child({ request_id: 'req_1', session_id: 's' }).info({ status: 200 }, 'answered')),
    );
    expect(line).toMatchObject({
      level: 'info',
      environment: 'sandbox',
      request_id: 'req_1',
      session_id: 's',
      status: 200,
      msg: 'answered',
    });
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('credentials, card fields, tokens, mail addresses and names never appear, at whatever depth', () => {
    const text = linesOf((log) => {
      log.info(
        {
          headers: { Authorization: 'Bearer bly_sAAAA', 'X-API-Key': 'hush-key' },
          card: { number: '4242424242424242' },
          email: 'nellie@example.com',
          trip: { travelers: [{ first_name: 'Nellie' }], note: 'write to bly@example.com' },
          offer_token: 'hush-token',
          list: [{ lastName: 'Cochrane' }],
          text: `key bly_s${'a'.repeat(32)} card 4242 4242 4242 4242`,
        },
        'x',
      );
    });
    expect(text).not.toMatch(/hush|4242|nellie|Nellie|Cochrane|@example|bly_s/);
  });

  test('an error keeps its name, code, words and frames, and loses addresses and what else it carries', () => {
    const error = Object.assign(new TypeError('bad contact nellie@example.com'), {
      code: '23505',
      detail: 'Key (email)=(nellie@example.com)',
    });
    const text = linesOf((log) => log.error({ err: error }, 'failed'));
    expect(JSON.parse(text).err).toMatchObject({ type: 'TypeError', message: 'bad contact [hidden]', code: '23505' });
    expect(JSON.parse(text).err.stack).toContain('log.test.ts');
    expect(text).not.toContain('nellie');
  });

  test('nothing is written at level silent', () => {
    const lines: string[] = [];
    createLogger({ environment: 'sandbox', logLevel: 'silent' }, { write: (line) => void lines.push(line) }).fatal('x');
    expect(lines).toEqual([]);
  });
});
