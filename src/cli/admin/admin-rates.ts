import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  ImportRatesAnswer,
  importRatesForAdmin,
  ListRatesAnswer,
  listRatesForAdmin,
} from '../../rates/import-rates.ts';
import { CommandFailure } from '../command-failure.ts';
import { askOrDo, readConfig } from './admin-process.ts';

/** Adds the commands about exchange rates to the administrator's. */
export function addRatesCommands(admin: Command): void {
  admin
    .command('import-rates')
    .description('store exchange rates of a CSV file: base,currency,rate,as_of')
    .argument('<file>', 'the file')
    .action(importFile);
  admin.command('list-rates').description('list the stored exchange rates with their age').action(list);
}

async function importFile(file: string): Promise<void> {
  const csv = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandFailure(`${file} cannot be read.`, { cause });
  });
  const request = { csv };
  const { stored, older } = ImportRatesAnswer.parse(
    await askOrDo(readConfig(), {
      command: 'import_rates',
      request,
      work: (place) => importRatesForAdmin(place, request),
    }),
  );
  const leftOut = older === 0 ? '' : ` ${older} left out: newer ones are stored already.`;
  console.log(`${stored} rates stored; every process uses them within a minute.${leftOut}`);
}

async function list(): Promise<void> {
  const { rates, maxAgeHours } = ListRatesAnswer.parse(
    await askOrDo(readConfig(), { command: 'list_rates', request: {}, work: (place) => listRatesForAdmin(place) }),
  );
  for (const { base, currency, rate, asOf, source, ageHours } of rates) {
    const age = ageHours > maxAgeHours ? '  too old to convert with' : '';
    console.log(`${base} to ${currency}  ${rate}  ${asOf.slice(0, 10)}  ${source}${age}`);
  }
  console.log(rates.length === 0 ? 'No rates: prices stay in the currency of the supplier.' : `${rates.length} rates.`);
}
