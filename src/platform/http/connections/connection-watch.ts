import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ConnectionLimits } from './limits.ts';

/**
 * Connections are looked at this many times within the write time-out. Looks are counted, not seconds: after a pause of
 * the whole process clients have not had those seconds either.
 */
const LOOKS_PER_TIMEOUT = 6;
/** One IPv6 subscriber has all addresses of a /64. */
const IPV6_PREFIX_BYTES = 8;

/** What a watch needs besides the limits. */
export interface ConnectionWatchOptions {
  readonly limits: ConnectionLimits;
  /** Whether clients connect directly: behind a proxy every connection comes from the proxy's address. */
  readonly isDirect: boolean;
  /** Called for each connection that was closed, with the reason. */
  onClosed(reason: 'unread' | 'address'): void;
}

/** How far a client has read. */
interface Progress {
  /** Bytes of writes that the operating system has taken completely. */
  taken: number;
  /** Bytes of the present write that it has not taken yet. */
  queued: number;
  /** How many looks in a row found both unchanged. */
  looks: number;
}

/**
 * Closes connections of clients that do not read, and those beyond the bound of an address. A connection is closed when
 * bytes wait for its client and none was taken for the write time-out; one on which nothing waits (a quiet event
 * stream) stays, and so does one that is read slowly. Answers the function that ends the watch.
 */
export function watchConnections(server: Server, { limits, isDirect, onClosed }: ConnectionWatchOptions): () => void {
  const open = new Map<Socket, Progress>();
  const perAddress = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = isDirect ? countedAddress(socket.remoteAddress) : undefined;
    if (address !== undefined && !enter(perAddress, address, limits.connectionsPerAddressMax)) {
      onClosed('address');
      socket.destroy();
      return;
    }
    open.set(socket, { taken: 0, queued: 0, looks: 0 });
    socket.once('close', () => {
      open.delete(socket);
      if (address !== undefined) leave(perAddress, address);
    });
  });
  const timer = setInterval(
    () => {
      for (const [socket, progress] of open) {
        if (!isStalled(socket, progress)) continue;
        onClosed('unread');
        socket.destroy();
      }
    },
    Math.ceil(limits.writeTimeoutMs / LOOKS_PER_TIMEOUT),
  ).unref();
  return () => clearInterval(timer);
}

/** Notes what was taken since the last look; true when that is nothing for too long. */
function isStalled(socket: Socket, progress: Progress): boolean {
  const unsent = socket.writableLength;
  const taken = socket.bytesWritten - unsent;
  const queued = queuedBytes(socket);
  const hasMoved = unsent === 0 || taken !== progress.taken || queued !== progress.queued;
  Object.assign(progress, { taken, queued, looks: hasMoved ? 0 : progress.looks + 1 });
  return progress.looks >= LOOKS_PER_TIMEOUT;
}

/**
 * Bytes of the write under way that the operating system has not taken. One write may be a whole answer, which a slow
 * client reads for minutes; Node looks at the same number before it says that a socket has timed out. 0 where a socket
 * does not have it.
 */
function queuedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const size: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return typeof size === 'number' ? size : 0;
}

/**
 * What the connections of a client are counted under; undefined for this machine itself, whose programs are trusted.
 */
export function countedAddress(remoteAddress: string | undefined): string | undefined {
  if (remoteAddress === undefined || !ipaddr.isValid(remoteAddress)) return undefined;
  const address = ipaddr.process(remoteAddress);
  if (address.range() === 'loopback') return undefined;
  return address.kind() === 'ipv6' ? address.toByteArray().slice(0, IPV6_PREFIX_BYTES).join('.') : address.toString();
}

function enter(counts: Map<string, number>, address: string, countMax: number): boolean {
  const count = counts.get(address) ?? 0;
  if (count >= countMax) return false;
  counts.set(address, count + 1);
  return true;
}

function leave(counts: Map<string, number>, address: string): void {
  const count = (counts.get(address) ?? 1) - 1;
  if (count > 0) counts.set(address, count);
  else counts.delete(address);
}
