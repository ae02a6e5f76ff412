import { type Command, Option } from 'commander';
import { ExportAnswer, exportForAdmin } from '../../exports/export-for-admin.ts';
import { EXPORT_FORMATS } from '../../platform/config-export.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { CommandFailure } from '../command-failure.ts';
import { EXIT } from '../exit-codes.ts';
import { type AdminPlace, askOrDo, readConfig } from './admin-process.ts';

/** Adds `admin export`. */
export function addExportCommand(admin: Command): void {
  admin
    .command('export')
    .description('write bookings, ledger and demand as files; what is there already is not written again')
    .option('--to <folder>', 'an absolute folder of the machine that the service runs on (default: BLY_EXPORT_TO)')
    .addOption(new Option('--format <format>', 'default: BLY_EXPORT_FORMAT').choices(EXPORT_FORMATS))
    .action(exportAll);
}

async function exportAll({ to, format }: { readonly to?: string; readonly format?: string }): Promise<void> {
  const config = readConfig();
  const request = { folder: readFolder(to), format };
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

/** A bucket needs keys, which stand in variables alone; a relative path means another folder to the running process. */
function readFolder(to: string | undefined): string | undefined {
  if (to === undefined || to.startsWith('/')) return to;
  throw new CommandFailure(
    `--to takes an absolute folder like /srv/bly/export, not ${to}. A bucket is named by BLY_EXPORT_TO=s3://BUCKET/PREFIX with its keys; the command then writes there without --to.`,
    { exitCode: EXIT.usage },
  );
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
