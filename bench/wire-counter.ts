import { createServer, connect, type Socket } from 'node:net';

/** What passed over the wire while some work ran. A commit is a transaction that wrote, its own or an explicit one. */
export interface WireCount {
  readonly statements: number;
  readonly commits: number;
  /** The most frequent statements, shortened, with how often they ran. */
  readonly top: readonly (readonly [string, number])[];
}

/** A proxy in front of PostgreSQL that counts executed statements by reading the protocol's frames. */
export interface CountingProxy {
  readonly url: string;
  during(work: () => Promise<unknown>): Promise<WireCount>;
  close(): Promise<void>;
}

const TEXT_MAX = 110;
const topMax = 60;

interface Tally {
  statements: number;
  commits: number;
  readonly texts: Map<string, number>;
}

/** Starts the proxy for a connection string; `url` is the same database through it. */
export async function countingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  let tally = newTally();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || '5432'), target.hostname);
    const reader = new ClientReader(() => tally);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      reader.push(bytes);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => client.write(bytes));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url: url.toString(),
    async during(work) {
      tally = newTally();
      await work();
      const top = [...tally.texts].sort((a, b) => b[1] - a[1]).slice(0, topMax);
      return { statements: tally.statements, commits: tally.commits, top };
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function newTally(): Tally {
  return { statements: 0, commits: 0, texts: new Map() };
}

/** Follows one connection's frames from the client: Parse and Bind name a statement, Execute and Query run one. */
class ClientReader {
  readonly #tally: () => Tally;
  #rest: Buffer = Buffer.alloc(0);
  #started = false;
  readonly #prepared = new Map<string, string>();
  #bound = '';
  #isInTransaction = false;
  #hasWritten = false;

  constructor(tally: () => Tally) {
    this.#tally = tally;
  }

  push(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const headLength = this.#started ? 5 : 4;
      if (this.#rest.length < headLength) return;
      const length = this.#rest.readInt32BE(headLength - 4) + headLength - 4;
      if (this.#rest.length < length) return;
      const frame = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      if (this.#started) this.#read(String.fromCharCode(frame[0] ?? 0), frame.subarray(5));
      else this.#started = true;
    }
  }

  #read(type: string, body: Buffer): void {
    if (type === 'P') {
      const [name, text] = [cString(body, 0), ''];
      this.#prepared.set(name, text + cString(body, Buffer.byteLength(name) + 1));
    } else if (type === 'B')
      this.#bound = this.#prepared.get(cString(body, Buffer.byteLength(cString(body, 0)) + 1)) ?? '';
    else if (type === 'E') this.#ran(this.#bound);
    else if (type === 'Q') this.#ran(cString(body, 0));
  }

  #ran(text: string): void {
    const tally = this.#tally();
    const word = text.trimStart().slice(0, 12).toLowerCase();
    const isWrite = /\b(insert|update|delete|for update|nextval|setval)\b/i.test(text);
    tally.statements += 1;
    const short = text.replace(/\s+/g, ' ').slice(0, TEXT_MAX);
    tally.texts.set(short, (tally.texts.get(short) ?? 0) + 1);
    if (word.startsWith('begin') || word.startsWith('start')) {
      this.#isInTransaction = true;
      this.#hasWritten = false;
    } else if (word.startsWith('commit')) {
      if (this.#hasWritten) tally.commits += 1;
      this.#isInTransaction = false;
    } else if (word.startsWith('rollback')) this.#isInTransaction = false;
    else if (this.#isInTransaction) this.#hasWritten ||= isWrite;
    else if (isWrite) tally.commits += 1;
  }
}

function cString(bytes: Buffer, from: number): string {
  const end = bytes.indexOf(0, from);
  return bytes.toString('utf8', from, end < 0 ? bytes.length : end);
}
