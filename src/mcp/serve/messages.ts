import * as z from 'zod';
import type { MountContext } from '../../platform/http/route.ts';
import { MCP_PATH } from '../../platform/mcp-addresses.ts';
import type { Known } from './caller.ts';

/** What of a message decides how it is served; the SDK reads the rest. */
const Message = z.looseObject({
  method: z.string().optional(),
  params: z.looseObject({ name: z.unknown() }).partial().optional(),
});

/** The method of a message and the tool it names, as far as it has them. */
export function readMessage(message: unknown): { readonly method?: string; readonly tool?: string } {
  const { data } = Message.safeParse(message);
  const name = data?.params?.name;
  return {
    ...(data?.method === undefined ? {} : { method: data.method }),
    ...(typeof name === 'string' ? { tool: name } : {}),
  };
}

/** A call of a tool there is takes its token where its operation is admitted. */
export function isPaidCall({ toolbox }: Known, message: unknown): boolean {
  const { method, tool } = readMessage(message);
  return method === 'tools/call' && tool !== undefined && toolbox.tools.has(tool);
}

/**
 * The request as the SDK reads it, without its body and without a signal that its client has left: what a write has
 * begun goes on.
 */
export function webRequest({ app, request }: MountContext): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return new Request(new URL(MCP_PATH, app.config.publicUrl), { method: request.method ?? 'POST', headers });
}

/** What was called and how it ended; never with what, nor what came of it. */
export function logAnswer(
  { context, state, identity }: Known,
  body: unknown,
  outcome: { readonly status: number; readonly ms: number },
): void {
  const { tool: name } = readMessage(body);
  const tool = name !== undefined && state.tools.has(name) ? name : undefined;
  context.app.log.info(
    { request_id: context.requestId, organization_id: identity.organizationId, operation_id: 'mcp', tool, ...outcome },
    'answered',
  );
}
