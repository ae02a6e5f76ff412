import { renderErrorPage } from '../web/landing/error-page.ts';
import { watchFulfilments } from './bookings/fulfil/report-fulfilment-metrics.ts';
import type { App } from './context.ts';
import { watchDemand } from './demand/rollup/report-demand-metrics.ts';
import { standingJobs } from './jobs.ts';
import { type AdminSocket, openAdminSocket } from './platform/admin/admin-socket.ts';
import type { ConnectionLimits } from './platform/http/connections/limits.ts';
import type { AnyRoute, PageDeclaration } from './platform/http/route.ts';
import { createHttpServer, type HttpServer, listen } from './platform/http/server.ts';
import { installationId } from './platform/ids.ts';
import { explainPlaceNames } from './places/explain-place-names.ts';
import { callbacks, mounts, pages, routes } from './routes.ts';
import { watchChanges } from './servicing/engine/report-change-metrics.ts';
import { findSupplyProblems } from './supplier-accounts/describe-supply.ts';
import { translateFailure } from './suppliers/calls/failure.ts';
import { adminCommands } from './admin-commands.ts';

/**
 * Requests and jobs in progress have this long to end before they are cut off; well inside the 10 s of contract section
 * 1.
 */
const graceMs = 7_000;

/**
 * A sandbox's demand is built in the background this long after the start: later than what people wait for, before most
 * ask about it.
 */
const demandAfterMs = 10_000;

/** What a process runs: its server, its workers, and the administrator's door. */
export interface Service {
  readonly app: App;
  readonly server: HttpServer;
  /** Takes work; answers the address it listens on, '' where it listens nowhere. */
  start(): Promise<string>;
  /** Takes no more work, lets work in progress end, closes everything. Idempotent. */
  stop(): Promise<void>;
}

/** What a start or a test changes about the service. */
export interface ServiceAdditions {
  readonly routes?: readonly AnyRoute[];
  readonly pages?: readonly PageDeclaration[];
  /** In place of the usual bounds on connections and unread answers. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Whether this process takes connections: by itself (the default), beside others on the same port, or not at all. */
  readonly port?: 'own' | 'shared' | 'none';
  /** In place of the metrics of this process: those of all that share the port. */
  readonly renderMetrics?: () => Promise<string>;
}

/** Puts an App behind its server. Which of the two, operations and jobs, a process runs is BLY_ROLE. */
export function createService(app: App, additions: ServiceAdditions = {}): Service {
  const isServing = app.config.role !== 'worker';
  watchFulfilments(app);
  watchDemand(app);
  watchChanges(app);
  const server = createHttpServer(app, {
    routes: isServing ? [...routes, ...(additions.routes ?? [])] : [],
    pages: isServing ? [...pages, ...(additions.pages ?? [])] : [],
    callbacks: isServing ? callbacks : [],
    mounts: isServing ? mounts : [],
    translate: translateFailure,
    explain: ({ places }, problems, sent) => explainPlaceNames(places, problems, sent),
    ...(additions.limits === undefined ? {} : { limits: additions.limits }),
    renderError: renderErrorPage,
    describeReady: () => describeReady(app),
    renderMetrics: additions.renderMetrics ?? (() => app.metrics.registry.metrics()),
  });
  let socket: AdminSocket | undefined;
  let stopping: Promise<void> | undefined;
  const background = new AbortController();
  return {
    app,
    server,
    async start() {
      app.gate.start();
      if (app.config.role !== 'api') {
        await enqueueStandingJobs(app);
        app.jobs.start();
      }
      if (isServing) prepareDemandLater(app, background.signal);
      socket = await openAdminSocket(app.config.dataDir, adminCommands(app), app.config);
      const { port = 'own' } = additions;
      return port === 'none' ? '' : await listen(server, app.config, port === 'shared');
    },
    stop() {
      background.abort();
      stopping ??= stopAll(app, server, socket);
      return stopping;
    },
  };
}

/** A supplier that refuses our key or does not answer stops no other one: the process is ready and says so. */
async function describeReady(app: App): Promise<Readonly<Record<string, unknown>>> {
  const problems = await findSupplyProblems(app);
  return problems.length === 0 ? {} : { suppliers: problems };
}

/** No request waits for it: the first request for demand builds what is not built yet. */
function prepareDemandLater({ demandBaseline, log }: App, signal: AbortSignal): void {
  if (demandBaseline === undefined) return;
  const timer = setTimeout(() => {
    demandBaseline.prepare(signal).catch((err: unknown) => {
      if (!signal.aborted) log.error({ err }, 'The synthetic demand could not be built.');
    });
  }, demandAfterMs).unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

async function enqueueStandingJobs(app: App): Promise<void> {
  await app.db.transaction(async (tx) => {
    for (const job of standingJobs)
      await app.jobs.enqueue(tx, job, { organizationId: installationId, payload: {}, key: 'standing' });
  });
}

async function stopAll(app: App, server: HttpServer, socket: AdminSocket | undefined): Promise<void> {
  server.readiness.isStopping = true;
  await Promise.all([closeServer(server), app.jobs.stop(graceMs), socket?.close()]);
  await app.gate.stop();
  await Promise.all([
    app.priceObservations.stop(),
    app.observedFares.stop(),
    app.stayObservations.stop(),
    app.demand.stop(),
    app.requestLog.stop(),
    app.supplierAccountHealth.flush(),
  ]);
  await app.printer.close();
  await app.outbound.close();
  await app.shared.close();
  await app.reads.close();
  await app.db.close();
}

/** Refuses new connections at once; closes the others when their request is answered, or when the grace is over. */
async function closeServer(server: HttpServer): Promise<void> {
  const timer = setTimeout(() => server.fastify.server.closeAllConnections(), graceMs);
  try {
    await server.fastify.close();
  } finally {
    clearTimeout(timer);
  }
}
