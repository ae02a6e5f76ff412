import * as z from 'zod';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { type ExportConfig, EXPORT_FORMATS } from '../platform/config-export.ts';
import type { Platform } from '../platform/platform.ts';
import { openSink } from './sinks/open-sink.ts';
import { writeFiles } from './write-files.ts';

/** A step ends after so long: an administrator's question may take two minutes. */
const stepMs = 20_000;

/** `folder`: in place of what is configured. */
const ExportRequest = z.object({
  folder: z.string().startsWith('/', 'must be an absolute path').optional(),
  format: z.enum(EXPORT_FORMATS).optional(),
});
/** What one step has written; `isDone`: there was nothing more. */
export const ExportAnswer = z.object({ isDone: z.boolean(), files: z.number(), rows: z.number(), to: z.string() });

/** What an export needs. */
export type ExportPlace = Pick<Platform, 'db' | 'clock' | 'config' | 'outbound'>;

/** Exports for some seconds what has not been exported to a place. */
export async function exportForAdmin(place: ExportPlace, args: unknown): Promise<z.infer<typeof ExportAnswer>> {
  const { target, format } = configOf(place, readAdminArguments(ExportRequest, args));
  const sink = openSink(target, place.outbound);
  const signal = AbortSignal.timeout(stepMs);
  const counts = await writeFiles({ db: place.db, clock: place.clock, sink, format }, signal);
  return { isDone: !signal.aborted, ...counts, to: sink.name };
}

function configOf(
  { config: { exports } }: ExportPlace,
  { folder, format }: z.infer<typeof ExportRequest>,
): ExportConfig {
  const target = folder === undefined ? exports?.target : ({ kind: 'folder', path: folder } as const);
  if (target === undefined) throw new Error('Say where to: --to /folder, or BLY_EXPORT_TO.');
  return { target, format: format ?? exports?.format ?? 'parquet' };
}
