import * as z from 'zod';
import type { MountContext } from '../../platform/http/route.ts';
import { requestInResult, readRepeated } from '../person-page.ts';
import { callerHeaders, type Known } from './caller.ts';
import { logAnswer, readMessage, webRequest } from './messages.ts';
import { createProtocol, type ProtocolParts } from '../protocol.ts';
import type { Sdk } from '../sdk.ts';
import { sendAnswer } from './streams.ts';

const LISTEN = 'subscriptions/listen';

/**
 * Whether a message is of revision 2026-07-28 or later, which says so in each of its messages. What claims to be and is
 * malformed is, too: its refusal has the form of that revision.
 */
export async function isStateless(sdk: Sdk, context: MountContext, body: unknown): Promise<boolean> {
  return !(await sdk.isLegacyRequest(webRequest(context), body));
}

/**
 * A message of revision 2026-07-28: no session comes before it, and nothing is stored after it. Questions for a person
 * are a result, which the client answers by sending the call again.
 */
export async function answerStateless(sdk: Sdk, known: Known, body: unknown): Promise<void> {
  const { context, identity } = known;
  const startedAt = performance.now();
  const { method } = readMessage(body);
  if (method === LISTEN) return refuseListening(sdk, context, body);
  const today = method === 'server/discover' ? await context.app.organizationNow(identity.organizationId) : undefined;
  const handler = sdk.createMcpHandler(() => createProtocol(sdk, protocolParts(sdk, known, today)), {
    legacy: 'reject',
  });
  try {
    const answer = await handler.fetch(webRequest(context), { parsedBody: body });
    await sendAnswer(context, identity, answer);
    logAnswer(known, body, { status: answer.status, ms: Math.round(performance.now() - startedAt) });
  } finally {
    await handler.close();
  }
}

/**
 * A stream of changes is not offered, as `server/discover` says by declaring none: the lists of a credential change
 * with its scopes alone, and a stream on which nothing comes would hold a socket for nothing.
 */
function refuseListening(sdk: Sdk, { response }: MountContext, body: unknown): void {
  const { data } = z.object({ id: z.union([z.string(), z.number()]) }).safeParse(body);
  const error = { code: sdk.ProtocolErrorCode.MethodNotFound, message: `${LISTEN} is not offered.` };
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: data?.id ?? null, error }));
}

function protocolParts(sdk: Sdk, known: Known, today: Date | undefined): ProtocolParts {
  const { context, identity } = known;
  const caller = callerHeaders(known, `mcp-${context.requestId}`);
  const pages = { sdk, context, caller, tools: known.toolbox.tools };
  return {
    context,
    ...known.toolbox,
    mcpSessionId: undefined,
    today: today?.toISOString().slice(0, 10),
    caller,
    count: (tool, outcome) => known.state.calls.inc({ tool, outcome }),
    resume: (call, again) => readRepeated(pages, identity, call, again),
    tasks: { ...pages, identity },
    present: (answer, call) => requestInResult(pages, identity, { ...call, answer }),
  };
}
