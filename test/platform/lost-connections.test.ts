import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDb } from '../../src/platform/db/create-db.ts';
import { EmbeddedSocket } from '../../src/platform/db/embedded-socket.ts';
import { openServer } from '../../src/platform/db/server/server-database.ts';

const TERMINATE = 'X'.charCodeAt(0);
const log = pino({ level: 'silent' });

/** A database server whose network the test can break: PGlite behind a TCP port, one connection at a time. */
interface BreakableServer {
  readonly url: string;
  /** Takes what is sent and answers nothing. */
  isSilent: boolean;
  /** Resets every connection, without a word of the protocol. */
  cut(): void;
  close(): Promise<void>;
}

async function startBreakable(): Promise<BreakableServer> {
  const database = await PGlite.create();
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    const backend = new EmbeddedSocket(database);
    backend.on('data', (bytes) => socket.write(bytes));
    socket.on('data', (bytes) => {
      if (!server.isSilent && bytes[0] !== TERMINATE) backend.write(bytes);
    });
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const server = {
    url: `postgres://postgres@127.0.0.1:${portOf(listener.address())}/postgres`,
    isSilent: false,
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      server.cut();
      listener.close();
      await database.close();
    },
  };
  return server;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  return address.port;
}

let server: BreakableServer;
beforeAll(async () => {
  server = await startBreakable();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => server.close());

/** A database of one connection, and the moment at which its first connection is gone. */
function open() {
  const opened = openServer({ url: server.url, poolMax: 1 }, log);
  const gone = Promise.withResolvers<void>();
  opened.pool.once('connect', (client: pg.PoolClient) => client.once('end', () => gone.resolve()));
  return { db: createDb('server', opened, log), gone: gone.promise };
}

const answerOf = async (db: ReturnType<typeof open>['db']) =>
  (await sql<{ answer: number }>`select 42 as answer`.execute(db.q)).rows;

test('a connection cut while nobody waits for it fails its transaction, not the process, and the next statement gets another', async () => {
  const { db, gone } = open();
  await expect(
    db.transaction(async (tx) => {
      await sql`select 1`.execute(tx.q);
      server.cut();
      await gone;
      await sql`select 1`.execute(tx.q);
    }),
  ).rejects.toThrow(/connection/i);
  expect(await answerOf(db)).toEqual([{ answer: 42 }]);
  await db.close();
});

test('a statement under way on a connection that is cut fails', async () => {
  const { db, gone } = open();
  await db.ping();
  server.isSilent = true;
  const waiting = expect(db.ping()).rejects.toThrow(/ECONNRESET|terminated/);
  // The statement has gone out by the next turn, and a reset reaches whoever waits for its answer.
  setImmediate(() => server.cut());
  await Promise.all([waiting, gone]);
  server.isSilent = false;
  expect(await answerOf(db)).toEqual([{ answer: 42 }]);
  await db.close();
});

test('a server that falls silent fails a statement after 20 seconds, and its connection is thrown away', async () => {
  const { db, gone } = open();
  await db.ping();
  server.isSilent = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let failure: unknown;
  const waiting = db.ping().catch((error: unknown) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(String(failure)).toContain('Query read timeout');
  vi.useRealTimers();
  await gone;
  server.isSilent = false;
  expect(await answerOf(db)).toEqual([{ answer: 42 }]);
  await db.close();
});

test('a transaction that has lifted its time-out, as a migration does, waits on', async () => {
  const { db } = open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let failure: unknown;
  let failureWithinAnHour: unknown;
  const migrating = db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx.q);
    server.isSilent = true;
    const statement = sql`select 1`.execute(tx.q).catch((error: unknown) => {
      failure = error;
    });
    // By the next turn it has been sent and its timer set.
    await turn();
    await vi.advanceTimersByTimeAsync(3_600_000);
    failureWithinAnHour = failure;
    server.cut();
    await statement;
  });
  await expect(migrating).rejects.toThrow(/ECONNRESET|terminated|connection/i);
  expect(failureWithinAnHour).toBeUndefined();
  vi.useRealTimers();
  server.isSilent = false;
  expect(await answerOf(db)).toEqual([{ answer: 42 }]);
  await db.close();
});
