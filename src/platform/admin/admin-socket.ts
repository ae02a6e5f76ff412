import { chmod, lstat, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';
import { makeDataDir } from '../data-dir.ts';
import { describeDatabase, type NamedDatabase, placeOf } from '../db/server/name-database.ts';
import { describeAdminFailure } from './admin-arguments.ts';

/** Longest request or answer: an administrator's commands are short. */
const messageBytesMax = 1_048_576;
const answerTimeoutMs = 120_000;
/** Longest path a Unix socket may have on every system we run on. */
const socketPathBytesMax = 103;

/** What an administrator may ask of a running process. Arguments are checked by the command itself. */
export type AdminCommands = Readonly<Record<string, (args: unknown) => Promise<unknown>>>;

/** The open door; closing it removes the socket. */
export interface AdminSocket {
  close(): Promise<void>;
}

/** Which database a command is meant for; no place where the caller names none (no `DATABASE_URL`). */
const Target = z.object({ environment: z.enum(['sandbox', 'production']), place: z.string().optional() });
const Request = z.object({ command: z.string(), args: z.unknown(), target: Target.optional() });
const Answer = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), problem: z.string() }),
]);

/** The socket of a data directory. */
export function adminSocketPath(dataDir: string): string {
  return join(dataDir, 'admin.sock');
}

/**
 * Listens for an administrator's commands on a socket that only this user may open (mode 0600). Undefined when another
 * process of the same data directory already does, or when its path is too long for a socket. A command that is meant
 * for another database than `own` is refused.
 */
export async function openAdminSocket(
  dataDir: string,
  commands: AdminCommands,
  own?: NamedDatabase,
): Promise<AdminSocket | undefined> {
  makeDataDir(dataDir);
  const path = adminSocketPath(dataDir);
  if (Buffer.byteLength(path) > socketPathBytesMax || (await isAnswering(path))) return undefined;
  await rm(path, { force: true });
  // Half open: the asker ends its side to say that its message is complete.
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, { commands, own }));
  await listenPrivately(server, path);
  return {
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(path, { force: true });
    },
  };
}

/**
 * Asks the running process of a data directory; undefined when there is none. Throws what the process says is wrong,
 * and refuses where it works on another database than `meant`.
 */
export async function callAdmin(
  dataDir: string,
  command: string,
  args: unknown,
  meant?: NamedDatabase,
): Promise<{ readonly result: unknown } | undefined> {
  const socket = await connectTo(adminSocketPath(dataDir));
  if (!socket) return undefined;
  socket.setTimeout(answerTimeoutMs, () => socket.destroy(new Error('the running process did not answer')));
  socket.end(JSON.stringify({ command, args, target: meant && targetOf(meant) }));
  const text = await readAll(socket);
  if (text === '') throw new Error('the running process ended before it answered');
  const answer = Answer.parse(JSON.parse(text));
  if (!answer.ok) throw new Error(answer.problem);
  return { result: answer.result };
}

function targetOf(meant: NamedDatabase): z.infer<typeof Target> {
  return { environment: meant.environment, place: meant.databaseUrl === undefined ? undefined : placeOf(meant) };
}

/** The mode is set before anybody can connect: the process's mask applies while the socket is made. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, () => resolve());
    });
  } finally {
    process.umask(mask);
  }
  await chmod(path, 0o600);
  server.unref();
}

/** What the door serves: the commands of the process, and the database that it works on. */
interface Served {
  readonly commands: AdminCommands;
  readonly own: NamedDatabase | undefined;
}

function serve(socket: Socket, served: Served): void {
  socket.on('error', () => socket.destroy());
  answerOne(socket, served).catch(() => socket.destroy());
}

async function answerOne(socket: Socket, served: Served): Promise<void> {
  const text = await readAll(socket);
  // An empty message is only somebody asking whether we are here.
  if (text === '') {
    socket.end();
    return;
  }
  socket.end(JSON.stringify(await runCommand(text, served)));
}

async function runCommand(text: string, { commands, own }: Served): Promise<z.infer<typeof Answer>> {
  try {
    const { command, args, target } = Request.parse(JSON.parse(text));
    if (target !== undefined && own !== undefined) refuseOtherDatabase(target, own);
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!run) return { ok: false, problem: `the running process does not know the command ${command}` };
    return { ok: true, result: await run(args) };
  } catch (error) {
    return { ok: false, problem: describeAdminFailure(error, 'the command failed') };
  }
}

/** Keys made in, and money proven of, another database than the one that was named would look like the right ones. */
function refuseOtherDatabase({ environment, place }: z.infer<typeof Target>, own: NamedDatabase): void {
  if (environment === own.environment && (place ?? placeOf(own)) === placeOf(own)) return;
  const named = place === undefined ? `a ${environment} database` : `the ${environment} database ${place}`;
  throw new Error(
    `Nothing was done: this command is meant for ${named}, and the running process works on ${describeDatabase(own)}. Set BLY_ENVIRONMENT and DATABASE_URL as that process has them, or BLY_DATA_DIR to a folder that no process uses.`,
  );
}

async function isAnswering(path: string): Promise<boolean> {
  const socket = await connectTo(path);
  socket?.end();
  return socket !== undefined;
}

/** A connection to a socket of our own user, if somebody listens there. */
async function connectTo(path: string): Promise<Socket | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isSocket() || (process.getuid && found.uid !== process.getuid())) return undefined;
  return await new Promise((resolve) => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > messageBytesMax) throw new Error('the message is too long');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
