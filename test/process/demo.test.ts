import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastLines, startDemoServer } from '../../scripts/demo-server.ts';

test('a server that does not start says why, with its last lines and without a stack', async () => {
  const told: string[] = [];
  const failure = await startDemoServer(mkdtempSync(join(tmpdir(), 'bly-no-world-')), (text) => told.push(text)).then(
    async (server) => {
      await server.stop();
      return undefined;
    },
    (error: unknown) => error,
  );
  const text = failure instanceof Error ? failure.message : '';
  expect(text).toMatch(
    /^The server did not start: it ended by itself \(exit code \d+\)\.\nIts last lines:\n {2}.*BLY_WORLD_DIR/,
  );
  expect(text).not.toMatch(/\n\s+at |pool/);
}, 120_000);

test('entries of the log are shown as their message and error; stacks and older lines are left out', () => {
  const log = [
    'old',
    ...Array.from({ length: 8 }, (_, index) => `line ${index}`),
    '{"level":50,"err":{"message":"no disk","stack":"Error: no disk\\n    at x"},"msg":"gave up"}',
    '    at somewhere (file.ts:1:1)',
    '{"half',
  ].join('\n');
  expect(lastLines(log)).toEqual([
    'line 2',
    'line 3',
    'line 4',
    'line 5',
    'line 6',
    'line 7',
    'gave up: no disk',
    '{"half',
  ]);
});
