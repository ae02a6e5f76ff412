import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFreePort } from '../../../scripts/free-port.ts';
import { asServerUser } from '../../../scripts/postgres.ts';
import { closedAtTheEnd } from '../service/leak-check.ts';
import { until } from './postgres-servers.ts';

/** Where Debian's package puts it. */
export const PGBOUNCER = '/usr/sbin/pgbouncer';

/** A pooler in front of a server of the test's own. */
export interface Pooler {
  readonly port: number;
  /** What it has written so far: the server's errors are in it. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer with its defaults, but for the mode. Throws where it is not installed. */
export async function startPgBouncer(settings: {
  readonly mode: 'session' | 'transaction';
  readonly serverPort: number;
}): Promise<Pooler> {
  if (!existsSync(PGBOUNCER)) throw new Error('PgBouncer is not installed: apt-get install pgbouncer.');
  const folder = mkdtempSync(join(tmpdir(), 'bly-pgbouncer-'));
  const port = await claimFreePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${settings.serverPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${settings.mode}
default_pool_size = 10
max_client_conn = 100
`,
  );
  // It refuses to run as root, and runs as somebody who has to read this.
  for (const path of [folder, file]) chmodSync(path, 0o755);
  const [command, args] = asServerUser(PGBOUNCER, [file]);
  const pooler = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder });
  let written = '';
  for (const stream of [pooler.stdout, pooler.stderr])
    stream.on('data', (chunk) => {
      written += String(chunk);
    });
  const gone = new Promise((resolve) => pooler.once('exit', resolve));
  await until(() => listens(port));
  const stop = closedAtTheEnd(async () => {
    pooler.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });
  return { port, log: () => written, stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
