import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from '../../../scripts/postgres.ts';
import { joinNodes, urlOf } from './cluster.ts';
import { type OwnServer, startOwnServer } from './postgres-servers.ts';

const WORKERS = 2;
const SETTINGS = [
  'shared_preload_libraries=citus',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'max_connections=300',
  'max_prepared_transactions=400',
  'max_worker_processes=64',
  // A shard that is moved is copied by logical replication, while its rows are written.
  'wal_level=logical',
  // Few: each test has a database of its own, with all of them.
  'citus.shard_count=4',
  'citus.max_cached_conns_per_worker=2',
  // In the clear: it is quicker, and a test can see what a node is sent.
  'citus.node_conninfo=sslmode=disable',
  // What was committed in two phases stays on record, to be counted.
  'citus.recover_2pc_interval=1h',
] as const;

/** True where Citus is installed for the newest PostgreSQL on this machine. */
export function isCitusInstalled(): boolean {
  const binaries = findPostgresBinaries();
  return binaries !== undefined && existsSync(join(binaries, '..', 'lib', 'citus.so'));
}

/** A coordinator and its workers, which know each other in the database `postgres`. */
export async function startCitus(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const servers: OwnServer[] = [];
  for (let count = 0; count <= WORKERS; count += 1) servers.push(await startOwnServer(SETTINGS));
  const [coordinator, ...workers] = servers.map(({ port }) => `postgres://postgres@127.0.0.1:${port}/postgres`);
  if (coordinator === undefined) throw new Error('No server was started.');
  await joinNodes([coordinator, ...workers], 'postgres');
  return {
    url: urlOf(coordinator, 'postgres'),
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
}
