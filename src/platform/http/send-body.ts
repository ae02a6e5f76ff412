import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BytesOwner, UnsentBytes } from './connections/unsent-bytes.ts';
import { giveBackOnceSent } from './give-back.ts';

/** The body of an answer, and what may be done with it. */
export interface Body {
  readonly payload: string | Buffer;
  /** Whose unread bytes they are. */
  readonly owner: BytesOwner;
  /** Nobody else holds the payload: its memory is given back as soon as it is sent. */
  readonly isSentOnce?: boolean | undefined;
}

/** Sends a body whose head is set on the reply, and counts it until its client has read it. */
export function sendBody(parts: { readonly unsent: UnsentBytes }, request: FastifyRequest, reply: FastifyReply, body: Body): FastifyReply {
  const { payload, owner, isSentOnce = false } = body;
  const bytes = payload.length;
  if (isSentOnce) giveBackOnceSent(reply.raw, payload);
  reply.send(payload);
  if (request.method !== 'HEAD') parts.unsent.countAnswer(reply.raw, request.raw.socket, owner, bytes);
  return reply;
}
