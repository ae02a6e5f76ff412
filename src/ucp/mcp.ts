import * as z from 'zod';
import { Refusal } from '../platform/errors.ts';
import { parseJsonBody } from '../platform/http/input/check-input.ts';
import { bodyBytesMax, readBody } from '../platform/http/input/read-body.ts';
import type { MountContext, MountDeclaration } from '../platform/http/route.ts';
import type { UcpOperation } from './call.ts';
import { malformed, type ProtocolFailure, readFailure } from './failure.ts';
import { KEYED_TOOLS, lodgingTools, type UcpTool, ucpTools } from './mcp-tools.ts';
import type { UcpServer } from './serve.ts';

const RPC = {
  parse: -32_700,
  refused: -32_000,
  discovery: -32_001,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
};
/** Failures of finding out what a platform can do have a code of their own. */
const DISCOVERY_CODES = ['invalid_profile_url', 'profile_unreachable', 'profile_malformed', 'version_unsupported'];
/** Revisions of MCP whose `tools/call` is answered in the way this endpoint does. The newest stands first. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

const anonymousBytesMax = 16_384;

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});
const Call = z.looseObject({
  name: z.string(),
  arguments: z
    .looseObject({
      meta: z
        .looseObject({
          'ucp-agent': z.looseObject({ profile: z.string() }).optional(),
          'idempotency-key': z.string().optional(),
        })
        .optional(),
      id: z.string().optional(),
      checkout: z.looseObject({}).optional(),
      booking: z.looseObject({}).optional(),
    })
    .default({}),
});
type Message = z.infer<typeof Message>;

/** Tools at one address. */
interface McpBinding {
  readonly path: string;
  readonly tools: readonly UcpTool[];
  /** The argument that holds what is created, replaced or completed. */
  readonly payload: 'checkout' | 'booking';
}
const SHOPPING: McpBinding = { path: '/ucp/mcp', tools: ucpTools, payload: 'checkout' };
const LODGING: McpBinding = { path: '/ucp/lodging/mcp', tools: lodgingTools, payload: 'booking' };

/** `/ucp/mcp`: the operations of UCP as tools. Stateless: each request stands alone, and none needs `initialize`. */
export const createMcpMount = (serve: UcpServer): MountDeclaration => mountOf(serve, SHOPPING);

/** `/ucp/lodging/mcp`: those of the lodging draft. */
export const createLodgingMcpMount = (serve: UcpServer): MountDeclaration => mountOf(serve, LODGING);

function mountOf(serve: UcpServer, binding: McpBinding): MountDeclaration {
  return {
    methods: ['POST'],
    path: binding.path,
    async handle(context) {
      let id: Message['id'];
      try {
        const body = readJson(await readBody(context.request, bytesMaxOf(context)), context);
        if (body === undefined) return send(context, 400, problem(id, RPC.parse, 'The body is no JSON.'));
        const { data: message } = Message.safeParse(body.value);
        if (!message) return send(context, 400, problem(id, RPC.request, 'The body is no JSON-RPC request.'));
        id = message.id;
        // A notification expects nothing, and there is nothing here that one would change.
        if (id === undefined) return send(context, 202, undefined);
        const result = await answer(serve, context, { binding, message });
        if (result === undefined) return send(context, 200, problem(id, RPC.method, 'There is no such method.'));
        send(context, 200, { jsonrpc: '2.0', id, result });
      } catch (error) {
        const failure = readFailure(error);
        if (!failure) throw error;
        send(context, failure.status, toProblem(id, failure), failure.headers);
      }
    },
  };
}

/** What the body says; undefined where it is no JSON. */
function readJson(bytes: Buffer, { request: { headers } }: MountContext): { readonly value: unknown } | undefined {
  try {
    return { value: parseJsonBody(bytes, headers) };
  } catch (error) {
    if (error instanceof Refusal && error.condition === 'body_malformed') return undefined;
    throw error;
  }
}

/** Without a credential there is nothing to send but a request for the tools. */
function bytesMaxOf({ request: { headers } }: MountContext): number {
  return headers['x-api-key'] === undefined && headers.authorization === undefined ? anonymousBytesMax : bodyBytesMax;
}

/** The result of a request; undefined where there is no such method. */
async function answer(
  serve: UcpServer,
  context: MountContext,
  { binding, message: { method, params } }: { readonly binding: McpBinding; readonly message: Message },
): Promise<unknown> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: REVISIONS.find((revision) => revision === params?.['protocolVersion']) ?? REVISIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'bly-ucp', version: '1' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: binding.tools };
    case 'tools/call':
      return await callTool(serve, context, { binding, params });
    default:
      return undefined;
  }
}

async function callTool(
  serve: UcpServer,
  context: MountContext,
  { binding, params }: { readonly binding: McpBinding; readonly params: unknown },
): Promise<unknown> {
  const { data: call } = Call.safeParse(params);
  const tool = call && binding.tools.find(({ name }) => name === call.name);
  if (!call || !tool) throw malformed('There is no such tool, or its arguments cannot be read.');
  const { meta, ...sent } = call.arguments;
  if (sent.id === undefined && needsId(tool.name)) throw malformed(`${tool.name} needs id.`);
  const key = meta?.['idempotency-key'];
  if (key === undefined && isKeyed(tool.name)) throw malformed(`${tool.name} needs meta.idempotency-key.`);
  const { body } = await serve(context, async () => ({
    operation: tool.name,
    id: sent.id,
    payload: sent[binding.payload] ?? {},
    profileUrl: meta?.['ucp-agent']?.profile,
    idempotencyKey: key,
    fingerprint: sent,
  }));
  return { structuredContent: body, content: [{ type: 'text', text: JSON.stringify(body) }] };
}

/** All but those that make something are about one thing. */
const needsId = (name: UcpOperation) => !name.startsWith('create_');
const isKeyed = (name: UcpOperation) => KEYED_TOOLS.includes(name);

function toProblem(id: Message['id'], { status, code, content, headers }: ProtocolFailure) {
  const retryAfter = headers && Object.entries(headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const data = { code, content, ...(retryAfter === undefined ? {} : { retry_after: Number(retryAfter) }) };
  return problem(id, rpcCodeOf(status, code), content, data);
}

function rpcCodeOf(status: number, code: string): number {
  if (DISCOVERY_CODES.includes(code)) return RPC.discovery;
  if (code === 'invalid_request') return RPC.params;
  if (status === 500) return RPC.internal;
  return status === 400 ? RPC.request : RPC.refused;
}

function problem(id: Message['id'], code: number, message: string, data?: unknown) {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

function send(
  { response }: MountContext,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
