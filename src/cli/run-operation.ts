import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { requestPath } from '../mcp/request-path.ts';
import type { ArgumentPlace } from '../mcp/model/tool-schema.ts';
import { parseJson, type ServiceAnswer } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import { callAs, connect, type ConnectionOptions, type PathRequest } from './connection.ts';
import { EXIT } from './exit-codes.ts';
import { flagOf, hintFor, listFields } from './model/fields.ts';
import type { ContractOperation } from './model/read-operations.ts';
import { type Given, missingOf, readInput } from './model/input.ts';
import { type OutputOptions, showAnswer, showFailure, showWarnings } from './show-answer.ts';
import { withSpinner } from './spinner.ts';
import { readStandardInput } from './standard-input.ts';
import { isObject } from '../platform/text/json-object.ts';

/** A `--wait` is no longer than this; a quota that comes back next month is not waited for. */
const waitSecondsMax = 300;

interface CallOptions extends ConnectionOptions, OutputOptions {
  readonly jsonBody?: string;
  readonly intent?: string;
  readonly idempotencyKey?: string;
  readonly endUserId?: string;
  readonly wait?: boolean;
}
/** A command line that has been read. */
export interface OperationRun {
  readonly operation: ContractOperation;
  readonly given: readonly Given[];
  readonly options: CallOptions;
}

/** Makes the call that a command stands for and shows its answer. Throws `CommandFailure` with what was refused. */
export async function runOperation({ operation, given, options }: OperationRun): Promise<void> {
  const body = options.jsonBody === undefined ? {} : await readBody(options.jsonBody);
  const { input } = operation;
  const values = readInput(input.schema, body, given);
  const missing = missingOf(input.schema, values);
  if (missing.length > 0)
    throw new CommandFailure(
      `Missing: ${missing.map((name) => flagOf([name])).join(', ')} (see bly ${operation.operationId.replaceAll('_', '-')} --help)`,
      { exitCode: EXIT.usage },
    );
  const request = requestOf({ operation, given, options }, values);
  const connection = await connect(options);
  const answer = await callPatiently(() => callAs(connection, request), options.wait === true).catch(
    (error: unknown) => {
      throw withKey(error, request);
    },
  );
  showWarnings(answer);
  if (answer.status >= 400)
    throw showFailure(answer, (field) => hintFor(listFields(input.schema, operation.example), field));
  showAnswer(operation.operationId, answer, options);
}

function requestOf({ operation, options }: OperationRun, values: Readonly<Record<string, unknown>>): PathRequest {
  const { hasBody, input } = operation;
  const rest: ArgumentPlace = hasBody ? 'body' : 'query';
  const pick = (place: ArgumentPlace) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => (input.places[name] ?? rest) === place));
  const body = {
    ...pick('body'),
    ...(options.intent === undefined ? {} : { intent: { user_intent: options.intent } }),
  };
  return {
    method: operation.method,
    path: requestPath(operation.path, { params: pick('params'), query: pick('query') }),
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(options.endUserId === undefined ? {} : { 'x-end-user-id': options.endUserId }),
      ...(operation.takesIdempotencyKey ? { 'idempotency-key': options.idempotencyKey ?? `cli-${randomUUID()}` } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  };
}

async function callPatiently(call: () => Promise<ServiceAnswer>, isPatient: boolean): Promise<ServiceAnswer> {
  const answer = await withSpinner('asking …', call);
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  if (!isPatient || (answer.status !== 429 && answer.status !== 503) || !(seconds >= 0 && seconds <= waitSecondsMax))
    return answer;
  await withSpinner(`told to wait ${seconds} s …`, () => wait(seconds * 1_000));
  return await withSpinner('asking again …', call);
}

/** Nobody knows whether a write that got no answer was done: its key makes it safe to repeat. */
function withKey(error: unknown, { headers }: PathRequest): unknown {
  const key = headers?.['idempotency-key'];
  if (key === undefined || !(error instanceof CommandFailure) || error.exitCode !== EXIT.unreachable) return error;
  return new CommandFailure(
    `${error.message}\nIf it had arrived before: repeat with --idempotency-key ${key} and nothing is done twice.`,
    { cause: error, exitCode: error.exitCode },
  );
}

async function readBody(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text =
    file === '-'
      ? await readStandardInput()
      : await readFile(file, 'utf8').catch((cause: unknown) => {
          throw new CommandFailure(`--json-body: ${file} cannot be read.`, { cause, exitCode: EXIT.usage });
        });
  const parsed = parseJson(text);
  if (!isObject(parsed)) throw new CommandFailure('--json-body: this is not a JSON object.', { exitCode: EXIT.usage });
  return parsed;
}
