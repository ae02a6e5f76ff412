import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { embeddedDatabaseIn } from '../../data-dir.ts';
import { serverUrlsOf } from './server-choice.ts';

/** The part of the configuration that identifies a database. */
export type NamedDatabase = Pick<Config, 'environment' | 'dataDir' | 'databaseUrl'>;

const PORT_DEFAULT = '5432';

/**
 * Names a database for people and for other processes, without its user and password: host, port and name of a server's
 * (`db.internal:5432/bly`), the folder of the embedded one. Two processes on one database name it alike.
 */
export function placeOf({ dataDir, databaseUrl }: Omit<NamedDatabase, 'environment'>): string {
  return databaseUrl === undefined ? resolve(embeddedDatabaseIn(dataDir)) : placeOnServer(databaseUrl);
}

/** `the sandbox database db.internal:5432/bly`. */
export function describeDatabase(named: NamedDatabase): string {
  return `the ${named.environment} database ${placeOf(named)}`;
}

/** Hosts are sorted: in which order a standby and its primary are named makes no other database of them. */
function placeOnServer(databaseUrl: string): string {
  const urls = serverUrlsOf(databaseUrl).map((url) => new URL(url));
  const [first] = urls;
  const hosts = urls.map(({ hostname, port, searchParams }) => {
    // A socket's folder stands in the query: postgres:///bly?host=/var/run/postgresql.
    const host = searchParams.get('host') ?? hostname;
    return `${host}:${searchParams.get('port') ?? (port || PORT_DEFAULT)}`;
  });
  const name = decodeURIComponent(first?.pathname.slice(1) || first?.username || '');
  return `${hosts.toSorted().join(',')}/${name}`;
}
