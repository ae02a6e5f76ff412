import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { ExportAnswer, exportForAdmin } from '../../exports/export-for-admin.ts';
import { EXPORT_FORMATS } from '../../platform/config-export.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { type AdminPlace, askOrDo, readConfig } from './admin-process.ts';

/** Adds `admin export`. */
export function addExportCommand(admin: Command): void {
  admin
    .command('export')
    .description('write bookings, ledger and demand as files; what is there already is not written again')
    .option('--to <folder>', 'a folder of the machine that the service runs on (default: BLY_EXPORT_TO)')
    .addOption(new Option('--format <format>', 'default: BLY_EXPORT_FORMAT').choices(EXPORT_FORMATS))
    .action(exportAll);
}

async function exportAll({ to, format }: { readonly to?: string; readonly format?: string }): Promise<void> {
  const config = readConfig();
  const request = { folder: to === undefined ? undefined : resolve(to), format };
  for (let [files, rows] = [0, 0]; ; ) {
    const answer = ExportAnswer.parse(
      await askOrDo(config, { command: 'export', request, work: (place) => exportHere(place, request) }),
    );
    files += answer.files;
    rows += answer.rows;
    if (!answer.isDone) console.error(`${rows} rows in ${files} files so far.`);
    else {
      console.log(`${rows} rows in ${files} new files at ${answer.to}.`);
      return;
    }
  }
}

async function exportHere(place: AdminPlace, request: unknown): Promise<unknown> {
  const log = createLogger({ ...place.config, logLevel: 'silent' });
  const outbound = createOutbound({ allowLocal: false, log, clock: place.clock });
  try {
    return await exportForAdmin({ ...place, outbound }, request);
  } finally {
    await outbound.close();
  }
}
