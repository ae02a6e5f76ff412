import { expect, test } from 'vitest';
import { type Json, openLiteapiCalls, ratesFields } from '../../../../../test/support/suppliers/liteapi-calls.ts';

type Calls = Awaited<ReturnType<typeof openLiteapiCalls>>;

/** Every chunk of a stream as it came off the network; the error that ended it, if one did. */
async function readChunks({ stub }: Calls, city = { countryCode: 'PT', cityName: 'Lisbon' }) {
  const response = await fetch(`${stub.url}/hotels/rates`, {
    method: 'POST',
    headers: { 'x-api-key': stub.key, 'content-type': 'application/json' },
    body: JSON.stringify(ratesFields({ ...city, stream: true })),
  });
  const chunks: Uint8Array[] = [];
  let error: unknown;
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
  } catch (torn) {
    error = torn;
  }
  const text = Buffer.concat(chunks).toString();
  return { type: response.headers.get('content-type'), chunks, text, error };
}

const dataOf = (text: string): string[] =>
  text.split('\n\n').flatMap((block) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => line.slice(6)),
  );

test('a stream has rates in several blocks, then hotels, then [DONE], with sums as objects', async () => {
  const calls = await openLiteapiCalls();
  const { type, text } = await readChunks(calls);
  const lines = dataOf(text);
  expect([type, lines.at(-1)]).toEqual(['text/event-stream; charset=utf-8', '[DONE]']);
  const blocks: Json[] = lines.slice(0, -1).map((line) => JSON.parse(line));
  expect(blocks.slice(0, -1).every(({ rates }) => rates.length > 0 && rates.length <= 5)).toBe(true);
  const streamed = blocks.slice(0, -1).flatMap(({ rates }) => rates.map(({ hotelId }: Json) => hotelId));
  expect(blocks.at(-1).hotels.map(({ id }: Json) => id)).toEqual(streamed);
  expect(streamed).toEqual((await calls.rates()).data.map(({ hotelId }: Json) => hotelId));
  expect(blocks[0].rates[0].roomTypes[0].offerRetailRate.currency).toBe('EUR');
});

test('chunks can end inside a letter of several bytes; together they are the whole stream', async () => {
  const calls = await openLiteapiCalls();
  const tokyo = { countryCode: 'JP', cityName: 'Tokyo' };
  const whole = await readChunks(calls, tokyo);
  calls.stub.control.addFault({ operation: 'rates', fault: { kind: 'stream', how: 'split_letters' }, times: 1 });
  const broken = await readChunks(calls, tokyo);
  expect(broken.text).toBe(whole.text);
  expect(broken.text).toContain('蛍');
  const inside = broken.chunks.filter((chunk) => ((chunk[0] ?? 0) & 0b1100_0000) === 0b1000_0000);
  expect(inside.length).toBeGreaterThan(3);
});

test.each([
  ['torn', true, false],
  ['not_done', false, false],
  ['error', false, false],
  ['unknown_blocks', false, true],
  ['bad_json', false, true],
] as const)('a stream can go wrong: %s', async (how, isTorn, isDone) => {
  const calls = await openLiteapiCalls();
  calls.stub.control.addFault({ operation: 'rates', fault: { kind: 'stream', how }, times: 1 });
  const { text, error } = await readChunks(calls);
  expect([error !== undefined, text.includes('[DONE]')]).toEqual([isTorn, isDone]);
  const isJson = (line: string): boolean => {
    try {
      return typeof JSON.parse(line) === 'object';
    } catch {
      return line === '[DONE]';
    }
  };
  const lines = isTorn ? dataOf(text).slice(0, -1) : dataOf(text);
  expect(lines.filter((line) => !isJson(line)).length).toBe(how === 'bad_json' ? 1 : 0);
  expect(lines.some((line) => line.startsWith('{"error"'))).toBe(how === 'error');
  expect(text.includes(': still here')).toBe(how === 'unknown_blocks');
});
