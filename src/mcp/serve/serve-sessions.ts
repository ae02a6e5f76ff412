import * as z from 'zod';
import { readHeader } from '../../platform/http/input/request-headers.ts';
import { requestOnStream } from '../person-page.ts';
import { authenticate, callerHeaders, type Known } from './caller.ts';
import { logAnswer, readMessage, webRequest } from './messages.ts';
import { createProtocol, type ProtocolParts } from '../protocol.ts';
import { loadSdk, type Sdk } from '../sdk.ts';
import { RPC_NO_SESSION, RPC_REFUSED, sendError } from './rpc-error.ts';
import { endSession, type McpSession, openSession, readSession } from './session.ts';
import { sendAnswer } from './streams.ts';

const Initialize = z.object({
  method: z.literal('initialize'),
  params: z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.looseObject({ elicitation: z.looseObject({ url: z.unknown() }).partial().optional() }),
  }),
});

/** A message, or a batch, of a revision before 2026-07-28: `initialize` opens a session, all others name theirs. */
export async function answerInSession(sdk: Sdk, known: Known, body: unknown): Promise<void> {
  const { context } = known;
  const startedAt = performance.now();
  const first = Initialize.safeParse(body);
  const session = first.success ? undefined : await sessionOf(known);
  if (!first.success && !session) return;
  const opening = first.success
    ? {
        version: negotiated(sdk, first.data.params.protocolVersion),
        takesUrls: first.data.params.capabilities.elicitation?.url !== undefined,
      }
    : undefined;
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !(session?.takesUrls && mayRequestPage(known, body)),
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
  const server = createProtocol(sdk, {
    ...protocolParts(known, session, today),
    present: async (answer, { tool }, requestId) => {
      if (session?.takesUrls && !tool.definition.annotations.readOnlyHint)
        await requestOnStream(transport, answer, requestId);
      return undefined;
    },
  });
  try {
    await server.connect(transport);
    const answer = await transport.handleRequest(webRequest(context), { parsedBody: body });
    await sendAnswer(context, known.identity, answer);
    logAnswer(known, body, { status: answer.status, ms: Math.round(performance.now() - startedAt) });
  } finally {
    await server.close();
  }
}

/** Nothing is sent on it yet; clients open it to hear of changes, and some will not begin without it. */
export async function answerGet(known: Known, session: McpSession): Promise<void> {
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
  const server = createProtocol(sdk, protocolParts(known, session, undefined));
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

/** Ends a session. */
export async function answerDelete({ context }: Known, session: McpSession): Promise<void> {
  await endSession(context.app, session);
  context.response.writeHead(204);
  context.response.end();
}

/** The session of a request; answers 400 or 404 itself when it has none. */
export async function sessionOf(known: Known): Promise<McpSession | undefined> {
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

function protocolParts(known: Known, session: McpSession | undefined, today: Date | undefined): ProtocolParts {
  const mcpSessionId = session?.id ?? 'opening';
  return {
    context: known.context,
    ...known.toolbox,
    mcpSessionId,
    today: today?.toISOString().slice(0, 10),
    caller: callerHeaders(known, `mcp-${mcpSessionId}`),
    count: (tool, outcome) => known.state.calls.inc({ tool, outcome }),
  };
}

/** A call that may end in a link to open is answered as a stream, which alone can carry the request to open it. */
function mayRequestPage({ state }: Known, body: unknown): boolean {
  const messages = Array.isArray(body) ? body : [body];
  return messages.some((message) => {
    const { method, tool } = readMessage(message);
    const found = tool === undefined ? undefined : state.tools.get(tool);
    return method === 'tools/call' && found?.definition.annotations.readOnlyHint === false;
  });
}

function negotiated(sdk: Sdk, requested: string): string {
  return sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : sdk.LATEST_PROTOCOL_VERSION;
}
