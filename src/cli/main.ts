import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './admin/admin.ts';
import { CommandFailure } from './command-failure.ts';
import { addCompletionCommand } from './completion.ts';
import { addConnectionOptions } from './connection.ts';
import { addDoctorCommand } from './doctor/doctor.ts';
import { EXIT } from './exit-codes.ts';
import { addListenCommand } from './listen.ts';
import { addLoginCommands } from './login.ts';
import { commandIn, splitArguments } from './model/arguments.ts';
import { addSupplierStubCommand } from './supplier-stub.ts';
import { addTriggerCommand } from './trigger.ts';
import { addVerifyQuoteCommand } from './verify-quote.ts';
import { styledFailure } from './style.ts';

const OWN_COMMANDS: ReadonlySet<string> = new Set([
  'admin',
  'serve',
  'login',
  'logout',
  'whoami',
  'doctor',
  'listen',
  'trigger',
  'supplier-stub',
  'verify-quote',
]);
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

/** The operations are read only by a command that needs them: they are most of what there is to load. */
async function run(texts: readonly string[]): Promise<void> {
  const { rest: written, given } = splitArguments(texts);
  const at = commandIn(written, VALUED_OPTIONS);
  // An operation may be called as the contract spells it.
  const rest = written.map((word, index) => (index === at ? word.replaceAll('_', '-') : word));
  const named = at === undefined ? undefined : rest[at];
  const program = createProgram();
  addOwnCommands(program);
  if (named === undefined || !OWN_COMMANDS.has(named)) {
    const { addOperationCommands } = await import('./operations.ts');
    addOperationCommands(program, (name) => named === 'completion' || rest.includes(name), given);
  }
  await program.parseAsync(rest, { from: 'user' });
}

function createProgram(): Command {
  const program = new Command('bly')
    .description('Bly: travel commerce.')
    .showHelpAfterError('(--help shows what it takes)')
    .exitOverride()
    .enablePositionalOptions();
  return addConnectionOptions(program.commandsGroup('Commands:')).addHelpText(
    'after',
    '\nExit codes: 0 done, 1 refused, 2 wrong usage, 3 not signed in, 4 not found, 5 the service or a supplier failed, 6 no connection.',
  );
}

function addOwnCommands(program: Command): void {
  addLoginCommands(program);
  addListenCommand(program);
  addTriggerCommand(program);
  addDoctorCommand(program);
  program
    .command('serve')
    .description('run the service (the same as npm start)')
    .action(async () => {
      await import('../main.ts');
    });
  addSupplierStubCommand(program);
  addVerifyQuoteCommand(program);
  addAdminCommands(program);
  addCompletionCommand(program);
}

/** Says what went wrong; answers the exit code. */
function report(error: unknown): number {
  // Commander has said it already; asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  console.error(error instanceof CommandFailure ? styledFailure(error.message) : error);
  return error instanceof CommandFailure ? error.exitCode : EXIT.refused;
}
