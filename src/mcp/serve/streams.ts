import type { MountContext } from '../../platform/http/route.ts';

/** Open event streams one credential may have at a process. */
const streamsPerCredentialMax = 16;
/** Open event streams of all credentials of one organization at a process. */
const streamsPerOrganizationMax = 32;
/** Open event streams of a process: each holds a socket and a timer. */
const streamsMax = 512;
/**
 * How often a stream that only waits looks whether it may still be open: what a revoked key holds open ends within this
 * time.
 */
const watchMs = 2_000;

/** Who opens a stream. */
export interface StreamOwner {
  readonly credentialId: string;
  readonly organizationId: string;
}
/** The event streams of a process, by owner. */
export interface Streams {
  /**
   * Admits a stream and returns the function that releases its place, which may be called twice; undefined when the
   * credential or its organization has as many open as it may. A full process never refuses: it calls `end` of the
   * oldest stream of the organization that has most, so that no organization can shut out another.
   */
  enter(owner: StreamOwner, end: () => void): (() => void) | undefined;
}

interface OpenStream {
  readonly credentialId: string;
  readonly end: () => void;
}

/** Counts open streams, so that no client, and no organization, can hold more than its share of sockets. */
export function createStreams(): Streams {
  // A Set remembers insertion order: the first stream of an organization is its oldest.
  const byOrganization = new Map<string, Set<OpenStream>>();
  let total = 0;
  const release = (organizationId: string, stream: OpenStream) => {
    const own = byOrganization.get(organizationId);
    if (!own?.delete(stream)) return;
    total -= 1;
    if (own.size === 0) byOrganization.delete(organizationId);
  };
  const endOldestOfLargest = () => {
    let largest: readonly [string, Set<OpenStream>] | undefined;
    for (const entry of byOrganization) if (largest === undefined || entry[1].size > largest[1].size) largest = entry;
    const oldest = largest?.[1].values().next().value;
    if (largest === undefined || oldest === undefined) return;
    release(largest[0], oldest);
    oldest.end();
  };
  return {
    enter({ credentialId, organizationId }, end) {
      const own = byOrganization.get(organizationId) ?? new Set<OpenStream>();
      let ofCredential = 0;
      for (const other of own) if (other.credentialId === credentialId) ofCredential += 1;
      if (ofCredential >= streamsPerCredentialMax || own.size >= streamsPerOrganizationMax) return undefined;
      if (total >= streamsMax) endOldestOfLargest();
      const stream: OpenStream = { credentialId, end };
      // The stream that was ended may have been the last of this very organization.
      const present = byOrganization.get(organizationId) ?? own;
      byOrganization.set(organizationId, present.add(stream));
      total += 1;
      return () => release(organizationId, stream);
    },
  };
}

/** What ends a stream that only waits, beside its client and the process. */
export interface WaitingStream {
  /** Fires when its place is given to another. */
  readonly ended: AbortSignal;
  isAllowed(): Promise<boolean>;
}

/**
 * Writes an answer of the SDK to the socket: its status, its headers, and its body as it comes. A stream ends with its
 * source, with its client, with the process, and where it waits also when its place is taken or it may no longer be
 * open.
 */
export async function sendAnswer(
  { response, streamsEnd, countUnsent }: MountContext,
  { organizationId }: Pick<StreamOwner, 'organizationId'>,
  answer: Response,
  waiting?: WaitingStream,
): Promise<void> {
  for (const [name, value] of answer.headers)
    if (name !== 'connection' && name !== 'cache-control') response.setHeader(name, value);
  // A stream that waits may end with the process: its socket must not be reused for another request.
  if (waiting) response.shouldKeepAlive = false;
  response.writeHead(answer.status);
  const body = answer.body?.getReader();
  if (!body) {
    response.end();
    return;
  }
  response.flushHeaders();
  const end = () => void body.cancel().catch(() => undefined);
  const watch = waiting
    ? setInterval(() => void waiting.isAllowed().then((may) => (may ? undefined : end()), end), watchMs)
    : undefined;
  response.once('close', end);
  const signals = [streamsEnd, ...(waiting ? [waiting.ended] : [])];
  for (const signal of signals) signal.addEventListener('abort', end, { once: true });
  if (signals.some(({ aborted }) => aborted)) end();
  try {
    for (let next = await body.read(); !next.done && !response.destroyed; next = await body.read()) {
      const isTaken = response.write(next.value);
      countUnsent(organizationId, next.value.length);
      if (!isTaken) await drained(response);
    }
  } finally {
    clearInterval(watch);
    for (const signal of signals) signal.removeEventListener('abort', end);
    response.end();
  }
}

async function drained(response: MountContext['response']): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}
