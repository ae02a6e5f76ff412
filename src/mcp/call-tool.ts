import { createHash, randomUUID } from 'node:crypto';
import type { InternalAnswer, MountContext } from '../platform/http/route.ts';
import { findCardNumber } from './model/card-number.ts';
import { compactRuleOf } from './model/compact-rules.ts';
import { narrowToPage, type PageWindow } from './model/page-window.ts';
import { type ToolTexts, toolTexts } from './model/tool-texts.ts';
import { findHandles, type SentHandle } from './handles/handles.ts';
import { type HandleOwner, keepHandles, readHandles } from './handles/keep-handles.ts';
import { replaceAt } from './model/replace-at.ts';
import { type AnswerView, presentAnswer } from './present-answer.ts';
import { presentCardRefusal, presentFailure, presentUnknownHandles, presentUnreadable } from './present-failure.ts';
import { requestPath } from './request-path.ts';
import { readArguments, type ReadArguments } from './read-arguments.ts';
import { readNames } from './read-names.ts';
import type { ToolAnswer } from './tool-answer.ts';
import { takesKey, type Tool } from './tools.ts';
import { isObject } from '../platform/text/json-object.ts';

/** Who is calling, as their headers say it, and which request of which session this is. */
export interface CallerHeaders {
  readonly credential: Readonly<Record<string, string>>;
  readonly endUserId: string | undefined;
  readonly sessionId: string;
  /** Whose handles its answers hold. */
  readonly owner: HandleOwner;
}
/** One `tools/call`. */
export interface ToolCall {
  readonly tool: Tool;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The JSON-RPC id: a client that sends a request again sends the same one. */
  readonly rpcId: string | number;
  /** The id of the MCP session, not its sealed form; undefined where the revision has none. */
  readonly mcpSessionId: string | undefined;
}

/**
 * Runs a tool: its operation, through every step a request over the wire goes through, with the caller's own
 * credential. What goes wrong is an answer that informs the agent what to do next.
 */
export async function callTool(context: MountContext, caller: CallerHeaders, call: ToolCall): Promise<ToolAnswer> {
  const { tool } = call;
  const { app } = context;
  const card = findCardNumber(call.arguments, tool.route.isSandboxOnly === true);
  if (card !== undefined) return presentCardRefusal(app.config.publicUrl, card);
  const meant = await readHandlesIn(context, caller, call.arguments);
  if (meant.unknown.length > 0) return presentUnknownHandles(app.config.publicUrl, meant.unknown);
  const read = readArguments(tool, meant.args);
  if (read.missing.length + read.wrong.length > 0) return presentUnreadable(app.config.publicUrl, tool, read);
  const first = await run(context, caller, call, read);
  const named = readNames(tool, read, first);
  const made = named ? await run(context, caller, call, named.read) : first;
  const { status, headers, page } = made;
  const body = parsed(made.body);
  const texts = textsOf(context);
  const today = (await app.organizationNow(caller.owner.organizationId)).toISOString().slice(0, DAY_LENGTH);
  if (status >= 400)
    return presentFailure(
      tool,
      { status, body, retryAfter: headers['retry-after'], ignored: read.ignored },
      { publicUrl: app.config.publicUrl, texts, today },
    );
  return await presentNamed(
    context,
    caller,
    { tool, body },
    {
      ...read.own,
      page,
      coerced: read.coerced,
      names: named?.names ?? [],
      ignored: read.ignored,
      isReplayed: headers['idempotent-replayed'] === 'true',
      args: read.body,
      intent: read.own.userIntent ?? '',
      today,
      texts,
    },
  );
}

const DAY_LENGTH = 10;
/** Names that are drawn before an answer goes out with its tokens as they are. */
const drawsMax = 3;
/** Handles live as long as the longest-lived offer of their answer, within these bounds; this long where none says. */
const lifeSeconds = { least: 60, most: 10_800, usual: 1_800 } as const;

/**
 * The answer with handles for its tokens, once they are stored; with the tokens themselves where they cannot be: a
 * store that is away costs an agent tokens to read, not its trip.
 */
async function presentNamed(
  { app, requestId }: MountContext,
  { owner }: CallerHeaders,
  { tool, body }: { readonly tool: Tool; readonly body: Readonly<Record<string, unknown>> },
  view: Omit<AnswerView, 'isNamed'>,
): Promise<ToolAnswer> {
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const answer = presentAnswer(tool, body, { ...view, isNamed: true });
    if (answer.handles === undefined) return answer;
    const now = await app.organizationNow(owner.organizationId);
    try {
      if (await keepHandles(app, owner, { ...answer.handles, lifeSeconds: lifeOf(body, now) })) return answer;
    } catch (err) {
      app.log.warn({ request_id: requestId, err }, 'handles of an answer could not be stored');
      break;
    }
  }
  return presentAnswer(tool, body, { ...view, isNamed: false });
}

