import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { claimFreePort } from '../../../scripts/free-port.ts';
import { createApp } from '../../../src/app.ts';
import { describeReport, reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { ensureBootstrapKey } from '../../../src/identity/keys/ensure-first-key.ts';
import { type Clock, systemClock } from '../../../src/platform/clock.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import type { FaultPoint, FaultPoints } from '../../../src/platform/fault-points.ts';
import { createService, type Service } from '../../../src/service.ts';
import { type CutDatabase, openLastingDatabase } from '../service/database.ts';
import { closedAtTheEnd } from '../service/leak-check.ts';
import { callServer, type Server, type ServerFixture, serverUrl, serverVariables } from '../service/server-fixture.ts';
import { testWorld } from '../service/service.ts';

/** The n-th time a fault point is passed on one journey. */
export interface Boundary {
  readonly point: FaultPoint;
  readonly pass: number;
}

/**
 * An installation whose servers are Apps in this process. One that passes the armed fault point crashes: the call
 * throws there, and from then on the App reaches neither its database nor a client. The next App opens on what the
 * database holds, as a process started after `kill -9` does.
 */
export interface CrashFixture extends ServerFixture {
  /** Arms a fault point, or the n-th passing of one, for the App that runs or starts next; undefined disarms. */
  arm(point: FaultPoint | Boundary | undefined): void;
  /** Records each point passed from now on; the function returns what was recorded, and stops. */
  trace(): () => readonly Boundary[];
  /**
   * Ends the lease of 14 s that a crashed App still has on the jobs it ran. The embedded database needs none of this:
   * its next App takes all of them back at once. test/platform/killed-process waits for the lease in real time.
   */
  endJobLeases(): Promise<void>;
  /** Proves money = bookings for the whole database, with the App that runs. */
  reconcile(): Promise<{ readonly problems: readonly unknown[]; readonly output: string }>;
  /** Removes the database. */
  close(): Promise<void>;
}

/** The fault points of one installation: of its Apps one runs at a time. */
interface FaultControl {
  armed: Boundary | undefined;
  passesLeft: number;
  recorded: FaultPoint[] | undefined;
}

/** Ends what the App was doing at the armed point. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** A fresh database and port. `variables`: more environment variables for its Apps; `clock`: their real time. */
export async function makeCrashFixture(
  variables: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<CrashFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-crash-'));
  const database = await openLastingDatabase();
  const env = {
    ...serverVariables({ dataDir, port: await claimFreePort(), databaseUrl: database.databaseUrl }),
    ...variables,
  };
  const control: FaultControl = { armed: undefined, passesLeft: 0, recorded: undefined };
  let running: Service | undefined;
  return {
    dataDir,
    env,
    async start() {
      const { server, service } = await startApp({ env, db: await database.connect(), clock }, control);
      running = service;
      return server;
    },
    arm(point) {
      control.armed = typeof point === 'string' ? { point, pass: 1 } : point;
      control.passesLeft = control.armed?.pass ?? 0;
    },
    trace() {
      const recorded: FaultPoint[] = [];
      control.recorded = recorded;
      return () => {
        control.recorded = undefined;
        return toBoundaries(recorded);
      };
    },
    async endJobLeases() {
      const db = await database.connect();
      await sql`update job set leased_until = now() - interval '1 second' where state = 'running'`.execute(db.q);
      await db.close();
    },
    async reconcile() {
      if (running === undefined) throw new Error('No App runs.');
      const report = await reconcile(running.app);
      return { problems: report.problems, output: describeReport(report) };
    },
    openDatabase: () => database.connect(),
    close: closedAtTheEnd(() => database.remove()),
  };
}

function toBoundaries(passed: readonly FaultPoint[]): readonly Boundary[] {
  return passed.map((point, index) => ({
    point,
    pass: passed.slice(0, index + 1).filter((other) => other === point).length,
  }));
}

/** What an App is started on. */
interface AppGround {
  readonly env: Readonly<Record<string, string>>;
  readonly db: CutDatabase;
  readonly clock: Clock;
}

async function startApp(
  { env, db, clock }: AppGround,
  control: FaultControl,
): Promise<{ readonly server: Server; readonly service: Service }> {
  const ended = Promise.withResolvers<'SIGKILL'>();
  let crashing: Promise<void> | undefined;
  const crash = (): Promise<void> => {
    db.cut();
    service.server.fastify.server.closeAllConnections();
    // It may crash before it listens: a socket opened after its close would stay.
    crashing ??= starting
      .then(
        () => dropApp(service),
        () => dropApp(service),
      )
      .then(() => ended.resolve('SIGKILL'));
    return crashing;
  };
  const faults = crashingAt(control, () => void crash());
  const log = pino({ level: 'silent' });
  const app = await createApp(loadConfig(env), { db, log, clock, faults, world: testWorld() });
  await ensureBootstrapKey(app);
  const service = createService(app);
  const starting = service.start();
  await starting.catch((error: unknown) => {
    if (crashing === undefined) throw error;
  });
  const url = serverUrl(env);
  const server: Server = {
    ended: ended.promise,
    kill: closedAtTheEnd(crash),
    async call(method, path, body) {
      const answer = await callServer(`${url}${path}`, method, body);
      // What a moved clock makes due runs now, not at the next poll.
      if (path === '/v1/sandbox/clock') await app.jobs.drain().catch(() => undefined);
      return answer;
    },
  };
  return { server, service };
}

/** Throws at the armed point, and at every point after it: what a dead process would have done is over. */
function crashingAt(control: FaultControl, crash: () => void): FaultPoints {
  let isCrashed = false;
  return {
    pass(point) {
      if (isCrashed) throw new Crash(point);
      control.recorded?.push(point);
      if (control.armed?.point !== point) return;
      control.passesLeft -= 1;
      if (control.passesLeft !== 0) return;
      isCrashed = true;
      crash();
      throw new Crash(point);
    },
  };
}

/** Lets what was under way fail, and releases the timers and sockets of the App. */
async function dropApp({ app, server, stop }: Service): Promise<void> {
  const stopped = stop();
  server.fastify.server.closeAllConnections();
  // Nor does a call to somebody else outlive its process: its job would be waited for.
  await Promise.allSettled([app.outbound.close(), stopped]);
  await Promise.allSettled([
    app.gate.stop(),
    app.priceObservations.stop(),
    app.stayObservations.stop(),
    app.demand.stop(),
    app.requestLog.stop(),
  ]);
  await Promise.allSettled([app.shared.close(), app.db.close()]);
  // Node's observer of garbage collection holds each registry for ever, and its gauges hold the app.
  app.metrics.registry.clear();
}
