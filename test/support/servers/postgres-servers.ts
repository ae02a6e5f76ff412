import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { claimFreePort } from '../../../scripts/free-port.ts';
import { closedAtTheEnd } from '../service/leak-check.ts';
import { asServerUser, findPostgresBinaries } from '../../../scripts/postgres.ts';

/** A PostgreSQL server of a test's own, which may be killed and promoted. */
export interface OwnServer {
  readonly port: number;
  /** Runs one statement as the superuser. */
  ask(statement: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  /** `kill -9` of all its processes: nothing is said to anybody. */
  kill(): Promise<void>;
  /** A standby becomes the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const START_ATTEMPTS_MAX = 200;
const STANDBY_NAME = 'standby';

/** One server, empty, with these settings beside those of every test server. */
export function startOwnServer(settings: readonly string[] = []): Promise<OwnServer> {
  return startOwn((data) => run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8']), settings);
}

/** A primary that acknowledges a commit once its standby has it, and the standby; stopped by `stop` of both. */
export async function startReplicated(): Promise<{ readonly primary: OwnServer; readonly standby: OwnServer }> {
  const primary = await startOwnServer();
  await primary.ask('create role copier replication login');
  const standby = await startOwn((data) =>
    run('pg_basebackup', [
      ...['-D', data, '-X', 'stream', '-R', '-c', 'fast'],
      ...['-d', `host=127.0.0.1 port=${primary.port} user=copier application_name=${STANDBY_NAME}`],
    ]),
  );
  await primary.ask(`alter system set synchronous_standby_names = '${STANDBY_NAME}'`);
  await primary.ask('select pg_reload_conf()');
  await until(
    async () => (await primary.ask(`select 1 from pg_stat_replication where sync_state = 'sync'`)).length > 0,
  );
  return { primary, standby };
}

async function startOwn(fill: (data: string) => void, more: readonly string[] = []): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bly-server-'));
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  fill(data);
  const port = await claimFreePort();
  const settings = [
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'listen_addresses=127.0.0.1',
    'fsync=off',
    ...more,
  ];
  const [command, args] = asServerUser(binary('postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])]);
  // A group of its own, so that all of its processes can be killed at once.
  const server = spawn(command, [...args], { stdio: 'ignore', cwd: folder, detached: true });
  const ask: OwnServer['ask'] = (statement, database = 'postgres') => askOnce(port, statement, database);
  await until(async () => (await ask('select 1').catch(() => [])).length > 0);
  const end = async (signal: NodeJS.Signals) => {
    await endGroup(server, signal);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    port,
    ask,
    kill: async () => {
      const processes = await ask('select pid from pg_stat_activity');
      const gone = endGroup(server, 'SIGKILL');
      // Each leads a group of its own (PostgreSQL's InitPostmasterChild), and would go on with what it has received
      // until it notices that the postmaster is gone: half of a payment could be committed by then.
      for (const { pid } of processes) endProcess(Number(pid));
      await gone;
    },
    promote: async () => {
      await ask('select pg_promote(true)');
      // Its own synchronous standby went with the primary.
      await ask(`alter system set synchronous_standby_names = ''`);
      await ask('select pg_reload_conf()');
    },
    stop: closedAtTheEnd(() => end('SIGKILL')),
  };
}

/** Kills a process, unless it has ended already. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function endGroup(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  process.kill(-server.pid, signal);
  await gone;
}

async function askOnce(port: number, statement: string, database: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Looks again until it is so. After 200 looks it throws, with what `lastSeen` says. */
export async function until(isSo: () => Promise<boolean>, lastSeen: () => string = () => ''): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS_MAX; attempt += 1) {
    if (await isSo()) return;
    await wait(100);
  }
  throw new Error(`It did not come to be so. ${lastSeen()}`);
}

function binary(name: string): string {
  const folder = findPostgresBinaries();
  if (folder === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql.');
  return join(folder, name);
}

function run(name: string, args: readonly string[]): void {
  const [command, all] = asServerUser(binary(name), args);
  execFileSync(command, [...all], { stdio: 'ignore', cwd: tmpdir() });
}
