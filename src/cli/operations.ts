import { type Command, Option } from 'commander';
import { addConnectionOptions } from './connection.ts';
import type { ContractOperation } from './model/read-operations.ts';
import { type Field, flagOf, listFields } from './model/fields.ts';
import type { Given } from './model/input.ts';
import { runOperation } from './run-operation.ts';

/** The name of an operation's command: `flight_search` is `flight-search`. */
export function commandNameOf({ operationId }: ContractOperation): string {
  return operationId.replaceAll('_', '-');
}

/**
 * Adds a command for each operation. The options of a command are worked out only where `wants` it: describing every
 * operation for one call would take longer than the call.
 */
export function addOperationCommands(
  program: Command,
  operations: readonly ContractOperation[],
  wants: (name: string) => boolean,
  given: readonly Given[] = [],
): void {
  for (const operation of operations) {
    const name = commandNameOf(operation);
    const command = program.command(name).summary(operation.summary).helpGroup(groupOf(operation));
    if (wants(name)) describeCommand(command, operation, given);
  }
}

function groupOf({ tag }: ContractOperation): string {
  return tag === 'Sandbox' ? 'Sandbox helpers (not in production):' : `${tag}:`;
}

function describeCommand(command: Command, operation: ContractOperation, given: readonly Given[]): void {
  const fields = listFields(operation.input.schema, operation.example);
  const options = fields.map((field) => ({ field, option: optionOf(field) }));
  for (const { option } of options) command.addOption(option.helpGroup('Fields:'));
  const taken = new Set(options.map(({ option }) => option.attributeName()));
  addConnectionOptions(addCallOptions(command, operation, taken), taken)
    .description(
      `${operation.summary}.${operation.description === undefined ? '' : ` ${operation.description}`}${taken.has('url') ? ' Here --url is a field: the address of the service goes before the command.' : ''}`,
    )
    .addHelpText('after', helpAfter(operation, fields))
    .action(async (reported: Readonly<Record<string, unknown>>, own: Command) => {
      const fromOptions = options.flatMap(({ field, option }) => {
        const value = reported[option.attributeName()];
        return value === undefined ? [] : [{ path: field.path, value }];
      });
      const above = own.parent?.opts() ?? {};
      const ours = Object.fromEntries(Object.entries(reported).filter(([name]) => !taken.has(name)));
      await runOperation({ operation, given: [...fromOptions, ...given], options: { ...above, ...ours } });
    });
}

/** What every operation takes beside its fields. */
function addCallOptions(
  command: Command,
  { hasBody, takesIdempotencyKey, takesEndUser }: ContractOperation,
  taken: ReadonlySet<string>,
): Command {
  const add = (flags: string, description: string): void => {
    const option = new Option(flags, description).helpGroup('Call:');
    if (!taken.has(option.attributeName())) command.addOption(option);
  };
  if (hasBody)
    add('--json-body <file>', 'fields as JSON from a file, or from standard input with -; options come over it');
  if (hasBody) add('--intent <text>', 'what the person wants, for the record; no personal data');
  if (takesIdempotencyKey)
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

function helpAfter({ method, path, example }: ContractOperation, fields: readonly Field[]): string {
  const hasLists = fields.some(({ kind }) => kind === 'list');
  const places = hasLists ? '\nA field within a list is named by its place: --travelers.0.first-name Ada' : '';
  const shown = example === undefined ? '' : `\nAs JSON, for --json-body:\n  ${JSON.stringify(example)}`;
  return `${places}${shown}\n${method} ${path}`;
}
