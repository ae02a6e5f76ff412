import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimFreePort } from '../../scripts/free-port.ts';
import { startService, type TestService } from '../support/service/service.ts';

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
  return [...readFileSync(join(folder, `${name}.md`), 'utf8').matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', mark = '', code = '']) => ({ language, mark, code }),
  );
}

/** The client's package as `npm pack` makes it, for the guide of the client: compiled once. */
let packed: Promise<string> | undefined;
async function packClient(): Promise<string> {
  const folderOfPackage = mkdtempSync(join(tmpdir(), 'bly-packed-'));
  await run(process.execPath, ['scripts/client.ts', '--build', '--out', join(folderOfPackage, 'dist')]);
  copyFileSync('packages/client/package.json', join(folderOfPackage, 'package.json'));
  return folderOfPackage;
}
afterAll(async () => {
  if (packed) await rm(await packed, { recursive: true, force: true });
});

/** Pastes a guide's samples into one shell, in order; its files lie beside. */
async function follow(name: string, key: string): Promise<readonly string[]> {
  const samples = samplesOf(name);
  const cwd = mkdtempSync(join(tmpdir(), 'bly-guide-'));
  if (name === 'client') {
    packed ??= packClient();
    mkdirSync(join(cwd, 'node_modules', '@bly'), { recursive: true });
    cpSync(await packed, join(cwd, 'node_modules', '@bly', 'client'), { recursive: true });
  }
  for (const { mark, code } of samples)
    if (mark.startsWith('file=')) writeFileSync(join(cwd, mark.slice('file='.length)), code);
  const script = samples
    .filter(({ mark }) => mark === 'run')
    .map(({ code }) => code)
    .join('\n');
  try {
    const env = { ...process.env, BLY_URL: service.url, BLY_API_KEY: key, PORT: String(await claimFreePort()) };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd, env, timeout: 60_000 });
    return stdout.trim().split('\n');
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** What each guide that can be followed prints. */
const PRINTS: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'quick-start': [/^http.*\/checkout\/cs_/, 'authorised', 'confirmed'],
  authentication: ['sandbox', 'sandbox', 'AUTH_REQUIRED'],
  money: ['119.90 EUR', '11990 JPY', '11.990 KWD'],
  pagination: ['1', '1'],
  idempotency: ['1', 'the same trip', '422'],
  versions: ['0.5.0', '3'],
  testing: ['true'],
  'going-live': ['200'],
  sandbox: ['0', /^\d{4}-\d\d-\d\dT/, 'true', 'NOT_FOUND'],
  trips: ['draft', '3', 'Bly'],
  branding: ['Nordwind Reisen, version 1, VAT checked: true', 'image/png'],
  checkout: ['PRICE_CHANGED', 'true', /^http.*\/checkout\/cs_/, 'true', 'fulfilled'],
  client: [
    /^[\d.]+ EUR, to be paid at http.*\/checkout\/cs_/,
    /^fulfilled BLY-\w{6}$/,
    /^origin Is a name, not a code\./,
    'AUTH_REQUIRED',
    'true',
    'true',
    'true',
    'offers',
    'done',
    'booked BLY-TESTAA false',
    '1 EUR false',
    'signature_mismatch',
    'TIMED_OUT',
    'went away',
    '[{"name":"Lisbon","code":"LIS"}]',
  ],
  search: ['true'],
  demand: ['5', '3', '5', 'Searches for Lisbon from France', '8', 'EUR', 'LIS', '3'],
  servicing: ['true'],
  webhooks: ['booking.completed BLY-TESTAA {"own":true,"standard":true}', 'whsec_'],
};

test.each(Object.keys(PRINTS))('the guide %s, pasted into a shell, does what it says', async (name) => {
  const { key } = await service.makeKey({ quotaCalls: 100_000, rate: { perSecond: 1_000, burst: 10_000 } });
  const lines = await follow(name, key);
  const expected = PRINTS[name] ?? [];
  expect(lines).toEqual(expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
});

/** Samples with this mark are run by test/process/rehearsal.test.ts. */
const REHEARSED = 'rehearse';

test('every sample of every guide is run, or says that it is not', () => {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
  const untold = names.flatMap((name) =>
    samplesOf(name)
      .filter(({ language }) => LANGUAGES.includes(language))
      .flatMap(({ mark, code }) => {
        const isTold =
          mark === 'not-run' ||
          (name === 'suppliers' && mark === REHEARSED) ||
          (Object.hasOwn(PRINTS, name) && (mark === 'run' || mark.startsWith('file=')));
        return isTold ? [] : [`${name}: ${mark} ${code.slice(0, 60)}`];
      }),
  );
  expect(untold).toEqual([]);
});
