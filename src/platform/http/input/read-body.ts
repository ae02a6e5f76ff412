import type { IncomingMessage } from 'node:http';
import { refuse } from '../../errors.ts';

/** Largest body of an operation: 1 MiB (contract, section 2). */
export const bodyBytesMax = 1_048_576;
/** Largest submitted form of a page. */
export const formBytesMax = 65_536;
/**
 * A body over its bound is read to its end, up to this much, and thrown away: a client that is still sending when the
 * connection closes would see a broken pipe instead of the 413.
 */
const discardedBytesMax = 16_777_216;

/** The bytes of a request's body. Throws 413 when they are more than `bytesMax`. */
export function readBody(message: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= bytesMax) chunks.push(chunk);
    else chunks.length = 0;
    if (size > discardedBytesMax) stopReading(message);
  });
  message.on('end', () => settle());
  message.on('close', () => settle());
  message.on('error', (error) => reject(refuse('body_malformed', { message: 'The body broke off.', cause: error })));
  return promise;

  function settle(): void {
    const [first] = chunks;
    if (size > bytesMax) reject(refuse('body_too_large', { message: `The body is larger than ${bytesMax} bytes.` }));
    // A request made inside the process knows no such flag: it cannot break off.
    else if (message.complete === false) reject(refuse('body_malformed', { message: 'The body broke off.' }));
    else resolve(chunks.length === 1 && first ? first : Buffer.concat(chunks));
  }
}

/** True when the request declares no body at all, so that nothing has to be awaited. */
export function hasNoBody(message: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  return encoding === undefined && (length === undefined || length === '0');
}

function stopReading(message: IncomingMessage): void {
  message.removeAllListeners('data');
  message.pause();
  message.emit('end');
}
