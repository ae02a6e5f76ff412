import pg from 'pg';

/** Runs on one connection to the database that an address names. */
export async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of another database of the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

const clusters = new Map<string, Promise<readonly string[]>>();

/**
 * The addresses of all servers that hold a database together, the one named first: the coordinator and the workers that
 * the named database knows, or a plain server alone.
 */
export function nodesOf(serverUrl: string): Promise<readonly string[]> {
  const known = clusters.get(serverUrl) ?? readNodes(serverUrl);
  clusters.set(serverUrl, known);
  return known;
}

async function readNodes(serverUrl: string): Promise<readonly string[]> {
  return await onServer(serverUrl, async (client) => {
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
    if (rowCount === 0) return [serverUrl];
    const { rows } = await client.query<{ port: number }>(
      'select nodeport as port from pg_dist_node where groupid > 0 order by groupid',
    );
    return [serverUrl, ...rows.map(({ port }) => withPort(serverUrl, port))];
  });
}

/** Makes the databases of this name on all nodes one distributed database. */
export async function joinNodes(nodes: readonly string[], database: string): Promise<void> {
  const [coordinator, ...workers] = nodes.map((node) => urlOf(node, database));
  if (coordinator === undefined || workers.length === 0) return;
  await onEach([coordinator, ...workers], 'create extension citus');
  await onServer(coordinator, async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
    for (const worker of workers.map((one) => new URL(one)))
      await client.query('select citus_add_node($1, $2)', [worker.hostname, Number(worker.port)]);
  });
}

/** Sends one statement to each server. */
export async function onEach(serverUrls: readonly string[], statement: string): Promise<void> {
  await Promise.all(serverUrls.map((serverUrl) => onServer(serverUrl, (client) => client.query(statement))));
}

/**
 * Closes a database to everybody, so that it can be renamed and copied: on each node a process of Citus's own is
 * connected to it.
 */
export async function closeToAll(nodes: readonly string[], database: string): Promise<void> {
  await onEach(nodes, `alter database ${database} with allow_connections false`);
  for (const node of nodes) await onServer(node, (client) => endSessions(client, database));
}

async function endSessions(client: pg.Client, database: string): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [database],
    );
    if (rowCount === 0) return;
  }
}

function withPort(serverUrl: string, port: number): string {
  const url = new URL(serverUrl);
  url.port = String(port);
  return url.toString();
}
