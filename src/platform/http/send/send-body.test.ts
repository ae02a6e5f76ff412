import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createCompressor } from '../compression/compressor.ts';
import { defaultLimits } from '../connections/limits.ts';
import { UnsentBytes } from '../connections/unsent-bytes.ts';
import { sendBody } from './send-body.ts';

const ANSWER_BYTES = 3_000_000;

/** Sends one payload over the wire, and returns what arrived. */
async function serve(payload: Buffer, isSentOnce: boolean): Promise<Buffer> {
  const server = fastify();
  const parts = { unsent: new UnsentBytes(defaultLimits(10), () => new Date()), compressor: createCompressor() };
  server.get('/', (request, reply) =>
    sendBody(parts, request, reply, { payload, owner: 'org', isSentOnce, isCompressible: false }),
  );
  onTestFinished(() => server.close());
  const answer = await fetch(await server.listen({ port: 0, host: '127.0.0.1' }));
  return Buffer.from(await answer.arrayBuffer());
}

test('a large answer arrives whole', async () => {
  const arrived = await serve(Buffer.allocUnsafeSlow(ANSWER_BYTES).fill('a'), true);
  expect(arrived.equals(Buffer.alloc(ANSWER_BYTES, 'a'))).toBe(true);
});

test('a part of a larger memory arrives as that part, and the rest stays as it was', async () => {
  const larger = Buffer.allocUnsafeSlow(ANSWER_BYTES).fill('a');
  const arrived = await serve(larger.subarray(0, ANSWER_BYTES / 2), true);
  expect(arrived.length).toBe(ANSWER_BYTES / 2);
  expect(larger.equals(Buffer.alloc(ANSWER_BYTES, 'a'))).toBe(true);
});
