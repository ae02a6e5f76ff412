import type { Counter } from 'prom-client';
import type { App } from '../../context.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import type { Identity } from '../../platform/http/gate.ts';
import { readCredential, readHeader, readSessionId } from '../../platform/http/input/request-headers.ts';
import type { MountContext } from '../../platform/http/route.ts';
import { quotaHeaders } from '../../platform/http/send/answer.ts';
import { MCP_PATH } from '../../platform/mcp-addresses.ts';
import type { CallerHeaders } from '../call-tool.ts';
import { RPC_REFUSED, sendError } from './rpc-error.ts';
import type { Streams } from './streams.ts';
import type { ChooseToolbox, Toolbox } from '../tool-sets.ts';
import type { Tool } from '../tools.ts';

/** What a process keeps for its MCP clients. */
export interface McpState {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly chooseToolbox: ChooseToolbox;
  readonly streams: Streams;
  readonly calls: Counter;
}
/** A request whose sender is known. */
export interface Known {
  readonly context: MountContext;
  readonly state: McpState;
  readonly identity: Identity;
  readonly credential: Readonly<Record<string, string>>;
  readonly toolbox: Toolbox;
}

/** The address a request came to, with its query. */
export function addressOf({ app, request }: MountContext): URL {
  return new URL(request.url ?? MCP_PATH, app.config.publicUrl);
}

/** Who is calling; 401 with the way to a token (RFC 9728) for who is nobody. Cookies are no credential here. */
export async function authenticate(context: MountContext): Promise<Pick<Known, 'identity' | 'credential'>> {
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

/**
 * Takes a token of the credential's rate for each message; answers 429 itself, with when to come again, where there are
 * too few.
 */
export async function mayPass({ context, identity }: Known, messages: number): Promise<boolean> {
  const { app, response } = context;
  for (let taken = 0; taken < messages; taken += 1) {
    const { rate, refusal } = await app.gate.admit(identity, {
      operationId: 'mcp',
      cost: 0,
      now: app.clock.now(),
      endUserId: undefined,
    });
    await writeRates(app, { response, identity, rate });
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

/** The rate and the quota of the credential, in the headers that `/v1` has. */
async function writeRates(
  app: App,
  {
    response,
    identity,
    rate,
  }: Pick<MountContext, 'response'> &
    Pick<Known, 'identity'> & {
      readonly rate: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };
    },
): Promise<void> {
  for (const [name, value] of [
    ['ratelimit-limit', rate.limit],
    ['ratelimit-remaining', rate.remaining],
    ['ratelimit-reset', rate.resetSeconds],
  ] as const)
    response.setHeader(name, String(value));
  const quota = await app.gate.readQuota(identity, await app.organizationNow(identity.organizationId));
  for (const [name, value] of Object.entries(quotaHeaders(quota))) response.setHeader(name, value);
}

/** Who is calling, as the operations read it; `session` names the conversation where the caller names none. */
export function callerHeaders({ context, identity, credential }: Known, session: string): CallerHeaders {
  const { headers } = context.request;
  return {
    owner: { organizationId: identity.organizationId, credentialId: identity.credentialId },
    credential,
    endUserId: readHeader(headers, 'x-end-user-id'),
    sessionId: readSessionId(headers) ?? session,
  };
}
