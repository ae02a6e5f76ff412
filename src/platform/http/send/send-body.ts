import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, chooseCoding } from '../compression/accept-encoding.ts';
import { COMPRESSED_BYTES_MIN, type Compressor } from '../compression/compressor.ts';
import type { BytesOwner, UnsentBytes } from '../connections/unsent-bytes.ts';

/** What sending needs of its server. */
export interface SendParts {
  readonly unsent: UnsentBytes;
  readonly compressor: Compressor;
}

/** The body of an answer, and what may be done with it. */
export interface Body {
  readonly payload: string | Buffer;
  /**
   * Whose unread bytes they are; `shared` where the same bytes are sent to everybody, so that one more reader takes no
   * memory.
   */
  readonly owner: BytesOwner | 'shared';
  /** The payload is made for this answer alone, so its compressed form is not cached. */
  readonly isSentOnce: boolean;
  /** Text in which no secret stands beside text of the caller (a compression oracle, as in BREACH). */
  readonly isCompressible: boolean;
}

/** Sends a body whose head is set on the reply, in the coding its client wants, and counts it until it is read. */
export function sendBody(
  parts: SendParts,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): FastifyReply | Promise<FastifyReply> {
  if (!body.isCompressible || body.payload.length < COMPRESSED_BYTES_MIN) return sendBytes(parts, request, reply, body);
  addVary(reply);
  const coding = chooseCoding(request.raw.headers['accept-encoding']);
  if (coding === undefined) return sendBytes(parts, request, reply, body);
  return sendCompressed(parts, request, reply, body, coding);
}

/** Caches must not give what one client can read to another that cannot. */
export function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
}

async function sendCompressed(
  parts: SendParts,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  coding: Coding,
): Promise<FastifyReply> {
  const { payload, isSentOnce } = body;
  const compressed = await parts.compressor.compress(payload, coding, !isSentOnce);
  if (compressed === undefined) return sendBytes(parts, request, reply, body);
  reply.header('content-encoding', coding);
  return sendBytes(parts, request, reply, { ...body, payload: compressed });
}

function sendBytes({ unsent }: SendParts, request: FastifyRequest, reply: FastifyReply, body: Body): FastifyReply {
  const { payload, owner } = body;
  const { length } = payload;
  reply.send(payload);
  if (owner !== 'shared' && request.method !== 'HEAD') unsent.countAnswer(reply.raw, request.raw.socket, owner, length);
  return reply;
}
