import type { MountContext } from '../platform/http/route.ts';

/** Open event streams one credential may have at a process. */
const streamsPerCredentialMax = 16;
/** Open event streams of all credentials at a process: each is a socket, and looked after. */
const streamsMax = 512;
/** How often a stream that only waits looks whether it may still be open: what a revoked key holds open ends within this time. */
const watchMs = 2_000;

/** The event streams of a process, by whose they are. */
export interface Streams {
  /** False when the credential, or the process, has as many open as it may. */
  enter(credentialId: string): boolean;
  leave(credentialId: string): void;
}

/** Counts open streams, so that no client can hold more than its share of sockets. */
export function createStreams(): Streams {
  const open = new Map<string, number>();
  let total = 0;
  return {
    enter(credentialId) {
      const count = open.get(credentialId) ?? 0;
      if (count >= streamsPerCredentialMax || total >= streamsMax) return false;
      total += 1;
      open.set(credentialId, count + 1);
      return true;
    },
    leave(credentialId) {
      total -= 1;
      const count = (open.get(credentialId) ?? 1) - 1;
      if (count > 0) open.set(credentialId, count);
      else open.delete(credentialId);
    },
  };
}

/**
 * Writes an answer of the SDK to the socket: its status, its headers, and its body as it comes. A stream ends with its source,
 * with its client, with the process, and as soon as `isAllowed` says that it may no longer be open.
 */
export async function sendAnswer({ response, streamsEnd }: MountContext, answer: Response, isAllowed?: () => Promise<boolean>): Promise<void> {
  for (const [name, value] of answer.headers) if (name !== 'connection' && name !== 'cache-control') response.setHeader(name, value);
  // A stream that waits may end with the process: its socket must not then be kept for a next request.
  if (isAllowed) response.shouldKeepAlive = false;
  response.writeHead(answer.status);
  const body = answer.body?.getReader();
  if (!body) {
    response.end();
    return;
  }
  response.flushHeaders();
  const end = () => void body.cancel().catch(() => undefined);
  const watch = isAllowed ? setInterval(() => void isAllowed().then((may) => (may ? undefined : end()), end), watchMs) : undefined;
  response.once('close', end);
  streamsEnd.addEventListener('abort', end, { once: true });
  if (streamsEnd.aborted) end();
  try {
    for (let next = await body.read(); !next.done && !response.destroyed; next = await body.read()) {
      if (!response.write(next.value)) await drained(response);
    }
  } finally {
    clearInterval(watch);
    streamsEnd.removeEventListener('abort', end);
    response.end();
  }
}

async function drained(response: MountContext['response']): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}
