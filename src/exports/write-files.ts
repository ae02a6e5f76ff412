import type { Clock } from '../platform/clock.ts';
import type { ExportFormat } from '../platform/config-export.ts';
import type { Db } from '../platform/db/db.ts';
import { encodeRows } from './encode/encode-rows.ts';
import type { Sink } from './sinks/sink.ts';
import { type ExportFile, findNewestFile, insertFile, markWritten } from './store.ts';
import { STREAMS, type Stream } from './streams.ts';

const numberDigits = 8;

/** What files are written with. */
export interface ExportParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly sink: Sink;
  readonly format: ExportFormat;
}

/** What was written. */
export interface ExportCounts {
  readonly files: number;
  readonly rows: number;
}

/**
 * Writes the next files of every stream until there is nothing more, or the signal fires. Each event is in exactly one
 * file, whatever is killed when: a file's bounds are committed before it is written, its name follows from its number,
 * and what is not marked as written is written again, in place of what may be there.
 */
export async function writeFiles(parts: ExportParts, signal: AbortSignal): Promise<ExportCounts> {
  let [files, rows] = [0, 0];
  for (const stream of STREAMS) {
    while (!signal.aborted) {
      const file = await nextFile(parts, stream, signal);
      if (file === undefined) break;
      rows += await writeFile(parts, stream, file);
      files += 1;
    }
  }
  return { files, rows };
}

/** The file that an earlier run has committed to and not finished, or the next one. */
async function nextFile(
  { db, clock, sink, format }: ExportParts,
  stream: Stream,
  signal: AbortSignal,
): Promise<ExportFile | undefined> {
  const key = { sink: `${format} ${sink.name}`, stream: stream.name };
  const newest = await findNewestFile(db, key);
  if (newest?.isWritten === false) return newest;
  const after = newest?.through ?? stream.first;
  const through = await stream.findThrough(db, after, signal);
  if (through === undefined) return undefined;
  const number = (newest?.number ?? 0) + 1;
  const name = `${stream.name}/${stream.name}-${String(number).padStart(numberDigits, '0')}.${format}`;
  const file: ExportFile = { ...key, number, after, through, name, isWritten: false };
  // Of two processes at once one commits to its bounds; the other writes that very file.
  return (await insertFile(db, file, clock.now())) ? file : await findNewestFile(db, key);
}

async function writeFile({ db, clock, sink, format }: ExportParts, stream: Stream, file: ExportFile): Promise<number> {
  const rows = await stream.listRows(db, file);
  await sink.put(file.name, await encodeRows(format, stream.columns, rows));
  await markWritten(db, file, { at: clock.now(), rows: rows.length });
  return rows.length;
}
