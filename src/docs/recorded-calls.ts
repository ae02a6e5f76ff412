import { readFile } from 'node:fs/promises';

/** A request that succeeded in the sandbox, and what it was answered with. */
export interface RecordedCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** Left out where the answer has no body. */
  readonly answer?: unknown;
  /** Lists of the answer that were longer, by path, and how long they were. */
  readonly cut?: readonly { readonly path: string; readonly of: number }[];
}

/** What `npm run record-answers` writes. */
export interface RecordedCalls {
  /** The time at which the sandbox stood. */
  readonly recordedAt: string;
  readonly calls: Readonly<Record<string, RecordedCall>>;
}

/** Where the recording lies: it is shipped with the package and the image. */
export const recordingFile = new URL('../../docs/reference/answers.json', import.meta.url);

/** The recording as it was written. */
export async function readRecordedCalls(): Promise<RecordedCalls> {
  const recorded: RecordedCalls = JSON.parse(await readFile(recordingFile, 'utf8'));
  return recorded;
}
