import type { Counter } from 'prom-client';
import * as z from 'zod';
import type { App } from '../context.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import { quotaHeaders } from '../platform/http/send/answer.ts';
import type { Identity } from '../platform/http/gate.ts';
import { bodyBytesMax, readBody } from '../platform/http/input/read-body.ts';
import { readCredential, readHeader, readSessionId } from '../platform/http/input/request-headers.ts';
import type { MountContext, MountDeclaration } from '../platform/http/route.ts';
import { MCP_PATH, MCP_PATHS } from '../platform/mcp-addresses.ts';
import { isTooDeep } from './model/depth.ts';
import { isAllowedOrigin } from './model/origin.ts';
import { createProtocol, loadSdk, type ProtocolParts, type Sdk } from './protocol.ts';
import { endSession, type McpSession, openSession, readSession } from './session.ts';
import { createStreams, sendAnswer, type Streams } from './streams.ts';
import { type ChooseToolbox, createToolboxes, readToolAddress, type Toolbox } from './tool-sets.ts';
import { listTools, type Tool } from './tools.ts';

/** JSON-RPC codes of what is refused before a message reaches the protocol. */
const RPC_REFUSED = -32_000;
const RPC_NO_SESSION = -32_001;
const RPC_UNREADABLE = -32_700;
/** Most messages of one request: revision 2025-03-26 has batches, and no client needs long ones. */
const batchMax = 10;

/** What of a message decides how it is served; the SDK reads the rest. */
const Message = z.looseObject({
  method: z.string().optional(),
  params: z.looseObject({ name: z.unknown() }).partial().optional(),
});
const Initialize = z.object({
  method: z.literal('initialize'),
  params: z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.looseObject({ elicitation: z.looseObject({ url: z.unknown() }).partial().optional() }),
  }),
});

/** What a process keeps for its MCP clients. */
interface McpState {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly chooseToolbox: ChooseToolbox;
  readonly streams: Streams;
  readonly calls: Counter;
}
/** A request whose sender is known. */
interface Known {
  readonly context: MountContext;
  readonly state: McpState;
  readonly identity: Identity;
  readonly credential: Readonly<Record<string, string>>;
  readonly toolbox: Toolbox;
}

/**
 * `/mcp` and the addresses of its tool sets: the operations as tools, over Streamable HTTP. Every request is
 * authenticated; the session is sealed into its id, so that any process can serve any request.
 */
export function createMcpMounts(): readonly MountDeclaration[] {
  const states = new WeakMap<App, McpState>();
  return MCP_PATHS.map((path) => ({
    methods: ['GET', 'POST', 'DELETE'],
    path,
    async handle(context: MountContext) {
      const { app, request } = context;
      if (!isAllowedOrigin(readHeader(request.headers, 'origin'), app.config))
        return sendError(context, 403, RPC_REFUSED, 'This origin may not call this server.');
      const state = states.get(app) ?? createState(context);
      states.set(app, state);
      const caller = await authenticate(context);
      const toolbox = state.chooseToolbox(readToolAddress(addressOf(context)), caller.identity);
      const known: Known = { context, state, toolbox, ...caller };
      if (request.method === 'POST') return await answerPost(known);
      if (!(await mayPass(known, 1))) return;
      const session = await sessionOf(known);
      if (!session) return;
      if (request.method === 'DELETE') return await answerDelete(known, session);
      return await answerGet(known, session);
    },
  }));
}

function addressOf({ app, request }: MountContext): URL {
  return new URL(request.url ?? MCP_PATH, app.config.publicUrl);
}

function createState({ app, operations }: MountContext): McpState {
  const tools = listTools(operations);
  return {
    tools,
    chooseToolbox: createToolboxes(tools),
    streams: createStreams(),
    calls: app.metrics.counter('bly_mcp_tool_calls_total', 'Tool calls by tool and outcome.', ['tool', 'outcome']),
  };
}

