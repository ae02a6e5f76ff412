import type { App } from '../context.ts';
import { bodyBytesMax, readBody } from '../platform/http/input/read-body.ts';
import { readHeader } from '../platform/http/input/request-headers.ts';
import type { MountContext, MountDeclaration } from '../platform/http/route.ts';
import { MCP_PATHS } from '../platform/mcp-addresses.ts';
import { addressOf, authenticate, type Known, mayPass, type McpState } from './serve/caller.ts';
import { isPaidCall } from './serve/messages.ts';
import { isTooDeep } from './model/depth.ts';
import { isAllowedOrigin } from './model/origin.ts';
import { loadSdk } from './sdk.ts';
import { RPC_REFUSED, RPC_UNREADABLE, sendError } from './serve/rpc-error.ts';
import { answerDelete, answerGet, answerInSession, sessionOf } from './serve/serve-sessions.ts';
import { answerStateless, isStateless } from './serve/serve-stateless.ts';
import { createStreams } from './serve/streams.ts';
import { createToolboxes, readToolAddress } from './tool-sets.ts';
import { listTools } from './tools.ts';

/** Most messages of one request: revision 2025-03-26 has batches, and no client needs long ones. */
const batchMax = 10;

/**
 * `/mcp` and the addresses of its tool sets: the operations as tools, over Streamable HTTP, to clients of revision
 * 2026-07-28 and to those of the earlier ones. Every request is authenticated, and any process can serve any request:
 * the newer revision has no sessions, and those of the earlier are sealed into their ids.
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

function createState({ app, operations }: MountContext): McpState {
  const tools = listTools(operations);
  return {
    tools,
    chooseToolbox: createToolboxes(tools),
    streams: createStreams(),
    calls: app.metrics.counter('bly_mcp_tool_calls_total', 'Tool calls by tool and outcome.', ['tool', 'outcome']),
  };
}

async function answerPost(known: Known): Promise<void> {
  const { context } = known;
  const body = parsed(await readBody(context.request, bodyBytesMax));
  if (body === undefined || isTooDeep(body))
    return sendError(context, 400, RPC_UNREADABLE, 'Parse error: the body is not JSON, or nested too deeply.');
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length > batchMax)
    return sendError(context, 400, RPC_REFUSED, `A batch holds at most ${batchMax} messages.`);
  if (!(await mayPass(known, messages.filter((message) => !isPaidCall(known, message)).length))) return;
  const sdk = await loadSdk();
  if (await isStateless(sdk, context, body)) return await answerStateless(sdk, known, body);
  return await answerInSession(sdk, known, body);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
