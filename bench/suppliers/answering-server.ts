import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Outbound } from '../../src/platform/outbound/outbound.ts';
import { quantile } from '../harness.ts';
import { freshDatabase, type Service, startProduct } from '../service.ts';

const idleRequests = 300;
const searchesPerRound = 20;

/** The reading half of an adapter in front of a server that answers every search with the same bytes at once. */
export interface Fixture {
  readonly url: string;
  readonly outbound: Outbound;
  search(): Promise<unknown>;
  close(): Promise<void>;
}

/** Processor milliseconds of one search, all threads counted. */
export async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < searchesPerRound; index += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / searchesPerRound;
}

/** The anchor: the same answer fetched, parsed and written as it came. */
export async function parseAndWrite({ outbound, url }: Fixture): Promise<string> {
  const request = { method: 'POST', url, body: '{}', timeoutMs: 30_000, responseBytesMax: 50_000_000 } as const;
  const answer = await outbound.toTrusted(request);
  return answer.kind === 'answered' ? JSON.stringify(JSON.parse(answer.body)) : '';
}

/** How long the event loop was held up, in milliseconds, while a search of the fixture was under way. */
export async function measureDelay({
  search,
}: Fixture): Promise<{ readonly p99: number; readonly longest: number; readonly elapsed: number }> {
  await search();
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  const startedAt = performance.now();
  await search();
  const elapsed = performance.now() - startedAt;
  histogram.disable();
  return { p99: histogram.percentile(99) / 1e6, longest: histogram.max / 1e6, elapsed };
}

/** Milliseconds that small requests took, one after the other, beside nothing and beside searches of a large answer. */
export interface Others {
  readonly idle: readonly number[];
  readonly beside: readonly number[];
}

/** The whole product in front of a server of large answers. */
export interface Beside {
  readonly port: number;
  /** Variables of the product for a supplier at this address. */
  variables(url: string): Readonly<Record<string, string>>;
  readonly answer: Buffer;
  readonly searches: number;
  /** One search that is answered with it; no two are the same. */
  search(product: Service, index: number): Promise<void>;
}

/** What `GET /v1/account` takes at the product in a process of its own, beside its searches and beside none. */
export async function measureOthers({ port, variables, answer, searches, search }: Beside): Promise<Others> {
  const server = serve(answer);
  const database = await freshDatabase();
  const product = await startProduct(database.url, port, variables(await listen(server)));
  try {
    await search(product, 0);
    const idle = await askWhile(product, askIdle(product));
    const beside = await askWhile(product, searchAll(product, searches, search));
    return { idle, beside };
  } finally {
    await product.stop();
    await database.drop();
    server.close();
  }
}

async function searchAll(product: Service, count: number, search: Beside['search']): Promise<void> {
  for (let index = 1; index <= count; index += 1) await search(product, index);
}

async function askIdle(product: Service): Promise<void> {
  for (let index = 0; index < idleRequests; index += 1) await product.call('GET', '/v1/account');
}

/** What requests took that were made one after the other until `other` had ended. */
async function askWhile(product: Service, other: Promise<void>): Promise<readonly number[]> {
  const taken: number[] = [];
  let isOver = false;
  const end = other.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const start = performance.now();
    const { status } = await product.call('GET', '/v1/account');
    if (status !== 200) throw new Error(`/v1/account answered ${status}`);
    taken.push(performance.now() - start);
  }
  await end;
  return taken;
}

/** Milliseconds in a line: median, p99, longest, and how many. */
export function describeTimes(values: readonly number[]): string {
  const ms = (fraction: number) => quantile(values, fraction).toFixed(1);
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)} ms of ${values.length}`;
}

/** A server that answers everything with these bytes. */
export function serve(answer: Buffer): Server {
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
}

/** Lets it listen on any port of this computer; resolves with its address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
