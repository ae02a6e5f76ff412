import { type Command, Option } from 'commander';
import { describeInput, type ToolInput } from '../mcp/model/tool-schema.ts';
import type { AnyRoute } from '../platform/http/route.ts';
import { routes } from '../routes.ts';
import { addConnectionOptions } from './connection.ts';
import { type Field, flagOf, listFields } from './model/fields.ts';
import type { Given } from './model/input.ts';
import { runOperation } from './run-operation.ts';

/** An operation as a command. */
export interface OperationCommand {
  readonly route: AnyRoute;
  readonly name: string;
}

/**
 * A command for each operation of the list. Deprecated paths and the fuller /api/v1 ones, which are the same operations
 * under other names, are left out.
 */
export const OPERATION_COMMANDS: readonly OperationCommand[] = routes
  .filter((route) => route.deprecation === undefined && route.path.startsWith('/v1/'))
  .map((route) => ({ route, name: route.operationId.replaceAll('_', '-') }));

/**
 * Adds them all. The options of a command are worked out only where `wants` it: describing every operation for one call
 * would take longer than the call.
 */
export function addOperationCommands(
  program: Command,
  wants: (name: string) => boolean,
  given: readonly Given[],
): void {
  for (const { route, name } of OPERATION_COMMANDS) {
    const command = program.command(name).summary(route.summary).helpGroup(groupOf(route));
    if (wants(name)) describeCommand(command, route, given);
  }
}

/** The input of an operation as one flat object. */
export function inputOf({ params, query, body }: AnyRoute): ToolInput {
  return describeInput({ ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) }, {});
}

function groupOf({ tag, isSandboxOnly }: AnyRoute): string {
  return isSandboxOnly ? 'Sandbox helpers (not in production):' : `${tag}:`;
}

function describeCommand(command: Command, route: AnyRoute, given: readonly Given[]): void {
  const input = inputOf(route);
  const fields = listFields(input.schema, route.example);
  const options = fields.map((field) => ({ field, option: optionOf(field) }));
  for (const { option } of options) command.addOption(option.helpGroup('Fields:'));
  const taken = new Set(options.map(({ option }) => option.attributeName()));
  addConnectionOptions(addCallOptions(command, route, taken), taken)
    .description(
      `${route.summary}.${route.description === undefined ? '' : ` ${route.description}`}${taken.has('url') ? ' Here --url is a field: the address of the service goes before the command.' : ''}`,
    )
    .addHelpText('after', helpAfter(route, fields))
    .action(async (reported: Readonly<Record<string, unknown>>, own: Command) => {
      const fromOptions = options.flatMap(({ field, option }) => {
        const value = reported[option.attributeName()];
        return value === undefined ? [] : [{ path: field.path, value }];
      });
      const above = own.parent?.opts() ?? {};
      const ours = Object.fromEntries(Object.entries(reported).filter(([name]) => !taken.has(name)));
      await runOperation({ route, input, given: [...fromOptions, ...given], options: { ...above, ...ours } });
    });
}

/** What every operation takes beside its fields. */
function addCallOptions(
  command: Command,
  { body, method, isWrite, takesEndUser }: AnyRoute,
  taken: ReadonlySet<string>,
): Command {
  const add = (flags: string, description: string): void => {
    const option = new Option(flags, description).helpGroup('Call:');
    if (!taken.has(option.attributeName())) command.addOption(option);
  };
  if (body)
    add('--json-body <file>', 'fields as JSON from a file, or from standard input with -; options come over it');
  if (body) add('--intent <text>', 'what the person wants, for the record; no personal data');
  if (isWrite && method === 'POST')
    add('--idempotency-key <key>', 'a call repeated with the same one is not done twice (default: a new one)');
  if (takesEndUser) add('--end-user-id <id>', 'whom the call is made for, as you know them');
  add('--wait', 'when told to come later, wait as long as told and ask once more');
  add('--json', 'the answer as JSON, as a program gets it');
  add('--table', 'the answer as a table, as a person gets it');
  return command;
}

function optionOf({ path, kind, description, isRequired }: Field): Option {
  const texts = isRequired ? `required. ${description}` : description;
  switch (kind) {
    case 'flag':
      return new Option(`${flagOf(path)} [true|false]`, texts);
    case 'list':
      return new Option(`${flagOf(path)} <value>`, texts).argParser(collect);
    case 'object':
      return new Option(`${flagOf(path)} <json>`, texts);
    case 'value':
      return new Option(`${flagOf(path)} <value>`, texts);
    default:
      return kind satisfies never;
  }
}

/** One value stays a text, for a list may also be written `LIS,OPO` or as JSON; several are a list. */
function collect(value: string, before: unknown): unknown {
  if (before === undefined) return value;
  return Array.isArray(before) ? [...before, value] : [before, value];
}

function helpAfter({ method, path, example }: AnyRoute, fields: readonly Field[]): string {
  const hasLists = fields.some(({ kind }) => kind === 'list');
  const places = hasLists ? '\nA field within a list is named by its place: --travelers.0.first-name Ada' : '';
  const shown = example === undefined ? '' : `\nAs JSON, for --json-body:\n  ${JSON.stringify(example)}`;
  return `${places}${shown}\n${method} ${path}`;
}
