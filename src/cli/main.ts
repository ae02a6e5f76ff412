import { readFile } from 'node:fs/promises';
import { Command, CommanderError } from 'commander';
import { contractVersion } from '../platform/api-version.ts';
import { CommandFailure } from './command-failure.ts';
import { addConnectionOptions } from './connection.ts';
import { EXIT } from './exit-codes.ts';
import { commandIn, splitArguments } from './model/arguments.ts';
import { readContract } from './model/read-operations.ts';
import type { Given } from './model/input.ts';
import { styledFailure } from './style.ts';
import { isObject } from '../platform/text/json-object.ts';

/** What adds commands that are no operations; loaded only where one of them is called or all are listed. */
const OWN_COMMANDS: readonly {
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command) => void>;
}[] = [
  { names: ['login', 'logout', 'whoami'], load: async () => (await import('./login.ts')).addLoginCommands },
  { names: ['listen'], load: async () => (await import('./listen.ts')).addListenCommand },
  { names: ['trigger'], load: async () => (await import('./trigger.ts')).addTriggerCommand },
  { names: ['doctor'], load: async () => (await import('./doctor/doctor.ts')).addDoctorCommand },
  { names: ['serve'], load: () => Promise.resolve(addServeCommand) },
  { names: ['supplier-stub'], load: async () => (await import('./supplier-stub.ts')).addSupplierStubCommand },
  {
    names: ['verify-quote', 'verify-approval'],
    load: async () => (await import('./verify-quote.ts')).addVerifyCommands,
  },
  { names: ['admin'], load: async () => (await import('./admin/admin.ts')).addAdminCommands },
  { names: ['completion'], load: async () => (await import('./completion.ts')).addCompletionCommand },
];
/** The published contract: operations are described from it, which is far quicker to load than their code. */
const CONTRACT = new URL('../../openapi.json', import.meta.url);
const VALUED_OPTIONS: ReadonlySet<string> = new Set(['--url', '--api-key', '--profile']);

// A reader like `head` that has seen enough ends us quietly.
process.stdout.on('error', (error: Error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  process.exit(EXIT.ok);
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = report(error);
}

/**
 * Commands are loaded as the call needs them: one group of our own, or the operations, or everything where all are
 * listed, completed or searched for the one that was meant.
 */
async function run(texts: readonly string[]): Promise<void> {
  const { rest: written, given } = splitArguments(texts);
  const at = commandIn(written, VALUED_OPTIONS);
  // An operation may be called as the contract spells it.
  const rest = written.map((word, index) => (index === at ? word.replaceAll('_', '-') : word));
  const named = at === undefined ? undefined : rest[at];
  const program = createProgram();
  const own = OWN_COMMANDS.filter(
    ({ names }) => named !== undefined && named !== 'completion' && names.includes(named),
  );
  if (own.length > 0) await addOwnCommands(program, own);
  else await addAllCommands(program, { named, given, wants: (name) => named === 'completion' || rest.includes(name) });
  await program.parseAsync(rest, { from: 'user' });
}

async function addOwnCommands(program: Command, own: typeof OWN_COMMANDS): Promise<void> {
  for (const { load } of own) (await load())(program);
}

async function addAllCommands(
  program: Command,
  call: {
    readonly named: string | undefined;
    readonly given: readonly Given[];
    readonly wants: (name: string) => boolean;
  },
): Promise<void> {
  const { addOperationCommands, commandNameOf } = await import('./operations.ts');
  const document: unknown = JSON.parse(await readFile(CONTRACT, 'utf8'));
  const operations = readContract(isObject(document) ? document : {});
  if (!operations.some((operation) => commandNameOf(operation) === call.named))
    await addOwnCommands(program, OWN_COMMANDS);
  addOperationCommands(program, operations, call.wants, call.given);
}

function createProgram(): Command {
  const program = new Command('bly')
    .description('Bly: travel commerce.')
    .version(contractVersion)
    .showHelpAfterError('(--help shows what it takes)')
    .exitOverride()
    .enablePositionalOptions();
  return addConnectionOptions(program.commandsGroup('Commands:')).addHelpText(
    'after',
    '\nExit codes: 0 done, 1 refused, 2 wrong usage, 3 not signed in, 4 not found, 5 the service or a supplier failed, 6 no connection.',
  );
}

function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service (the same as npm start)')
    .action(async () => {
      await import('../main.ts');
    });
}

/** Says what went wrong; answers the exit code. */
function report(error: unknown): number {
  // Commander has said it already; asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  console.error(error instanceof CommandFailure ? styledFailure(error.message) : error);
  return error instanceof CommandFailure ? error.exitCode : EXIT.refused;
}
