import type { ExportTarget } from '../../platform/config-export.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { createFolderSink } from './folder-sink.ts';
import { createS3Sink } from './s3-sink.ts';

/** Where files are put. */
export interface Sink {
  /** What it is known by, without secrets. */
  readonly name: string;
  /** Puts a file there whole, in place of one of its name. Nobody ever sees a part of it. */
  put(name: string, bytes: Uint8Array): Promise<void>;
}

/** The sink of a target. */
export function openSink(target: ExportTarget, outbound: Pick<Outbound, 'toTrusted'>): Sink {
  return target.kind === 'folder' ? createFolderSink(target.path) : createS3Sink(target, outbound);
}
