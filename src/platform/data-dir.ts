import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the data directory if need be, open to this user only: it holds keys, the embedded database and the
 * administrator's socket.
 */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // One that was there before keeps its mode otherwise.
  chmodSync(dataDir, 0o700);
}

/** Where the embedded database of a data directory lies. */
export function embeddedDatabaseIn(dataDir: string): string {
  return join(dataDir, 'db');
}
