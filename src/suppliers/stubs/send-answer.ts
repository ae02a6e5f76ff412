import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gzip as gzipCallback } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TransportFault } from './transport-faults.ts';

const gzip = promisify(gzipCallback);

/** What an operation answers. */
export interface StubAnswer {
  readonly status: number;
  /** An object is sent as JSON, a text as plain text, undefined as no body; bytes are JSON made before. */
  readonly body?: object | string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Bodies that were made before, as they were compressed when they were first sent. */
const compressedBefore = new WeakMap<Buffer, Buffer>();

/** Shorter bodies are not worth compressing. */
const gzipBytesMin = 512;

interface Encoded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Sends an answer, compressed where the caller takes gzip, or lets the fault strike on its way. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: StubAnswer,
  fault?: TransportFault,
): Promise<void> {
  if (fault?.kind === 'slow') await pause(fault.milliseconds, undefined, { ref: false });
  if (fault?.kind === 'hang' && !(await outlasts(reply, fault.seconds))) return;
  if (fault?.kind === 'reset') return tear(reply);
  const changed = fault === undefined ? answer : changeBody(answer, fault);
  const encoded = await encode(changed, takesGzip(request));
  reply.hijack();
  if (fault?.kind === 'cut_body') return cutBody(reply, encoded);
  if (fault?.kind === 'drip') return drip(reply, encoded, fault);
  if (reply.raw.destroyed) return;
  reply.raw.writeHead(encoded.status, encoded.headers).end(encoded.bytes);
}

/** Waits in silence; false when the caller left first, or will have to. */
async function outlasts(reply: FastifyReply, seconds: number | undefined): Promise<boolean> {
  reply.hijack();
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const day = 86_400;
  try {
    await pause((seconds ?? day) * 1_000, undefined, { ref: false, signal: left.signal });
  } catch {
    return false;
  }
  return true;
}

function tear(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

function changeBody(answer: StubAnswer, fault: TransportFault): StubAnswer {
  switch (fault.kind) {
    case 'html':
      return {
        status: fault.status,
        body: `<html><head><title>${fault.status}</title></head><body><center><h1>Bad gateway</h1></center></body></html>`,
        headers: { 'content-type': 'text/html' },
      };
    case 'cut_json': {
      const text = typeof answer.body === 'object' ? JSON.stringify(answer.body) : '{"data":{}}';
      return { ...answer, body: Buffer.from(text.slice(0, Math.ceil(text.length / 2))) };
    }
    case 'huge':
      return { ...answer, body: { data: [{ filler: 'x'.repeat(Math.round(fault.megabytes * 1_000_000)) }] } };
    default:
      return answer;
  }
}

async function encode({ status, body, headers }: StubAnswer, compresses: boolean): Promise<Encoded> {
  if (body === undefined) return { status, headers: { ...headers, 'content-length': '0' }, bytes: Buffer.alloc(0) };
  const isText = typeof body === 'string';
  const plain = Buffer.isBuffer(body) ? body : Buffer.from(isText ? body : JSON.stringify(body));
  const isCompressed = compresses && plain.length >= gzipBytesMin;
  const bytes = isCompressed ? await compress(plain) : plain;
  return {
    status,
    bytes,
    headers: {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      ...(isCompressed ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
      ...headers,
      'content-length': String(bytes.length),
    },
  };
}

async function compress(plain: Buffer): Promise<Buffer> {
  const known = compressedBefore.get(plain);
  if (known !== undefined) return known;
  const bytes = await gzip(plain, { level: constants.Z_BEST_SPEED });
  compressedBefore.set(plain, bytes);
  return bytes;
}

function takesGzip(request: FastifyRequest): boolean {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return accepted.split(',').some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0+)?\s*$).*)?$/.test(one));
}

async function drip(
  reply: FastifyReply,
  { status, headers, bytes }: Encoded,
  { chunks, milliseconds }: { readonly chunks: number; readonly milliseconds: number },
): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / chunks));
  reply.raw.writeHead(status, headers);
  for (let at = 0; at < bytes.length && !reply.raw.destroyed; at += size) {
    await pause(milliseconds, undefined, { ref: false });
    reply.raw.write(bytes.subarray(at, at + size));
  }
  reply.raw.end();
}

function cutBody(reply: FastifyReply, { status, headers, bytes }: Encoded): void {
  reply.raw.writeHead(status, headers);
  reply.raw.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => reply.raw.socket?.resetAndDestroy());
}
