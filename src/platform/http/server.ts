import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { RegisteredApp } from '../registered-app.ts';
import { refuse } from '../errors.ts';
import type { FailureTranslator } from './send/answer.ts';
import { compileRoute, permissionsPolicy, safetyHeaders } from './compiled-route.ts';
import { createCompressor } from './compression/compressor.ts';
import { answerBrokenRequest, lacksOneHost, refuseHosts } from './connections/broken-request.ts';
import { watchConnections } from './connections/connection-watch.ts';
import { type ConnectionLimits, defaultLimits } from './connections/limits.ts';
import { UnsentBytes } from './connections/unsent-bytes.ts';
import type { FieldExplainer } from '../refusals/explain-refusal.ts';
import type { ErrorPageRenderer } from './send/error-page.ts';
import type { ServerReadiness } from './server-readiness.ts';
import { acceptsHtml, answerUnknown, answerUnreadablePath, type KnownPath } from './not-found.ts';
import { addOperationalRoutes } from './operational.ts';
import { bodyBytesMax } from './input/read-body.ts';
import { callOnBehalf } from './input/request-info.ts';
import type { AnyRoute, CallbackDeclaration, MountDeclaration, PageDeclaration } from './route.ts';
import { runCallback } from './run/run-callback.ts';
import { type ConnectionRenewal, followConnections } from './connections/renew-connections.ts';
import { type MountParts, runMount } from './run/run-mount.ts';
import { runPage } from './run/run-page.ts';
import type { ServerParts } from './run/exchange.ts';
import { runRoute } from './run/run-route.ts';

/** How long a client may take to send a whole request. */
const requestTimeoutMs = 30_000;
/** How long it may take to send its headers; a connection that says nothing has as long. */
const headersTimeoutMs = 15_000;
/** How often connections are looked at for both: what is over is closed this much later at most. */
const connectionsLookMs = 5_000;
const keepAliveTimeoutMs = 72_000;
/** Longest path parameter; longer ones name nothing. */
const pathParameterLengthMax = 512;
/** A stream that is not over this long after the process began to stop is ended; inside the grace of every request. */
const streamGraceMs = 2_000;
/** Longest path plus query; it also bounds what one log line may hold. */
const headerBytesMax = 32_768;

/** What a server is made of. */
export interface ServerOptions {
  readonly routes: readonly AnyRoute[];
  readonly pages: readonly PageDeclaration[];
  readonly callbacks: readonly CallbackDeclaration[];
  readonly mounts: readonly MountDeclaration[];
  readonly translate: FailureTranslator;
  readonly explain: FieldExplainer;
  /** In place of the usual bounds on connections and unread answers, for tests. */
  readonly limits?: Partial<ConnectionLimits>;
  readonly renderError: ErrorPageRenderer;
  /** What `/metrics` answers. */
  readonly renderMetrics?: () => Promise<string>;
  /** What `/readyz` says beside that the process takes work; omitted: nothing. Never throws. */
  readonly describeReady?: ServerParts['describeReady'];
}

/** A server that is ready to listen, and the switch that turns it away from new work. */
export interface HttpServer {
  readonly fastify: FastifyInstance;
  readonly readiness: ServerReadiness;
  readonly connections: ConnectionRenewal;
}

/** Builds the server of an App: every operation, every page, and the answers for everything else. */
export function createHttpServer(app: RegisteredApp, options: ServerOptions): HttpServer {
  const readiness: ServerReadiness = { isStopping: false, inFlight: 0 };
  const limits = { ...defaultLimits(app.config.connectionsMax), ...options.limits };
  const unsent = new UnsentBytes(limits, () => app.clock.now());
  const server = openFastify(app, (request, reply) => answerUnreadablePath(parts, known, request, reply));
  const parts: ServerParts = {
    app,
    translate: options.translate,
    explain: options.explain,
    renderError: options.renderError,
    describeReady: options.describeReady ?? (async () => ({})),
    renderMetrics: options.renderMetrics ?? (() => app.metrics.registry.metrics()),
    readiness,
    pageHeaders: pageHeaders(app),
    streamsEnd: endOfStreams(server),
    unsent,
    compressor: createCompressor(),
  };
  const known: readonly KnownPath[] = [
    ...addRoutes(server, parts, options.routes),
    ...addPages(server, parts, options.pages),
    ...addCallbacks(server, parts, options.callbacks),
    ...addMounts(
      server,
      { ...parts, operations: servedRoutes(app, options.routes), call: callWithin(server) },
      options.mounts,
    ),
    ...addOperationalRoutes(server, parts),
  ];
  server.setNotFoundHandler((request, reply) => answerUnknown(parts, known, request, reply));
  boundConnections(app, server, limits);
  const connections = followConnections(server.server);
  const unsentBytes = app.metrics.gauge(
    'bly_http_unsent_bytes',
    'Bytes of answers that were made and that their clients have not read.',
    [],
    async () => unsentBytes.set(unsent.total),
  );
  return { fastify: server, readiness, connections };
}

/** Listens where the configuration says; answers the address. */
export async function listen(
  server: HttpServer,
  config: { readonly host: string; readonly port: number },
  sharesPort = false,
): Promise<string> {
  // The kernel shares connections out where it can: those of a process that dies end with it, where a parent that hands
  // them on would leave their clients waiting.
  const reusePort = sharesPort && process.platform === 'linux';
  return await server.fastify.listen({ host: config.host, port: config.port, ...(reusePort ? { reusePort } : {}) });
}

