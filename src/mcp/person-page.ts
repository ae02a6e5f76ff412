import { createHash, randomUUID } from 'node:crypto';
import type {
  InputRequiredResult,
  InputResponseView,
  RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import canonicalize from 'canonicalize';
import * as z from 'zod';
import type { Identity } from '../platform/http/gate.ts';
import { argumentsOf, type OutcomeContext, outcomeToolOf, readOutcome } from './read-outcome.ts';
import type { Sdk } from './sdk.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { Tool } from './tools.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a request to open a page is made and read with. */
export interface PageContext extends OutcomeContext {
  readonly sdk: Sdk;
}
/** A call of a tool, and whether its client can have its person open a page. */
export interface PageCall {
  readonly tool: Tool;
  readonly arguments: Values;
  readonly takesUrls: boolean;
}
/** What a client sends with a call that it repeats once its person has answered. */
export interface RepeatedCall {
  readonly requestState: string | undefined;
  readonly response: InputResponseView;
}

/** The name of the request to open a page, of which there is one at a time. */
export const PAGE = 'open_page';
/** A person has this long to answer; the page itself may live longer. */
const stateSecondsMax = 3_600;

/** The state of a request to open a page, as its client carries it: sealed, bound to one credential and one call. */
const PageState = z.object({ call: z.string(), ends_at: z.number(), answer: z.record(z.string(), z.unknown()) });

/**
 * URL elicitation of the revisions before 2026-07-28: the client shows its person the page and opens it. Whether they
 * did so says nothing of the payment, so nobody waits for the answer, which any process may then receive; the trip's
 * status says the outcome.
 */
export async function requestOnStream(
  transport: WebStandardStreamableHTTPServerTransport,
  { page }: ToolAnswer,
  requestId: RequestId,
): Promise<void> {
  if (page === undefined) return;
  const id = randomUUID();
  const params = { mode: 'url', elicitationId: id, ...page };
  // A client that has gone away gets no request; what its call did is done and stays answered.
  await transport
    .send(
      { jsonrpc: '2.0', id: `elicitation-${id}`, method: 'elicitation/create', params },
      { relatedRequestId: requestId },
    )
    .catch(() => undefined);
}

/**
 * The request of revision 2026-07-28: a result that says what is needed, in place of the answer, which the client
 * carries sealed until it repeats the call. Undefined where there is no page, or the client cannot open any.
 */
export async function requestInResult(
  { sdk, context: { app } }: PageContext,
  identity: Identity,
  { answer, ...call }: PageCall & { readonly answer: ToolAnswer },
): Promise<InputRequiredResult | undefined> {
  // An answer that was only read holds the link; a call that acts stops at the page.
  if (answer.page === undefined || !call.takesUrls || call.tool.definition.annotations.readOnlyHint) return undefined;
  const state: z.infer<typeof PageState> = {
    call: digestOf(call),
    ends_at: (await nowOf(app, identity)) + stateSecondsMax * 1_000,
    answer: { ...answer.data },
  };
  return sdk.inputRequired({
    inputRequests: { [PAGE]: sdk.inputRequired.elicitUrl({ ...answer.page }) },
    requestState: app.sealer.seal('mcp_request_state', JSON.stringify(state), contextOf(identity)),
  });
}

/**
 * The answer to a call that is repeated once its person has answered: what the call answered, what the person did with
 * the request, and what has come of it so far. It does nothing again. Undefined for a call that is no repetition; a
 * state that was altered, is over, or belongs to another credential or call is refused.
 */
export async function readRepeated(
  pages: PageContext,
  identity: Identity,
  call: PageCall,
  { requestState, response }: RepeatedCall,
): Promise<Values | undefined> {
  if (requestState === undefined) return undefined;
  const state = openState(pages, identity, requestState);
  const isOver = state === undefined || state.ends_at < (await nowOf(pages.context.app, identity));
  if (isOver || state.call !== digestOf(call))
    throw new pages.sdk.ProtocolError(
      pages.sdk.ProtocolErrorCode.InvalidParams,
      'requestState is not one of this call: it was altered, is over, or was answered to another call or credential. Make the call anew without it.',
    );
  const action = response.kind === 'elicit' ? response.action : undefined;
  const now = await outcomeOf(pages, call, state.answer);
  return {
    ...state.answer,
    person: action === undefined ? 'not asked' : PERSON_DID[action],
    ...(now === undefined ? {} : { now }),
    next:
      action === 'accept'
        ? (now?.['next'] ?? state.answer['next'])
        : 'The person has not opened the page: show them the link, or ask what should be different.',
  };
}

/** To agree to open a page is not to have paid on it. */
const PERSON_DID = {
  accept: 'agreed to open the page',
  decline: 'declined',
  cancel: 'dismissed the question',
} as const;

/** How far it is; undefined where no tool of this address says so, or it cannot be read now. */
async function outcomeOf(pages: PageContext, call: PageCall, answer: Values): Promise<Values | undefined> {
  const tool = pages.tools.get(outcomeToolOf(call.tool.definition.name, answer) ?? '');
  if (tool === undefined) return undefined;
  const read = await readOutcome(pages, tool, argumentsOf(tool, { ...call.arguments, ...answer }));
  return read.isError ? undefined : read.data;
}

function openState({ context: { app } }: PageContext, identity: Identity, state: string) {
  const plain = app.sealer.open('mcp_request_state', state, contextOf(identity));
  return plain === undefined ? undefined : PageState.parse(JSON.parse(plain.toString('utf8')));
}

/** By the organization's clock, as quotes and offers end. */
async function nowOf(app: PageContext['context']['app'], { organizationId }: Identity): Promise<number> {
  return (await app.organizationNow(organizationId)).getTime();
}

function contextOf({ organizationId, credentialId }: Identity): string {
  return `${organizationId} ${credentialId}`;
}

function digestOf({ tool, arguments: sent }: Pick<PageCall, 'tool' | 'arguments'>): string {
  const text = canonicalize([tool.definition.name, sent]) ?? '';
  return createHash('sha256').update(text).digest('base64url');
}
