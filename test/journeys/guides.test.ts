import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const folder = 'docs/guides';
const LANGUAGES = ['sh', 'bash', 'js', 'mjs', 'ts'];
let service: TestService;

beforeAll(async () => {
  service = await startService({ runsJobs: true });
});
afterAll(async () => {
  await service.close();
});

interface Sample {
  readonly language: string;
  /** `run`, `not-run` or `file=NAME`; empty where a block says nothing. */
  readonly mark: string;
  readonly code: string;
}

function samplesOf(name: string): readonly Sample[] {
  return [...readFileSync(join(folder, `${name}.md`), 'utf8').matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', mark = '', code = '']) => ({ language, mark, code }));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Pastes a guide's samples into one shell, in order; its files lie beside. */
async function follow(name: string, key: string): Promise<readonly string[]> {
  const samples = samplesOf(name);
  const cwd = mkdtempSync(join(tmpdir(), 'bly-guide-'));
  for (const { mark, code } of samples) if (mark.startsWith('file=')) writeFileSync(join(cwd, mark.slice('file='.length)), code);
  const script = samples.filter(({ mark }) => mark === 'run').map(({ code }) => code).join('\n');
  try {
    const env = { ...process.env, BLY: service.url, BLY_KEY: key, PORT: String(await freePort()) };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd, env, timeout: 60_000 });
    return stdout.trim().split('\n');
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** What each guide that can be followed prints. */
const PRINTS: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'quick-start': [/^http.*\/checkout\/cs_/, 'authorised', 'confirmed'],
  sandbox: ['0', /^\d{4}-\d\d-\d\dT/, 'true', 'NOT_FOUND'],
  trips: ['draft', '3', 'Bly'],
  checkout: ['PRICE_CHANGED', 'true', /^http.*\/checkout\/cs_/, 'true', 'fulfilled'],
  search: ['true'],
  servicing: ['true'],
  webhooks: ['booking.completed BLY-TESTAA {"own":true,"standard":true}', 'whsec_'],
};

test.each(Object.keys(PRINTS))('the guide %s, pasted into a shell, does what it says', async (name) => {
  const { key } = await service.makeKey({ quotaCalls: 100_000, rate: { perSecond: 1_000, burst: 10_000 } });
  const lines = await follow(name, key);
  const expected = PRINTS[name] ?? [];
  expect(lines).toEqual(expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
});

test('every sample of every guide is run, or says that it is not', () => {
  const names = readdirSync(folder).filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length));
  const untold = names.flatMap((name) => samplesOf(name).filter(({ language }) => LANGUAGES.includes(language)).flatMap(({ mark, code }) => {
    const isTold = mark === 'not-run' || (Object.hasOwn(PRINTS, name) && (mark === 'run' || mark.startsWith('file=')));
    return isTold ? [] : [`${name}: ${mark} ${code.slice(0, 60)}`];
  }));
  expect(untold).toEqual([]);
});
