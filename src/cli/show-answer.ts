import { readWarnings } from '../client/bly-error.ts';
import { parseJson, type ServiceAnswer } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import { exitCodeOf } from './exit-codes.ts';
import { presentAnswer } from './model/present.ts';
import { plainText } from './model/table.ts';
import { styled } from './style.ts';
import { isObject } from '../platform/text/json-object.ts';

/** For whom a command writes. */
export interface OutputOptions {
  readonly json?: boolean;
  readonly table?: boolean;
}

const widthDefault = 120;

/** A program reads unless a terminal does, or the command was given otherwise. */
export function isJsonWanted({ json, table }: OutputOptions): boolean {
  return json === true || (table !== true && !process.stdout.isTTY);
}

/**
 * Writes a good answer: its own bytes for a program, a table for a person. Colours follow the terminal, NO_COLOR and
 * FORCE_COLOR.
 */
export function showAnswer(operationId: string, answer: ServiceAnswer, options: OutputOptions): void {
  if (isJsonWanted(options)) {
    if (answer.text !== '') process.stdout.write(answer.text.endsWith('\n') ? answer.text : `${answer.text}\n`);
    return;
  }
  if (answer.text === '') {
    console.log('Done.');
    return;
  }
  const parsed = parseJson(answer.text);
  const screen = {
    widthMax: process.stdout.columns ?? widthDefault,
    heading: (text: string) => styled('bold', text),
    dim: (text: string) => styled('dim', text),
  };
  console.log(presentAnswer(operationId, parsed ?? answer.text, screen));
}

/** Fields that the service ignored, on standard error: what a program reads stays the answer alone. */
export function showWarnings({ headers }: ServiceAnswer): void {
  const text = headers.get('x-warnings');
  for (const { path, problem } of text === null ? [] : readWarnings(text)) console.error(`Warning: ${path} ${problem}`);
}

/** How a field that was refused is written, where there is something to say. */
export type FieldHint = (field: { readonly path: string; readonly problem: string }) => string | undefined;

/**
 * A refusal as a failure: `CODE: message`, each field that is wrong, whatever else the service said, and the request's
 * id.
 */
export function showFailure(
  { status, headers, text }: ServiceAnswer,
  hint: FieldHint = () => undefined,
): CommandFailure {
  const body = parseJson(text);
  const { error, ...beside } = isObject(body) ? body : { error: undefined };
  const code = isObject(error) && typeof error['code'] === 'string' ? error['code'] : `HTTP ${status}`;
  const message =
    isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'the answer is not Bly’s.';
  const retryAfter = headers.get('retry-after');
  const lines = [
    `${code}: ${message}`,
    ...Object.entries(beside).flatMap(([name, value]) => describeBeside(name, value, hint)),
    ...(retryAfter === null ? [] : [`  try again in ${retryAfter} s (--wait does)`]),
    ...(status === 401 ? ['  sign in with `bly login`, or give a key with --api-key or BLY_API_KEY'] : []),
    ...(headers.get('x-request-id') === null ? [] : [`  request id: ${headers.get('x-request-id')}`]),
  ];
  return new CommandFailure(lines.map(plainLine).join('\n'), { exitCode: exitCodeOf(status) });
}

function describeBeside(name: string, value: unknown, hint: FieldHint): readonly string[] {
  if (!Array.isArray(value))
    return [`  ${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  return value.map((entry) => {
    if (!isObject(entry) || typeof entry['problem'] !== 'string') return `  ${name}: ${JSON.stringify(entry)}`;
    const field = { path: String(entry['path']), problem: entry['problem'] };
    const reported = hint(field);
    return `  ${field.path}: ${field.problem}${reported === undefined ? '' : `, for example ${reported}`}`;
  });
}

/** The indentation stays. */
function plainLine(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${plainText(line)}`;
}