/** Who is calling; 401 with the way to a token (RFC 9728) for who is nobody. Cookies are no credential here. */
async function authenticate(context: MountContext): Promise<Pick<Known, 'identity' | 'credential'>> {
  const { app, request, remoteAddress } = context;
  const { pathname } = addressOf(context);
  const metadata = `resource_metadata="${app.config.publicUrl}/.well-known/oauth-protected-resource${pathname}"`;
  const headers = { 'WWW-Authenticate': `Bearer ${metadata}` };
  const invalid = { 'WWW-Authenticate': `Bearer error="invalid_token", ${metadata}` };
  const { 'x-api-key': key, authorization } = request.headers;
  const text = [key].flat()[0]?.trim()
    ? { 'x-api-key': [key].flat()[0] ?? '' }
    : authorization === undefined
      ? undefined
      : { authorization };
  if (!text) throw refuse('credential_missing', { headers });
  const identity = await app.gate
    .authenticate(readTextCredential({ ...text }, headers), 'mcp', { ip: remoteAddress })
    .catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 401
        ? refuse(error.condition, { ...error.detail, headers: { ...invalid, ...error.detail.headers } })
        : error;
    });
  if (!identity) throw refuse('credential_invalid', { headers: invalid });
  return { identity, credential: text };
}

function readTextCredential(given: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
  try {
    return readCredential(given, 'POST');
  } catch {
    throw refuse('credential_missing', { headers });
  }
}

async function answerPost(known: Known): Promise<void> {
  const { context } = known;
  const startedAt = performance.now();
  const body = parsed(await readBody(context.request, bodyBytesMax));
  if (body === undefined || isTooDeep(body))
    return sendError(context, 400, RPC_UNREADABLE, 'Parse error: the body is not JSON, or nested too deeply.');
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length > batchMax)
    return sendError(context, 400, RPC_REFUSED, `A batch holds at most ${batchMax} messages.`);
  if (!(await mayPass(known, messages.filter((message) => !isPaidCall(known, message)).length))) return;
  const first = Initialize.safeParse(body);
  const session = first.success ? undefined : await sessionOf(known);
  if (!first.success && !session) return;
  const sdk = await loadSdk();
  const opening = first.success
    ? {
        version: negotiated(sdk, first.data.params.protocolVersion),
        takesUrls: first.data.params.capabilities.elicitation?.url !== undefined,
      }
    : undefined;
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !(session?.takesUrls && mayAskToOpen(known, body)),
    ...(opening
      ? {
          sessionIdGenerator: () =>
            openSession(context.app, known.identity, {
              protocolVersion: opening.version,
              takesUrls: opening.takesUrls,
            }),
        }
      : {}),
  });
  // Instructions are sent once, when a client connects.
  const today = first.success ? await context.app.organizationNow(known.identity.organizationId) : undefined;
  const server = createProtocol(sdk, protocolParts(known, session, today), transport);
  try {
    await server.connect(transport);
    const answer = await transport.handleRequest(webRequest(context), { parsedBody: body });
    await sendAnswer(context, known.identity, answer);
    logAnswer(known, body, { status: answer.status, ms: Math.round(performance.now() - startedAt) });
  } finally {
    await server.close();
  }
}

/** A call of a tool there is takes its token where its operation is admitted. */
function isPaidCall({ toolbox }: Known, message: unknown): boolean {
  const { data } = Message.safeParse(message);
  const name = data?.params?.name;
  return data?.method === 'tools/call' && typeof name === 'string' && toolbox.tools.has(name);
}

/**
 * Takes a token of the credential's rate for each message; answers 429 itself, with when to come again, where there are
 * too few.
 */
async function mayPass({ context, identity }: Known, messages: number): Promise<boolean> {
  const { app, response } = context;
  for (let taken = 0; taken < messages; taken += 1) {
    const { rate, refusal } = await app.gate.admit(identity, {
      operationId: 'mcp',
      cost: 0,
      now: app.clock.now(),
      endUserId: undefined,
    });
    for (const [name, value] of [
      ['ratelimit-limit', rate.limit],
      ['ratelimit-remaining', rate.remaining],
      ['ratelimit-reset', rate.resetSeconds],
    ] as const)
      response.setHeader(name, String(value));
    const quota = await app.gate.readQuota(identity, await app.organizationNow(identity.organizationId));
    for (const [name, value] of Object.entries(quotaHeaders(quota))) response.setHeader(name, value);
    if (!refusal) continue;
    response.setHeader('retry-after', String(Math.max(1, rate.resetSeconds)));
    sendError(
      context,
      429,
      RPC_REFUSED,
      'Too many messages at once: wait as long as Retry-After says, then send this again.',
    );
    return false;
  }
  return true;
}

