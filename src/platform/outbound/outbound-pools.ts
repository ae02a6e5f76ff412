import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Agent, Pool } from 'undici';

/** Origins whose connections are pooled; the one unused longest is closed first. */
const linesMax = 1_000;
const connectionsPerLineMax = 64;
/** New TLS connections cost 38 times a keep-alive POST, so idle ones stay a while. */
const keepAliveMs = 30_000;
const keepAliveMaxMs = 120_000;
const connectTimeoutMs = 5_000;
const responseHeaderBytesMax = 16_384;
const trustedConnectionsMax = 64;
const trustedKeepAliveMs = 60_000;

interface PinnedPool {
  readonly address: string;
  readonly pool: Pool;
}

/** Connections of one lane to one origin. */
interface Line {
  readonly lane: string;
  readonly origin: string;
}

/** Keep-alive connections to checked addresses, by line. */
export interface PinnedPools {
  /** The addresses to try, the one we hold connections to first. */
  order(line: Line, addresses: readonly string[]): readonly string[];
  /** The pool of this line pinned to this address. A pool pinned to another address of the line is closed. */
  take(line: Line, address: string): Pool;
  close(): Promise<void>;
}

/** All connections to other hosts: pinned ones to public hosts, and those to configured suppliers. */
export interface Connections {
  readonly pools: PinnedPools;
  readonly agent: Agent;
}

/** Connects to nobody yet. */
export function createConnections(): Connections {
  return {
    pools: createPinnedPools(),
    agent: new Agent({
      connections: trustedConnectionsMax,
      keepAliveTimeout: trustedKeepAliveMs,
      headersTimeout: 0,
      bodyTimeout: 0,
    }),
  };
}

/**
 * Builds the pools. Each connects to its one address whatever the name resolves to by then; Host and SNI stay the
 * name's.
 */
function createPinnedPools(): PinnedPools {
  const pools = new LRUCache<string, PinnedPool>({ max: linesMax, dispose: (entry) => void closeQuietly(entry.pool) });
  return {
    order(line, addresses) {
      const held = pools.peek(nameOf(line))?.address;
      return held !== undefined && addresses.includes(held)
        ? [held, ...addresses.filter((address) => address !== held)]
        : addresses;
    },
    take(line, address) {
      const held = pools.get(nameOf(line));
      if (held?.address === address) return held.pool;
      const pool = openPool(line.origin, address);
      pools.set(nameOf(line), { address, pool });
      return pool;
    },
    async close() {
      const open = [...pools.values()];
      await Promise.allSettled(open.map((entry) => entry.pool.destroy()));
      pools.clear();
    },
  };
}

function nameOf({ lane, origin }: Line): string {
  return `${lane} ${origin}`;
}

function openPool(origin: string, address: string): Pool {
  return new Pool(origin, {
    connections: connectionsPerLineMax,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMaxMs,
    maxHeaderSize: responseHeaderBytesMax,
    // The caller's deadline rules the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: { lookup: lookUpOnly(address), timeout: connectTimeoutMs },
  });
}

/**
 * A resolver that knows one answer. Not asked for IP literals: there the origin's host is the checked address itself.
 */
function lookUpOnly(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

/** Requests already given to the pool finish first; each of them has a deadline of its own. */
async function closeQuietly(pool: Pool): Promise<void> {
  if (!pool.closed && !pool.destroyed) await pool.close().catch(() => undefined);
}
