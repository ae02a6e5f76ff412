import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const DEBIAN_VERSIONS = '/usr/lib/postgresql';
const accounts = 100_000;
const tellers = 10;
const deltaMax = 5_000;

/**
 * The anchor of budget 2: PostgreSQL's own "TPC-B (sort of)" transaction, one client; `meanMs` runs it for some
 * seconds.
 */
export interface TpcbLike {
  readonly name: string;
  meanMs(seconds: number): Promise<number>;
}

/** pgbench where it is installed, else the same tables and statements sent with pg. */
export async function createTpcbLike(databaseUrl: string): Promise<TpcbLike> {
  const pgbench = findPgbench();
  return pgbench === undefined ? await createOwn(databaseUrl) : await createPgbench(pgbench, databaseUrl);
}

function findPgbench(): string | undefined {
  const versions = existsSync(DEBIAN_VERSIONS)
    ? readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a))
    : [];
  return versions.map((version) => join(DEBIAN_VERSIONS, version, 'bin', 'pgbench')).find((path) => existsSync(path));
}

async function createPgbench(pgbench: string, databaseUrl: string): Promise<TpcbLike> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const server = ['-h', hostname, '-p', port || '5432', '-U', username];
  const options = { env: { ...process.env, PGPASSWORD: password } };
  await run(pgbench, [...server, '-i', '-q', '-s', '1', pathname.slice(1)], options);
  return {
    name: 'pgbench',
    async meanMs(seconds) {
      const { stdout } = await run(
        pgbench,
        [...server, '-n', '-c', '1', '-j', '1', '-T', String(seconds), '-b', 'tpcb-like', pathname.slice(1)],
        options,
      );
      const mean = Number(/latency average = ([\d.]+) ms/.exec(stdout)?.[1]);
      if (!(mean > 0)) throw new Error(`pgbench said: ${stdout.slice(0, 300)}`);
      return mean;
    },
  };
}

async function createOwn(databaseUrl: string): Promise<TpcbLike> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    create table pgbench_branches (bid int primary key, bbalance int, filler char(88));
    create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches values (1, 0, '');
    insert into pgbench_tellers select tid, 1, 0, '' from generate_series(1, ${tellers}) as tid;
    insert into pgbench_accounts select aid, 1, 0, '' from generate_series(1, ${accounts}) as aid`);
  await client.query('vacuum analyze');
  await client.end();
  return { name: 'the statements of pgbench, sent with pg', meanMs: (seconds) => ownMeanMs(databaseUrl, seconds) };
}

async function ownMeanMs(databaseUrl: string, seconds: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const start = performance.now();
  let done = 0;
  while (performance.now() < start + seconds * 1_000) {
    const [aid, tid, delta] = [
      1 + Math.floor(Math.random() * accounts),
      1 + Math.floor(Math.random() * tellers),
      Math.floor((Math.random() * 2 - 1) * deltaMax),
    ];
    for (const statement of [
      'begin',
      `update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`,
      `select abalance from pgbench_accounts where aid = ${aid}`,
      `update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`,
      `update pgbench_branches set bbalance = bbalance + ${delta} where bid = 1`,
      `insert into pgbench_history (tid, bid, aid, delta, mtime) values (${tid}, 1, ${aid}, ${delta}, current_timestamp)`,
      'end',
    ])
      await client.query(statement);
    done += 1;
  }
  const mean = (performance.now() - start) / done;
  await client.end();
  return mean;
}
