import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform.ts';
import { presentRefusal, refuse } from '../../errors.ts';
import { refusalAnswer } from '../send/answer.ts';
import { safetyHeaders } from '../compiled-route.ts';
import { freshRequestId, readRequestId } from '../input/request-headers.ts';

/**
 * How long a client may take to read the answer to a request that was no HTTP, before its connection is closed
 * regardless.
 */
const lingerMs = 1_000;
const HOST_LENGTH = 'host'.length;

/**
 * Answers what is not even HTTP (header injection, an oversized header, a request that never ends) and closes the
 * connection on both sides: a client that leaves its own side open would otherwise hold the descriptor for as long as
 * it wants.
 */
export function answerBrokenRequest(app: Platform, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOfBrokenRequest(error.code);
  const refusal = refuse('body_malformed', { message: 'The request is not valid HTTP.' });
  const payload = JSON.stringify(presentRefusal(refusal, app.config.publicUrl));
  const safety = Object.entries(safetyHeaders(app.config))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Request-ID: ${freshRequestId()}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n${safety}Connection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(payload)}\r\n\r\n${payload}`,
    () => socket.destroySoon(),
  );
}

function statusOfBrokenRequest(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/**
 * Whether a request names its host never or more than once, which RFC 9112 (section 3.2) wants refused: a proxy in
 * front may have chosen the other one. Node has only the first among its headers, so the raw ones are looked at.
 */
export function lacksOneHost({ raw: { rawHeaders, httpVersion } }: FastifyRequest): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST_LENGTH && name.toLowerCase() === 'host') count += 1;
  }
  // HTTP/1.0 knows no such header.
  return count > 1 || (count === 0 && httpVersion === '1.1');
}

/** The 400 of a request that cannot be parsed; the connection ends with it. */
export function refuseHosts(app: Platform, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const has = request.raw.headers.host === undefined ? 'no Host header' : 'more than one Host header';
  const refusal = refuse('body_malformed', { message: `The request has ${has}. Send exactly one.` });
  reply.code(400).headers({
    ...safetyHeaders(app.config),
    'cache-control': 'no-store',
    connection: 'close',
    'x-request-id': readRequestId(request.raw.headers),
    'content-type': 'application/json; charset=utf-8',
  });
  return reply.send(refusalAnswer(refusal, app.config.publicUrl).payload);
}
