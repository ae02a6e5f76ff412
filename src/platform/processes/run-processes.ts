import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { createMetricsGathering } from './gather-metrics.ts';
import { type FromParent, readFromChild } from './messages.ts';
import { provenAfterMs, restartDelayMs } from './restart-delay.ts';

/** Later than a process cuts its own stop off, before the 10 s in which all must be gone (contract, section 1). */
const killAfterMs = 9_800;

/** A place for a process: who dies is replaced in the same place. */
interface Place {
  readonly role: 'api' | 'worker';
  deathsInARow: number;
  child: Worker | undefined;
  isReady: boolean;
  waiting: NodeJS.Timeout | undefined;
}

interface Parent {
  readonly places: readonly Place[];
  readonly log: Logger;
  readonly metrics: ReturnType<typeof createMetricsGathering>;
  hasGreeted: boolean;
  isStopping: boolean;
}

/**
 * Runs so many API processes on one port, and a worker where `hasWorker`, until SIGTERM or SIGINT: then each of them
 * ends its work, and this process goes with the last. Who dies is started again. The first one starts alone, so that
 * what is wrong with the start is said once: if it never takes work this process ends as it did. Throws what the system
 * says where the port is taken. Children read the same environment, BLY_ROLE and BLY_PROCESSES apart; they write to the
 * same output.
 */
export async function runProcesses(
  plan: { readonly host: string; readonly port: number; readonly api: number; readonly hasWorker: boolean },
  log: Logger,
): Promise<void> {
  await refuseTakenPort(plan);
  // Where the kernel does not share a port out (`listen`), children take connections from one socket themselves.
  cluster.schedulingPolicy = cluster.SCHED_NONE;

  const parent: Parent = {
    places: [...Array.from({ length: plan.api }, () => aPlace('api')), ...(plan.hasWorker ? [aPlace('worker')] : [])],
    log,
    metrics: createMetricsGathering(),
    hasGreeted: false,
    isStopping: false,
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(parent, signal));
  const [first] = parent.places;
  if (first !== undefined) fill(parent, first);
}

/** Processes that share a port do not notice others that do: this looks while nobody shares it yet. */
async function refuseTakenPort({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

function aPlace(role: Place['role']): Place {
  return { role, deathsInARow: 0, child: undefined, isReady: false, waiting: undefined };
}

function fill(parent: Parent, place: Place): void {
  const startedAt = performance.now();
  const child = cluster.fork({ BLY_ROLE: place.role, BLY_PROCESSES: '1' });
  place.child = child;
  place.waiting = undefined;
  child.on('message', (message: unknown) => hear(parent, place, message));
  child.on('error', (err) => parent.log.error({ err, role: place.role }, 'a process could not be told something'));
  child.on('exit', (code, signal) => {
    place.child = undefined;
    place.isReady = false;
    if (performance.now() - startedAt >= provenAfterMs) place.deathsInARow = 0;
    bury(parent, place, { child: child.process.pid, code, signal });
  });
}

function bury(
  parent: Parent,
  place: Place,
  died: { readonly child: number | undefined; readonly code: number | null; readonly signal: string | null },
): void {
  if (parent.isStopping) {
    if (parent.places.every(({ child }) => child === undefined)) process.exit(0);
    return;
  }
  // Nobody has been let in yet, and the process has said why.
  if (!parent.hasGreeted) process.exit(died.code || 1);
  place.deathsInARow += 1;
  const delayMs = restartDelayMs(place.deathsInARow);
  parent.log.error({ ...died, role: place.role, restart_in_ms: delayMs }, 'a process died and is started again');
  place.waiting = setTimeout(() => fill(parent, place), delayMs);
}

function hear(parent: Parent, place: Place, message: unknown): void {
  const said = readFromChild(message);
  switch (said?.kind) {
    case undefined:
      return;
    case 'bly:ready':
      place.isReady = true;
      parent.log.info({ child: place.child?.process.pid, role: place.role }, 'a process takes work');
      if (!parent.hasGreeted) greet(parent, place);
      if (place.role === 'api') spreadConnections(parent, place);
      return;
    case 'bly:metrics':
      parent.metrics.add(said.id, said.metrics);
      return;
    case 'bly:metrics_wanted':
      void answerMetrics(parent, place.child, said.id);
      return;
    default:
      said satisfies never;
  }
}

/** The first process that takes work says so to who started us, and the others follow. */
function greet(parent: Parent, first: Place): void {
  parent.hasGreeted = true;
  send(first.child, { kind: 'bly:greet' });
  for (const place of parent.places) if (place !== first && !parent.isStopping) fill(parent, place);
}

/** Connections stay with the process that took them: the others ask their clients to open them anew. */
function spreadConnections(parent: Parent, joined: Place): void {
  for (const place of parent.places)
    if (place !== joined && place.role === 'api' && place.isReady) send(place.child, { kind: 'bly:joined' });
}

async function answerMetrics(parent: Parent, asker: Worker | undefined, id: number): Promise<void> {
  const ready = parent.places.filter(({ isReady }) => isReady);
  const text = await parent.metrics.gather(ready.length, (round) => {
    for (const { child } of ready) send(child, { kind: 'bly:metrics_asked', id: round });
  });
  send(asker, { kind: 'bly:metrics_of_all', id, text });
}

function send(child: Worker | undefined, message: FromParent): void {
  if (child?.isConnected()) child.send(message);
}

function stop(parent: Parent, signal: NodeJS.Signals): void {
  if (parent.isStopping) return;
  parent.isStopping = true;
  parent.log.info({ signal }, 'stopping all processes');
  for (const { waiting } of parent.places) clearTimeout(waiting);
  const alive = parent.places.flatMap(({ child }) => (child === undefined ? [] : [child]));
  if (alive.length === 0) process.exit(0);
  for (const child of alive) child.process.kill('SIGTERM');
  setTimeout(() => {
    for (const { child } of parent.places) child?.process.kill('SIGKILL');
  }, killAfterMs).unref();
}
