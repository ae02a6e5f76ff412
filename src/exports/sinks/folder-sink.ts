import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sink } from './sink.ts';

/** Beside the file, under a name of this attempt's own that no pattern for `*.parquet` or `*.ndjson` matches. */
const unfinished = (file: string) => `${file}.${randomUUID()}.unfinished`;

/** A folder: a file is written and flushed under another name, and renamed; both survive a power cut. */
export function createFolderSink(path: string): Sink {
  return {
    name: path,
    async put(name, bytes) {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      const attempt = unfinished(file);
      await flushed(attempt, 'w', (handle) => handle.writeFile(bytes));
      await rename(attempt, file);
      await flushed(dirname(file), 'r', async () => undefined);
    },
  };
}

async function flushed(
  path: string,
  flags: 'r' | 'w',
  work: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags);
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