/** Seconds until the last offer of an answer ends, by the organization's clock. */
function lifeOf(body: unknown, now: Date): number {
  const ends = [...JSON.stringify(body).matchAll(/"expires_at":"([^"]{10,40})"/g)].map(([, text]) =>
    Date.parse(text ?? ''),
  );
  const last = Math.max(...ends.filter((end) => !Number.isNaN(end)));
  if (!Number.isFinite(last)) return lifeSeconds.usual;
  const seconds = Math.ceil((last - now.getTime()) / 1_000);
  return Math.min(Math.max(seconds, lifeSeconds.least), lifeSeconds.most);
}

/** The arguments with tokens in place of this credential's handles, and the handles that stand for nothing. */
async function readHandlesIn(
  { app }: MountContext,
  { owner }: CallerHeaders,
  args: ToolCall['arguments'],
): Promise<{ readonly args: ToolCall['arguments']; readonly unknown: readonly SentHandle[] }> {
  const sent = findHandles(args).slice(0, handlesMax);
  const names = [...new Set(sent.map(({ name }) => name))];
  const stored = new Map(
    await Promise.all(names.map(async (name) => [name, await readHandles(app, owner, name)] as const)),
  );
  const unknown: SentHandle[] = [];
  let meant: unknown = args;
  for (const handle of sent) {
    const tokens = stored.get(handle.name);
    const token = tokens !== undefined && Object.hasOwn(tokens, handle.suffix) ? tokens[handle.suffix] : undefined;
    if (token === undefined) unknown.push(handle);
    else meant = replaceAt(meant, handle.path, token);
  }
  return { args: isObject(meant) ? meant : args, unknown };
}

/** More than any call has use for; what is beyond them is refused as a token would be. */
const handlesMax = 20;

/** The operation's answer, and which part of its result it was asked for. */
async function run(
  context: MountContext,
  caller: CallerHeaders,
  call: ToolCall,
  read: ReadArguments,
): Promise<InternalAnswer & { readonly page: PageWindow | undefined }> {
  const { tool } = call;
  const page = pageOf(tool, read);
  const answer = await context.call({
    method: tool.route.method,
    path: requestPath(tool.route.path, read),
    headers: headersOf(context, caller, call, read),
    ...(tool.route.body ? { body: JSON.stringify(bodyOf({ ...read, body: page?.body ?? read.body })) } : {}),
    // What a write has begun goes on: MCP lets a connection break without meaning that the call is off.
    ...(tool.route.isWrite ? {} : { signal: context.clientGone }),
  });
  return { ...answer, page };
}

const textsByOperations = new WeakMap<MountContext['operations'], ToolTexts>();

/** Texts of operations in the words of tools. */
export function textsOf({ operations }: MountContext): ToolTexts {
  const known = textsByOperations.get(operations) ?? toolTexts(operations.filter(({ tool }) => tool !== undefined));
  textsByOperations.set(operations, known);
  return known;
}

/**
 * The part of a paged result that the answer has room for; undefined where the operation does not page or is going to
 * refuse.
 */
function pageOf(
  { route, definition: { name, annotations } }: Tool,
  { body, own }: ReadArguments,
): PageWindow | undefined {
  if (!annotations.readOnlyHint || !route.body?.safeParse(body).success) return undefined;
  return narrowToPage(compactRuleOf(name), body, own.skip);
}

function bodyOf({ body, own }: Pick<ReadArguments, 'body' | 'own'>): unknown {
  return own.userIntent === undefined ? body : { ...body, intent: { user_intent: own.userIntent } };
}

function headersOf(
  context: MountContext,
  caller: CallerHeaders,
  call: ToolCall,
  read: ReadArguments,
): Readonly<Record<string, string>> {
  return {
    ...caller.credential,
    'x-request-id': context.requestId,
    'x-session-id': caller.sessionId,
    ...(caller.endUserId === undefined ? {} : { 'x-end-user-id': caller.endUserId }),
    ...(call.tool.route.body ? { 'content-type': 'application/json' } : {}),
    ...(takesKey(call.tool.route) ? { 'idempotency-key': read.own.idempotencyKey ?? derivedKey(call) } : {}),
  };
}

/**
 * The key of a write whose agent gave none: session, request id, tool and arguments. A request that a client sends
 * again (a broken connection, a proxy that repeats) is the same request and is done once; a call the agent makes anew
 * has a new request id. The arguments are part of it so that a client that counts its ids carelessly is never answered
 * for another call. Without a session a request that is sent again looks like one of another conversation, for ids
 * begin anew in each: every request is then its own.
 */
function derivedKey({ mcpSessionId, rpcId, tool, arguments: sent }: ToolCall): string {
  if (mcpSessionId === undefined) return `mcp-${randomUUID()}`;
  const text = JSON.stringify([mcpSessionId, rpcId, tool.definition.name, sent]);
  return `mcp-${createHash('sha256').update(text).digest('base64url')}`;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return { done: true };
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : { result: value };
}