/**
 * The operations of a list that this process serves: sandbox helpers do not exist in production (contract, section 11).
 */
function servedRoutes(app: RegisteredApp, routes: readonly AnyRoute[]): readonly AnyRoute[] {
  return routes.filter((route) => !(route.isSandboxOnly && app.config.environment === 'production'));
}

/** `answerPath` answers a path that cannot be read: a broken escape, a parameter that is too long. */
function openFastify(
  app: RegisteredApp,
  answerPath: (request: FastifyRequest, reply: FastifyReply) => void,
): FastifyInstance {
  const server = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    trustProxy: (_address: string, hop: number) => hop < app.config.trustedHops,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // A request that arrives while we stop gets our own 503, with its ids, from the steps themselves.
    return503OnClosing: false,
    routerOptions: { maxParamLength: pathParameterLengthMax },
    http: {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: connectionsLookMs,
      // Node's own answer has no body and no id: a request without a host is refused by a step.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(app, error, socket),
    frameworkErrors: (_error, request, reply) => answerPath(request, reply),
  });
  // Other expectations than 100-continue are not refused (RFC 9110, section 10.1.1): Node's 417 has no body and no id.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  // The steps read bodies themselves: authentication comes before the first byte, and an empty body is `{}` whatever
  // its type.
  for (const method of ['POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'])
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  server.addHook('onRequest', (request, reply, done) => {
    if (lacksOneHost(request)) refuseHosts(app, request, reply);
    else done();
  });
  return server;
}

/**
 * Connections are bounded in number, those of one client address too, and so is how long a client may leave an answer
 * unread.
 */
function boundConnections(app: RegisteredApp, server: FastifyInstance, limits: ConnectionLimits): void {
  const closed = app.metrics.counter(
    'bly_http_connections_closed_total',
    'Connections closed: answer left unread, too many, too many of one address.',
    ['reason'],
  );
  server.server.maxConnections = app.config.connectionsMax;
  server.server.on('drop', () => closed.inc({ reason: 'full' }));
  const endWatch = watchConnections(server.server, {
    limits,
    isDirect: app.config.trustedHops === 0,
    onClosed: (reason) => closed.inc({ reason }),
  });
  server.addHook('onClose', (_server, done) => {
    endWatch();
    done();
  });
}

/** Fires a while after the server begins to close. Its reason is what open streams then send as their last event. */
function endOfStreams(server: FastifyInstance): AbortSignal {
  const controller = new AbortController();
  server.addHook('preClose', (done) => {
    setTimeout(() => controller.abort(refuse('service_stopping')), streamGraceMs).unref();
    done();
  });
  return controller.signal;
}

function addRoutes(server: FastifyInstance, parts: ServerParts, routes: readonly AnyRoute[]): readonly KnownPath[] {
  const durations = parts.app.metrics.histogram('bly_http_request_seconds', 'Time to answer an operation.', [
    'operation',
    'status',
  ]);
  return servedRoutes(parts.app, routes).map((declaration) => {
    const route = compileRoute(declaration, parts.app.config, durations);
    server.route({
      method: declaration.method,
      url: declaration.path,
      handler: (request, reply) => runRoute(parts, route, request, reply),
    });
    return { method: declaration.method, path: declaration.path, headers: route.headers, isPage: false };
  });
}

function addPages(
  server: FastifyInstance,
  parts: ServerParts,
  pages: readonly PageDeclaration[],
): readonly KnownPath[] {
  return pages.flatMap((page) => {
    server.route({
      method: page.method,
      url: page.path,
      handler: (request, reply) =>
        page.isForBrowsers && !acceptsHtml(request)
          ? answerUnknown(parts, [], request, reply)
          : runPage(parts, page, request, reply),
    });
    // A client that does not accept HTML finds nothing at this path, with any method.
    return page.isForBrowsers ? [] : [{ method: page.method, path: page.path, headers: {}, isPage: true }];
  });
}

function addCallbacks(
  server: FastifyInstance,
  parts: ServerParts,
  callbacks: readonly CallbackDeclaration[],
): readonly KnownPath[] {
  return callbacks.map((callback) => {
    server.post(callback.path, (request, reply) => runCallback(parts, callback, request, reply));
    return { method: 'POST', path: callback.path, headers: {}, isPage: false };
  });
}

/** Runs a request of this process through all steps of the server, without a socket. */
function callWithin(server: FastifyInstance): MountParts['call'] {
  return async ({ method, path, headers, body, signal }, remoteAddress) => {
    const inject = async () =>
      await server.inject({
        method,
        url: path,
        headers: { ...headers },
        remoteAddress,
        ...(body === undefined ? {} : { payload: body }),
      });
    const answer = await (signal === undefined ? inject() : callOnBehalf(signal, inject));
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
}

function addMounts(
  server: FastifyInstance,
  parts: MountParts,
  mounts: readonly MountDeclaration[],
): readonly KnownPath[] {
  return mounts.flatMap((mount) =>
    mount.methods.map((method) => {
      server.route({ method, url: mount.path, handler: (request, reply) => runMount(parts, mount, request, reply) });
      return { method, path: mount.path, headers: {}, isPage: false };
    }),
  );
}

function pageHeaders(app: RegisteredApp): Readonly<Record<string, string>> {
  return {
    ...safetyHeaders(app.config),
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': permissionsPolicy,
  };
}
