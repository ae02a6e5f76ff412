import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handOutFirstKey } from './hand-out-first-key.ts';
import { loadConfig } from './platform/config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bly-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));
const contextOf = (folder: string) => ({
  config: { ...loadConfig({}), dataDir: folder },
  log: pino({ level: 'silent' }),
});

test('a terminal shows the first key; anywhere else it is in a file of its own that only this user reads', () => {
  expect(handOutFirstKey(contextOf(dataDir), 'bly_sKEY', true)).toEqual({ kind: 'shown', key: 'bly_sKEY' });
  const path = join(dataDir, 'first-api-key');
  writeFileSync(path, 'of an earlier database', { mode: 0o644 });
  expect(handOutFirstKey(contextOf(dataDir), 'bly_sKEY', false)).toEqual({ kind: 'filed', path });
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['bly_sKEY\n', 0o600]);
});

test('a folder that takes no file loses the key, and the start goes on', () => {
  expect(handOutFirstKey(contextOf(join(dataDir, 'missing')), 'bly_sKEY', false)).toEqual({ kind: 'lost' });
});
