import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runNode } from '../support/process/process.ts';

const require = createRequire(import.meta.url);

test('the guard knows which Node can run this project', () => {
  const { canStripTypes } = require('../../bin/guard.cjs');
  const versions = ['12.22.0', '20.20.2', '22.17.1', '22.18.0', '23.5.0', '23.6.0', '24.0.0', '26.1.0'];
  expect(versions.filter((version) => canStripTypes(version))).toEqual(['22.18.0', '23.6.0', '24.0.0', '26.1.0']);
});

test('under an older Node without a bundled one it prints the one command that fixes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bly-guard-'));
  cpSync('bin', join(folder, 'bin'), { recursive: true });
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); require('${folder}/bin/guard.cjs').run('src/main.ts', [], [])`;
  const { code, errors } = await runNode(['-e', pretend], {}).finished;
  rmSync(folder, { recursive: true });
  expect(code).toBe(1);
  expect(errors).toContain('this is Node 20.1.0');
  expect(errors).toContain('npx --yes --package=node@24 node src/main.ts');
});

test('under an older Node with a bundled one it runs there', async () => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); require('./bin/guard.cjs').run('src/cli/main.ts', ['--help'], [])`;
  const { code, output } = await runNode(['-e', pretend], { PATH: process.env['PATH'] ?? '' }).finished;
  expect([code, output.startsWith('Usage: bly')]).toEqual([0, true]);
});