/** Nothing is sent on it yet; clients open it to hear of changes, and some will not begin without it. */
async function answerGet(known: Known, session: McpSession): Promise<void> {
  const { context, state, identity } = known;
  const displaced = new AbortController();
  const leave = state.streams.enter(identity, () => displaced.abort());
  if (!leave)
    return sendError(
      context,
      429,
      RPC_REFUSED,
      'This key or its organization has too many streams open: close one first.',
    );
  const sdk = await loadSdk();
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({});
  const server = createProtocol(sdk, protocolParts(known, session), transport);
  try {
    await server.connect(transport);
    const isAllowed = async () =>
      (await readSessionOf(known)) !== undefined &&
      (await authenticate(context)).identity.credentialId === identity.credentialId;
    await sendAnswer(context, identity, await transport.handleRequest(webRequest(context)), {
      ended: displaced.signal,
      isAllowed,
    });
  } finally {
    leave();
    await server.close();
  }
}

async function answerDelete({ context }: Known, session: McpSession): Promise<void> {
  await endSession(context.app, session);
  context.response.writeHead(204);
  context.response.end();
}

/** The session of a request; answers 400 or 404 itself when it has none. */
async function sessionOf(known: Known): Promise<McpSession | undefined> {
  const isNamed = readHeader(known.context.request.headers, 'mcp-session-id') !== undefined;
  const session = await readSessionOf(known);
  if (!session) {
    if (isNamed)
      sendError(
        known.context,
        404,
        RPC_NO_SESSION,
        'Session not found: it has ended or is not yours. Send initialize again without Mcp-Session-Id.',
      );
    else sendError(known.context, 400, RPC_REFUSED, 'Mcp-Session-Id is required: send initialize first.');
  }
  return session;
}

async function readSessionOf({ context: { app, request }, identity }: Known): Promise<McpSession | undefined> {
  const sessionId = readHeader(request.headers, 'mcp-session-id');
  return sessionId === undefined ? undefined : await readSession(app, identity, sessionId);
}

function protocolParts(
  { context, state, toolbox, identity, credential }: Known,
  session: McpSession | undefined,
  today?: Date,
): ProtocolParts {
  const { headers } = context.request;
  const mcpSessionId = session?.id ?? 'opening';
  return {
    context,
    ...toolbox,
    mcpSessionId,
    today: today?.toISOString().slice(0, 10),
    takesUrls: session?.takesUrls ?? false,
    caller: {
      owner: { organizationId: identity.organizationId, credentialId: identity.credentialId },
      credential,
      endUserId: readHeader(headers, 'x-end-user-id'),
      sessionId: readSessionId(headers) ?? `mcp-${mcpSessionId}`,
    },
    count: (tool, outcome) => state.calls.inc({ tool, outcome }),
  };
}

/** A call that may end in a link to open is answered as a stream, which alone can carry the request to open it. */
function mayAskToOpen({ state }: Known, body: unknown): boolean {
  const messages = Array.isArray(body) ? body : [body];
  return messages.some((message) => {
    const { data } = Message.safeParse(message);
    const tool = typeof data?.params?.name === 'string' ? state.tools.get(data.params.name) : undefined;
    return data?.method === 'tools/call' && tool?.definition.annotations.readOnlyHint === false;
  });
}

function negotiated(sdk: Sdk, requested: string): string {
  return sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : sdk.LATEST_PROTOCOL_VERSION;
}

function webRequest({ app, request }: MountContext): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return new Request(new URL(MCP_PATH, app.config.publicUrl), { method: request.method ?? 'POST', headers });
}

function sendError({ response }: MountContext, status: number, code: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** What was called and how it ended; never with what, nor what came of it. */
function logAnswer(
  { context, state, identity }: Known,
  body: unknown,
  outcome: { readonly status: number; readonly ms: number },
): void {
  const { data } = Message.safeParse(body);
  const name = data?.params?.name;
  const tool = typeof name === 'string' && state.tools.has(name) ? name : undefined;
  context.app.log.info(
    { request_id: context.requestId, organization_id: identity.organizationId, operation_id: 'mcp', tool, ...outcome },
    'answered',
  );
}
