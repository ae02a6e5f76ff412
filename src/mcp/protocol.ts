import type {
  CallToolResult,
  InputRequiredResult,
  RequestId,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { contractVersion } from '../platform/api-version.ts';
import type { MountContext } from '../platform/http/route.ts';
import { type RepeatedCall, type PageCall, PAGE } from './person-page.ts';
import { UI_EXTENSION } from './cards.ts';
import { type CallerHeaders, callTool } from './call-tool.ts';
import { instructionsFor, prompts } from './prompts.ts';
import { listedResources, readResource, resourceTemplates } from './resources.ts';
import type { Sdk } from './sdk.ts';
import { acknowledge, beginTask, readTask, type TaskContext, TaskParams, TASKS_EXTENSION } from './tasks.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { Tool, ToolList } from './tools.ts';

/** What one HTTP request is served with. */
export interface ProtocolParts {
  readonly context: MountContext;
  readonly caller: CallerHeaders;
  readonly tools: ReadonlyMap<string, Tool>;
  /** The answer to `tools/list`, made once for all callers of a kind. */
  readonly toolList: ToolList;
  /** Undefined where the revision has no sessions. */
  readonly mcpSessionId: string | undefined;
  /** The day it is for the organization; undefined where nobody reads it. */
  readonly today: string | undefined;
  readonly count: (tool: string, outcome: 'ok' | 'refused') => void;
  /** The data a repeated call is answered with; undefined when it is to be made. */
  resume?(call: PageCall, again: RepeatedCall): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** What goes out in place of an answer, once it is there; undefined when the answer itself does. */
  present?(answer: ToolAnswer, call: PageCall, requestId: RequestId): Promise<InputRequiredResult | undefined>;
  /** What tasks are made and read with; undefined in revisions that have none. */
  readonly tasks?: TaskContext;
}

/** How long clients of revision 2026-07-28 may keep lists: tools follow the scopes of a credential. */
const listTtlMs = 300_000;

/**
 * The protocol's side of one HTTP request, of any revision. Nothing is stored between requests, so a server lives as
 * long as its request.
 */
export function createProtocol(sdk: Sdk, parts: ProtocolParts): Server {
  const server = new sdk.Server(
    { name: 'bly', title: 'Bly', version: contractVersion },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: {},
        extensions: { [UI_EXTENSION]: {}, ...(parts.tasks ? { [TASKS_EXTENSION]: {} } : {}) },
      },
      instructions: instructionsFor(parts.today),
      cacheHints: {
        'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' },
        'prompts/list': { ttlMs: listTtlMs, cacheScope: 'public' },
        'resources/list': { ttlMs: listTtlMs, cacheScope: 'public' },
        'resources/templates/list': { ttlMs: listTtlMs, cacheScope: 'public' },
        'server/discover': { ttlMs: listTtlMs, cacheScope: 'private' },
      },
      // Only form elicitation would validate with it, which is never used: building a validator for each request is
      // not.
      jsonSchemaValidator: {
        getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'no forms here' }),
      },
    },
  );
  answerTools(sdk, server, parts);
  answerPrompts(sdk, server);
  answerResources(sdk, server, parts);
  if (parts.tasks) answerTasks(sdk, server, parts, parts.tasks);
  return server;
}

function answerTools(sdk: Sdk, server: Server, parts: ProtocolParts): void {
  server.setRequestHandler('tools/list', async () => parts.toolList);
  server.setRequestHandler('tools/call', async ({ params }, exchange) => {
    const tool = parts.tools.get(params.name);
    if (!tool)
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        `There is no tool of this name here. tools/list names the ${parts.tools.size} there are; the address /mcp has them all.`,
      );
    const { elicitation } = capabilitiesIn(sdk, exchange);
    const call = { tool, arguments: params.arguments ?? {}, takesUrls: elicitation?.url !== undefined };
    return await orInternal(sdk, parts.context, () => answerCall(sdk, parts, call, exchange));
  });
}

