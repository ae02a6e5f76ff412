import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { App } from './context.ts';

/**
 * How somebody gets the sandbox's first key: from the terminal in front of them, or from a file that only the
 * service's user may read.
 */
export type FirstKey =
  | { readonly kind: 'shown'; readonly key: string }
  | { readonly kind: 'filed'; readonly path: string }
  | { readonly kind: 'lost' };

/**
 * A terminal shows the key. Any other output may be stored for years (journald, a container's log, a file behind a
 * pipe), so there the key goes into a file of the data directory and only its path is printed. `lost`: the file cannot
 * be written; another key can be made.
 */
export function handOutFirstKey(
  { config, log }: Pick<App, 'config' | 'log'>,
  key: string,
  isTerminal: boolean,
): FirstKey {
  if (isTerminal) return { kind: 'shown', key };
  const path = join(resolve(config.dataDir), 'first-api-key');
  try {
    // A file of an earlier database is replaced, never written into: its mode may be another.
    rmSync(path, { force: true });
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
    return { kind: 'filed', path };
  } catch (err) {
    log.error({ err }, 'the first API key could not be stored');
    return { kind: 'lost' };
  }
}
