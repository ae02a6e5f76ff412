import type { Check } from './check.ts';
import type { Command } from 'commander';
import { addConnectionOptions, type ConnectionOptions } from '../connection.ts';
import { checkInstallation } from './doctor-installation.ts';
import { checkService } from './doctor-service.ts';
import { EXIT } from '../exit-codes.ts';
import { styled } from '../style.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

/** Adds `doctor`: what is misconfigured and what to do about it. Ends with 1 when something fails. */
export function addDoctorCommand(program: Command): void {
  addConnectionOptions(
    program.command('doctor').description('find what is misconfigured, here and at the service, and say how to fix it'),
  )
    .option('--json', 'the findings as JSON')
    .action(examine);
}

async function examine(options: ConnectionOptions & { readonly json?: boolean }): Promise<void> {
  const service = await checkService(options);
  const checks = [
    ...service.checks,
    ...(service.isLocal ? await checkInstallation(process.env, service.isRunning) : []),
  ];
  if (options.json === true) console.log(JSON.stringify({ checks }));
  else for (const check of checks) print(check);
  if (checks.some(({ status }) => status === 'fail')) process.exitCode = EXIT.refused;
}

function print({ name, status, message, fix }: Check): void {
  console.log(`${styled(COLOURS[status], status.padEnd(4))}  ${name.padEnd(16)}  ${message}`);
  if (fix !== undefined && status !== 'ok') console.log(`${' '.repeat(24)}→ ${fix}`);
}
