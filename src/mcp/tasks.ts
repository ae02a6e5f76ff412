import * as z from 'zod';
import type { Identity } from '../platform/http/gate.ts';
import { argumentsOf, type OutcomeContext, outcomeToolOf, readOutcome } from './read-outcome.ts';
import type { Sdk } from './sdk.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { Tool } from './tools.ts';

type Values = Readonly<Record<string, unknown>>;

/** The extension by which a call that takes time is answered with a task, as client and server declare it. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What tasks of one caller are made and read with. */
export interface TaskContext extends OutcomeContext {
  readonly sdk: Sdk;
  readonly identity: Identity;
}
/** A task as the extension has it: a type, for the SDK takes nothing but plain records. */
type Task = {
  taskId: string;
  status: 'working' | 'completed';
  statusMessage?: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number;
  pollIntervalMs: number;
  result?: Record<string, unknown>;
};

/** Bookings that a rental counter or an airline has to confirm may take days. */
const ttlMs = 7 * 86_400_000;
const pollIntervalMs = 3_000;
const idLengthMax = 2_000;

/**
 * What a task's id holds, sealed: the tool that says how far it is, and for what. The trip or the exchange is the
 * durable record, so any process answers, and nothing has to be stored or purged beside it.
 */
const TaskState = z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()), created_at: z.number() });
type TaskState = z.infer<typeof TaskState>;

/** Parameters of `tasks/get`, `tasks/update` and `tasks/cancel`; the SDK reads the `inputResponses` of the second. */
export const TaskParams = z.looseObject({ taskId: z.string().max(idLengthMax) });

/**
 * A task in place of the answer of a call that went well and whose booking or exchange is still under way. Undefined
 * where it has ended, waits for a person, or no tool of this address can say how far it is: then the answer itself goes
 * out.
 */
export async function beginTask(tasks: TaskContext, { definition }: Tool, args: Values, answer: ToolAnswer) {
  if (answer.isError || answer.page !== undefined || definition.annotations.readOnlyHint) return undefined;
  const tool = tasks.tools.get(outcomeToolOf(definition.name, answer.data) ?? '');
  if (tool === undefined) return undefined;
  const known = argumentsOf(tool, { ...args, ...answer.data });
  const outcome = await readOutcome(tasks, tool, known);
  if (outcome.isError || !isUnderWay(outcome.data)) return undefined;
  const now = await nowOf(tasks);
  const state: TaskState = { tool: tool.definition.name, args: { ...known }, created_at: now.getTime() };
  const taskId = tasks.context.app.sealer.seal('mcp_task', JSON.stringify(state), contextOf(tasks));
  if (taskId.length > idLengthMax) return undefined;
  // The SDK adds the empty content that every result of a tool has.
  return { resultType: 'task', content: [], ...presentTask(taskId, state, { now, outcome }) };
}

/**
 * A task as it stands: `working`, or `completed` with what the tool says of the end, which may be a refusal of the
 * booking (`isError`). Throws for an id that is none of this credential's, or over.
 */
export async function readTask(tasks: TaskContext, taskId: string): Promise<Task> {
  const { sdk } = tasks;
  const state = await openTask(tasks, taskId);
  const tool = tasks.tools.get(state.tool);
  if (tool === undefined) throw unknownTask(sdk);
  const outcome = await readOutcome(tasks, tool, state.args);
  if (outcome.isError)
    throw new sdk.ProtocolError(
      sdk.ProtocolErrorCode.InternalError,
      `The task cannot be read now; it goes on all the same. ${messageOf(outcome.data)}`.trim(),
    );
  return presentTask(taskId, state, { now: await nowOf(tasks), outcome });
}

/**
 * Takes note of a request to cancel, or of answers to questions no task here asks: neither stops a booking that is paid
 * for, which is given up as a booking once it is made. Throws as `readTask` does.
 */
export async function acknowledge(tasks: TaskContext, taskId: string): Promise<Record<string, never>> {
  await openTask(tasks, taskId);
  return {};
}

async function openTask(tasks: TaskContext, taskId: string): Promise<TaskState> {
  const plain = tasks.context.app.sealer.open('mcp_task', taskId, contextOf(tasks));
  if (plain === undefined) throw unknownTask(tasks.sdk);
  const state = TaskState.parse(JSON.parse(plain.toString('utf8')));
  if (state.created_at + ttlMs < (await nowOf(tasks)).getTime()) throw unknownTask(tasks.sdk);
  return state;
}

function unknownTask(sdk: Sdk): Error {
  return new sdk.ProtocolError(
    sdk.ProtocolErrorCode.InvalidParams,
    'No task of this credential has this id at this address, or it is over.',
  );
}

/** Ends of trips and exchanges that are no success. */
const FAILED: ReadonlySet<unknown> = new Set(['failed', 'cancelled', 'expired', 'FAILED', 'PARTIAL_FAILURE']);

/** An exchange that waits for a payment waits for a person, not for time. */
function isUnderWay({ status, checkout_url: url }: Values): boolean {
  return status === 'fulfilling' || ((status === 'PENDING' || status === 'pending') && url === undefined);
}

/** The state is read anew for each answer, and true as of then. */
function presentTask(
  taskId: string,
  state: TaskState,
  { now, outcome }: { readonly now: Date; readonly outcome: ToolAnswer },
): Task {
  const { data, content } = outcome;
  const shared = {
    taskId,
    createdAt: new Date(state.created_at).toISOString(),
    lastUpdatedAt: now.toISOString(),
    ttlMs,
    pollIntervalMs,
  };
  if (isUnderWay(data)) return { ...shared, status: 'working', statusMessage: messageOfState(data) };
  const isError = FAILED.has(data['status']);
  const result = {
    resultType: 'complete',
    content: content.map((block) => ({ ...block })),
    ...(isError ? { isError } : {}),
  };
  return { ...shared, status: 'completed', result };
}

function messageOfState({ status, fulfillment }: Values): string {
  const { data } = z.object({ status: z.string(), phase: z.string() }).safeParse(fulfillment);
  return data === undefined ? `It is ${String(status)}.` : `The booking is ${data.status} (${data.phase}).`;
}

function messageOf({ error }: Values): string {
  return z.object({ message: z.string() }).safeParse(error).data?.message ?? '';
}

/** By the organization's clock, as everything else of a trip. */
async function nowOf({ context, identity }: TaskContext): Promise<Date> {
  return await context.app.organizationNow(identity.organizationId);
}

function contextOf({ identity: { organizationId, credentialId } }: TaskContext): string {
  return `${organizationId} ${credentialId}`;
}
