import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { contractVersion } from '../platform/http/openapi/openapi.ts';
import type { MountContext } from '../platform/http/route.ts';
import { type CallerHeaders, callTool } from './call-tool.ts';
import type { ToolAnswer } from './tool-answer.ts';
import { instructionsFor, prompts } from './prompts.ts';
import { listedResources, readResource, resourceTemplates } from './resources.ts';
import type { Tool, ToolList } from './tools.ts';

/**
 * The official SDK, loaded when the first client comes: it is large, and most installations of a test never need it.
 */
export async function loadSdk() {
  const [server, transport, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { ...server, ...transport, ...types };
}
export type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** What one HTTP request is served with. */
export interface ProtocolParts {
  readonly context: MountContext;
  readonly caller: CallerHeaders;
  readonly tools: ReadonlyMap<string, Tool>;
  /** The answer to `tools/list`, made once for all callers of a kind. */
  readonly toolList: ToolList;
  readonly mcpSessionId: string;
  /** The day it is for the organization; undefined where nobody reads it. */
  readonly today: string | undefined;
  /** The client can be asked to open a link. */
  readonly takesUrls: boolean;
  readonly count: (tool: string, outcome: 'ok' | 'refused') => void;
}

/**
 * The protocol's side of one HTTP request. Nothing is stored between requests: sessions are sealed into their ids, so a
 * server lives as long as its request.
 */
export function createProtocol(
  sdk: Sdk,
  parts: ProtocolParts,
  transport: WebStandardStreamableHTTPServerTransport,
): Server {
  const server = new sdk.Server(
    { name: 'bly', title: 'Bly', version: contractVersion },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: instructionsFor(parts.today),
      // Only form elicitation would validate with it, which is never used: building a validator for each request is
      // not.
      jsonSchemaValidator: {
        getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'no forms here' }),
      },
    },
  );
  answerTools(sdk, server, parts, transport);
  answerPrompts(sdk, server);
  answerResources(sdk, server, parts);
  return server;
}

function answerTools(
  sdk: Sdk,
  server: Server,
  parts: ProtocolParts,
  transport: WebStandardStreamableHTTPServerTransport,
): void {
  server.setRequestHandler(sdk.ListToolsRequestSchema, async () => parts.toolList);
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, { requestId }) => {
    const tool = parts.tools.get(params.name);
    if (!tool)
      throw new sdk.McpError(
        sdk.ErrorCode.InvalidParams,
        `There is no tool of this name here. tools/list names the ${parts.tools.size} there are; the address /mcp has them all.`,
      );
    const answer = await orInternal(sdk, parts.context, () =>
      callTool(parts.context, parts.caller, {
        tool,
        arguments: params.arguments ?? {},
        rpcId: requestId,
        mcpSessionId: parts.mcpSessionId,
      }),
    );
    parts.count(tool.definition.name, answer.isError ? 'refused' : 'ok');
    if (parts.takesUrls && !tool.definition.annotations.readOnlyHint) await askToOpen(transport, answer, requestId);
    return {
      content: answer.content.map((block) => ({ ...block })),
      ...(answer.isError ? { isError: true } : {}),
    };
  });
}

/**
 * URL elicitation: the client shows its person the link and opens it. Whether they did so says nothing of the payment,
 * so nobody waits for the answer, which any process may then receive; the trip's status says the outcome.
 */
async function askToOpen(
  transport: WebStandardStreamableHTTPServerTransport,
  { checkoutUrl }: ToolAnswer,
  requestId: RequestId,
): Promise<void> {
  if (checkoutUrl === undefined) return;
  const id = randomUUID();
  const params = {
    mode: 'url',
    elicitationId: id,
    url: checkoutUrl,
    message: 'Open this page to see the price and pay.',
  };
  // A client that has gone away is not asked; what its call did is done and stays answered.
  await transport
    .send(
      { jsonrpc: '2.0', id: `elicitation-${id}`, method: 'elicitation/create', params },
      { relatedRequestId: requestId },
    )
    .catch(() => undefined);
}

function answerPrompts(sdk: Sdk, server: Server): void {
  server.setRequestHandler(sdk.ListPromptsRequestSchema, async () => ({
    prompts: prompts.map(({ name, title, description, arguments: wanted }) => ({
      name,
      title,
      description,
      arguments: wanted.map((argument) => ({ ...argument })),
    })),
  }));
  server.setRequestHandler(sdk.GetPromptRequestSchema, async ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (!prompt)
      throw new sdk.McpError(
        sdk.ErrorCode.InvalidParams,
        `There is no prompt of this name: ${prompts.map(({ name }) => name).join(', ')}.`,
      );
    const given = params.arguments ?? {};
    const missing = prompt.arguments.find(({ name, required }) => required && !given[name]);
    if (missing)
      throw new sdk.McpError(sdk.ErrorCode.InvalidParams, `${missing.name}: is required. ${missing.description}`);
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.write(given) } }],
    };
  });
}

function answerResources(sdk: Sdk, server: Server, { context, caller, tools, mcpSessionId }: ProtocolParts): void {
  server.setRequestHandler(sdk.ListResourcesRequestSchema, async () => ({
    resources: listedResources.map((resource) => ({ ...resource })),
  }));
  server.setRequestHandler(sdk.ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: resourceTemplates.map((template) => ({ ...template })),
  }));
  server.setRequestHandler(sdk.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = await orInternal(sdk, context, () => readResource(context, caller, { uri, tools, mcpSessionId }));
    // -32002 is the protocol's own code for it, which the SDK does not name.
    if (!found) throw new sdk.McpError(RESOURCE_NOT_FOUND, 'Nothing is at this address for you.');
    return { contents: [{ ...found }] };
  });
}

const RESOURCE_NOT_FOUND = -32_002;

/** A bug of ours is logged and reported as such: the SDK would send its message to the client. */
async function orInternal<T>(sdk: Sdk, { app, requestId }: MountContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    app.log.error({ request_id: requestId, operation_id: 'mcp', err }, 'a tool call failed');
    throw new sdk.McpError(
      sdk.ErrorCode.InternalError,
      `Something went wrong on our side. Report it with the request id ${requestId}.`,
    );
  }
}
