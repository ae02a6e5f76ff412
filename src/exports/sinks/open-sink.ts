import type { ExportTarget } from '../../platform/config-export.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { createFolderSink } from './folder-sink.ts';
import { createS3Sink } from './s3-sink.ts';
import type { Sink } from './sink.ts';

/** The sink of a target. */
export function openSink(target: ExportTarget, outbound: Pick<Outbound, 'toTrusted'>): Sink {
  return target.kind === 'folder' ? createFolderSink(target.path) : createS3Sink(target, outbound);
}
