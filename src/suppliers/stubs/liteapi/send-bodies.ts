import type { FastifyReply } from 'fastify';
import type { StubAnswer } from '../send-answer.ts';

/**
 * Sends a body where HTTP allows none (204, 304), as LiteAPI's documents show it. Node leaves such a body out, so the
 * bytes are written to the socket as they are, and the connection ends with them.
 */
export function sendForbiddenBody(reply: FastifyReply, { status, body }: StubAnswer): void {
  reply.hijack();
  const bytes = Buffer.from(JSON.stringify(body));
  const head = [
    `HTTP/1.1 ${status} ${status === 204 ? 'No Content' : 'Not Modified'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${bytes.length}`,
    'connection: close',
  ];
  reply.raw.socket?.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
}
