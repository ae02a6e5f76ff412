import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimFreePort } from '../../scripts/free-port.ts';

// The guide docs/guides/suppliers.md, "Rehearse without a key", pasted as it stands: production in real processes, for
// which a PostgreSQL server is needed. `npm run test:deep` names one; on the embedded database only the guide's form is
// looked at.
const serverUrl = process.env['BLY_TEST_DATABASE_URL'];
const KINDS = serverUrl === undefined ? [] : ['PostgreSQL'];
const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const journeyMillisecondsMax = 120_000;

/** The samples of the guide, first shell first. */
const [firstShell = '', ...secondShell] = Array.from(
  readFileSync('docs/guides/suppliers.md', 'utf8').matchAll(/^```\w+ rehearse\n([\s\S]*?)^```$/gm),
  ([, code = '']) => code,
);

test('the guide has five commands, the first of which runs until it is ended', () => {
  expect([firstShell.includes('npm run rehearse'), secondShell.length]).toEqual([true, 4]);
});

describe.each(KINDS)('the rehearsal of production on %s', () => {
  const database = `bly_rehearsal_${randomBytes(6).toString('hex')}`;
  const cwd = mkdtempSync(join(tmpdir(), 'bly-rehearsal-'));
  let env: Record<string, string>;
  let rehearsal: ChildProcess;
  let output = '';

  beforeAll(async () => {
    await onServer(`create database ${database}`);
    // A folder that looks like the code's, so that nothing is written beside the code.
    for (const name of ['package.json', 'bin', 'scripts', 'src']) symlinkSync(join(root, name), join(cwd, name));
    mkdirSync(join(cwd, 'home'));
    const at = async () => `http://127.0.0.1:${await claimFreePort()}`;
    env = {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: join(cwd, 'home'),
      DATABASE_URL: Object.assign(new URL(serverUrl ?? ''), { pathname: `/${database}` }).href,
      BLY_PORT: String(await claimFreePort()),
      BLY_DUFFEL_URL: await at(),
      BLY_LITEAPI_URL: `${await at()}/v3.0`,
      BLY_STRIPE_API_BASE: await at(),
    };
    rehearsal = spawn('bash', ['-euo', 'pipefail', '-c', firstShell], { cwd, env, detached: true });
    await untilReady();
  }, journeyMillisecondsMax);
  afterAll(async () => {
    if (rehearsal.exitCode === null && rehearsal.signalCode === null) process.kill(-Number(rehearsal.pid), 'SIGKILL');
    await onServer(`drop database if exists ${database} with (force)`);
    await rm(cwd, { recursive: true, force: true });
  });

  async function untilReady(): Promise<void> {
    const { promise, resolve: ready, reject } = Promise.withResolvers<void>();
    const read = (chunk: unknown) => {
      output += String(chunk);
      if (/^Bly .* · production · /m.test(output)) ready();
    };
    rehearsal.stdout?.on('data', read);
    rehearsal.stderr?.on('data', read);
    rehearsal.once('close', () => reject(new Error(`The rehearsal ended: ${output}`)));
    await promise;
  }

  test('five commands from the guide end in a ticketed booking, and money agrees with it', {
    timeout: journeyMillisecondsMax,
  }, async () => {
    const script = secondShell.join('\n');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd, env });
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/checkout\/cs_/),
      'authorised',
      expect.stringMatching(/^confirmed \d{10,13}$/),
      'Money = bookings: 1 bookings, 1 payments, 1 paid trips, nothing stands against it.',
    ]);
    for (const name of ['duffel', 'liteapi', 'stripe'])
      expect(output).toContain(`$ npm run bly -- supplier-stub ${name} --port `);
  });

  test('a person pays on the page of checkout and on that of the stub', {
    timeout: journeyMillisecondsMax,
  }, async () => {
    const [helpers = '', search = '', pay = ''] = secondShell;
    const [checkout = ''] = pay.split('\n');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', [helpers, search, checkout].join('\n')], {
      cwd,
      env,
    });
    const page = stdout.trim();
    const html = await (await fetch(page)).text();
    const form = new URLSearchParams({ action: 'pay' });
    for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
      form.set(name, value);
    const pressed = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
    const stripePage = pressed.headers.get('location') ?? '';
    expect(stripePage).toContain(`${env['BLY_STRIPE_API_BASE']}/c/pay/cs_test_stub`);
    const paid = await fetch(stripePage, { method: 'POST', body: new URLSearchParams({ outcome: 'authorise' }) });
    expect([paid.status, paid.url.startsWith(page)]).toEqual([200, true]);
    const after = 'until npm run -s reconcile | grep "2 bookings, .* nothing stands against it"; do sleep 0.5; done';
    await run('bash', ['-euo', 'pipefail', '-c', [helpers, after].join('\n')], { cwd, env });
  });

  test('Ctrl-C ends the stubs and Bly', { timeout: journeyMillisecondsMax }, async () => {
    const ended = once(rehearsal, 'close');
    process.kill(-Number(rehearsal.pid), 'SIGINT');
    await ended;
    for (const url of [
      `http://127.0.0.1:${env['BLY_PORT']}`,
      env['BLY_DUFFEL_URL'],
      env['BLY_LITEAPI_URL'],
      env['BLY_STRIPE_API_BASE'],
    ])
      await expect(fetch(`${url}`)).rejects.toThrow('fetch failed');
  });
});

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