async function answerCall(
  sdk: Sdk,
  parts: ProtocolParts,
  call: PageCall,
  exchange: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { mcpReq } = exchange;
  const resumed = await parts.resume?.(call, {
    requestState: mcpReq.requestState<string>(),
    response: sdk.inputResponse(mcpReq.inputResponses, PAGE),
  });
  if (resumed !== undefined) return { content: [{ type: 'text', text: JSON.stringify(resumed) }] };
  const answer = await callTool(parts.context, parts.caller, {
    tool: call.tool,
    arguments: call.arguments,
    rpcId: mcpReq.id,
    mcpSessionId: parts.mcpSessionId,
  });
  parts.count(call.tool.definition.name, answer.isError ? 'refused' : 'ok');
  const request = await parts.present?.(answer, call, mcpReq.id);
  if (request) return request;
  // Only a client that declares the extension, with this very request, may be answered with a task.
  const takesTasks = capabilitiesIn(sdk, exchange).extensions?.[TASKS_EXTENSION] !== undefined;
  const task = parts.tasks && takesTasks ? await beginTask(parts.tasks, call.tool, call.arguments, answer) : undefined;
  return (
    task ?? {
      content: answer.content.map((block) => ({ ...block })),
      ...(answer.isError ? { isError: true } : {}),
    }
  );
}

/** What is read of the capabilities that a client of revision 2026-07-28 sends with each request. */
const Capabilities = z.looseObject({
  elicitation: z.looseObject({ url: z.unknown() }).partial().optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/** What its client can do; nothing in the older revisions, which say so when a session opens. */
function capabilitiesIn(sdk: Sdk, { mcpReq: { envelope } }: ServerContext): z.infer<typeof Capabilities> {
  const sent = new Map(Object.entries(envelope ?? {})).get(sdk.CLIENT_CAPABILITIES_META_KEY);
  return Capabilities.safeParse(sent).data ?? {};
}

/** How far a call is that was answered with a task. The SDK knows these methods and leaves them to servers. */
function answerTasks(sdk: Sdk, server: Server, { context }: ProtocolParts, tasks: TaskContext): void {
  server.setRequestHandler('tasks/get', { params: TaskParams }, async ({ taskId }) =>
    orInternal(sdk, context, () => readTask(tasks, taskId)),
  );
  for (const method of ['tasks/update', 'tasks/cancel'])
    server.setRequestHandler(method, { params: TaskParams }, async ({ taskId }) =>
      orInternal(sdk, context, () => acknowledge(tasks, taskId)),
    );
}

function answerPrompts(sdk: Sdk, server: Server): void {
  server.setRequestHandler('prompts/list', async () => ({
    prompts: prompts.map(({ name, title, description, arguments: wanted }) => ({
      name,
      title,
      description,
      arguments: wanted.map((argument) => ({ ...argument })),
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (!prompt)
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        `There is no prompt of this name: ${prompts.map(({ name }) => name).join(', ')}.`,
      );
    const given = params.arguments ?? {};
    const missing = prompt.arguments.find(({ name, required }) => required && !given[name]);
    if (missing)
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        `${missing.name}: is required. ${missing.description}`,
      );
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.write(given) } }],
    };
  });
}

function answerResources(sdk: Sdk, server: Server, { context, caller, tools, mcpSessionId }: ProtocolParts): void {
  server.setRequestHandler('resources/list', async () => ({
    resources: listedResources.map((resource) => ({ ...resource })),
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: resourceTemplates.map((template) => ({ ...template })),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await orInternal(sdk, context, () => readResource(context, caller, { uri, tools, mcpSessionId }));
    if (!found) throw new sdk.ResourceNotFoundError(uri, 'Nothing is at this address for you.');
    return { contents: [{ ...found }] };
  });
}

/** A bug of ours is logged and reported as such: the SDK would send its message to the client. */
async function orInternal<T>(sdk: Sdk, { app, requestId }: MountContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof sdk.ProtocolError) throw err;
    app.log.error({ request_id: requestId, operation_id: 'mcp', err }, 'a tool call failed');
    throw new sdk.ProtocolError(
      sdk.ProtocolErrorCode.InternalError,
      `Something went wrong on our side. Report it with the request id ${requestId}.`,
    );
  }
}
