import { Command } from 'commander';
import { addAdminCommands } from './admin.ts';
import { CommandFailure } from './command-failure.ts';

const program = new Command('bly').description('Bly: travel commerce.').showHelpAfterError();
addAdminCommands(program);
program
  .command('serve')
  .description('run the service (the same as npm start)')
  .action(async () => {
    await import('../main.ts');
  });

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof CommandFailure ? error.message : error);
  process.exitCode = 1;
}
