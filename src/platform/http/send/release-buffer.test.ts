import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { giveBackOnceSent } from './release-buffer.ts';

const ANSWER_BYTES = 3_000_000;

/** Serves one payload over the wire, and answers what arrived once the server has sent it. */
async function serve(payload: Buffer): Promise<Buffer> {
  const sent = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    giveBackOnceSent(response, payload);
    response.once('finish', sent.resolve).end(payload);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const answer = await fetch(`http://127.0.0.1:${address.port}/`);
  const arrived = Buffer.from(await answer.arrayBuffer());
  await sent.promise;
  return arrived;
}

test('an answer arrives whole, and its memory is given back', async () => {
  const payload = Buffer.allocUnsafeSlow(ANSWER_BYTES).fill('a');
  const arrived = await serve(payload);
  expect(arrived.equals(Buffer.alloc(ANSWER_BYTES, 'a'))).toBe(true);
  expect(payload.length).toBe(0);
});

test('a part of a larger memory is never given back: the rest is not ours', async () => {
  const larger = Buffer.allocUnsafeSlow(ANSWER_BYTES).fill('a');
  const arrived = await serve(larger.subarray(0, ANSWER_BYTES / 2));
  expect(arrived.length).toBe(ANSWER_BYTES / 2);
  expect(larger.equals(Buffer.alloc(ANSWER_BYTES, 'a'))).toBe(true);
});
