import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FaultOf } from './faults.ts';

/** An answer in blocks of server-sent events. */
export interface EventStream {
  /** What comes one after another, each as a `data:` line; `[DONE]` ends it. */
  readonly blocks: readonly object[];
  readonly fault: FaultOf<'stream'> | undefined;
  /** Milliseconds of real time before each block. */
  readonly milliseconds: number;
}

const smallChunkBytes = 7;

/** Sends the blocks of a stream, and what its fault makes of them. */
export async function sendStream(reply: FastifyReply, { blocks, fault, milliseconds }: EventStream): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  for (const text of textsOf(blocks, fault)) {
    if (reply.raw.destroyed) return;
    if (milliseconds > 0) await pause(milliseconds, undefined, { ref: false });
    for (const chunk of fault?.how === 'split_letters' ? splitLetters(text) : [Buffer.from(text)]) {
      await write(reply, chunk);
    }
  }
  if (fault?.how === 'torn') reply.raw.socket?.resetAndDestroy();
  else reply.raw.end();
}

/** Resolves once the bytes are with the kernel, so that each chunk is a packet of its own. */
function write(reply: FastifyReply, bytes: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (reply.raw.destroyed) return Promise.resolve();
  reply.raw.write(bytes, () => setImmediate(resolve));
  return promise;
}

function textsOf(blocks: readonly object[], fault: FaultOf<'stream'> | undefined): readonly string[] {
  const texts = blocks.map((block) => `data: ${JSON.stringify(block)}\n\n`);
  const half = Math.ceil(texts.length / 2);
  const done = 'data: [DONE]\n\n';
  switch (fault?.how) {
    case 'torn':
      return [...texts.slice(0, half), (texts[half] ?? done).slice(0, smallChunkBytes)];
    case 'not_done':
      return texts;
    case 'error':
      return [...texts.slice(0, half), 'data: {"error":{"code":5000,"message":"unable to process request"}}\n\n'];
    case 'unknown_blocks':
      return [': still here\n\n', ...texts.flatMap((text) => ['event: ping\ndata: {"ping":1}\n\n', text]), done];
    case 'bad_json':
      return [...texts.slice(0, half), 'data: {"rates":[{"hotelId":\n\n', ...texts.slice(half), done];
    default:
      return [...texts, done];
  }
}

/**
 * Cuts a block into chunks so that every letter of several bytes is cut in its middle, and the line break at the end
 * in its middle as well.
 */
function splitLetters(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const cuts = [smallChunkBytes, bytes.length - 1];
  for (let at = 1; at < bytes.length; at += 1)
    if (isInsideLetter(bytes[at]) && !isInsideLetter(bytes[at - 1])) cuts.push(at);
  const ends = [...new Set([...cuts, bytes.length])].filter((at) => at > 0 && at <= bytes.length).sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

/** Whether a byte continues a letter of UTF-8. */
function isInsideLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
