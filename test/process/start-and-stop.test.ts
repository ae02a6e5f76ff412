import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Installation, makeInstallation, type Running } from '../support/process/process.ts';
import { testSecretKey } from '../support/service/secret-key.ts';

let installation: Installation;
let running: Running | undefined;
beforeEach(async () => {
  installation = await makeInstallation();
});
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.finished;
  running = undefined;
  await installation.remove();
});
const ready = /Contract {4}http/;
async function start(env: Record<string, string> = {}): Promise<string> {
  running = installation.run(['bin/guard.cjs', 'src/main.ts'], env);
  return await running.outputMatching(ready);
}
async function stop(signal: NodeJS.Signals = 'SIGTERM') {
  running?.child.kill(signal);
  const finished = await running?.finished;
  running = undefined;
  return finished;
}
const keyIn = (text: string) => /bly_[sp][0-9A-Za-z]{32}/.exec(text)?.[0] ?? '';
const post = async (path: string, key: string, body: unknown) => {
  const answer = await fetch(installation.url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const sent: { readonly error?: { readonly code: string } } = JSON.parse(await answer.text());
  return { status: answer.status, body: sent };
};
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const keyFile = () => join(installation.dataDir, 'first-api-key');
const fileKey = () => (existsSync(keyFile()) ? keyIn(readFileSync(keyFile(), 'utf8')) : '');

test('the first start makes its directory, open to this user only, and one key that works; it says what to do with it, and into a log writes where it is; the second makes none', async () => {
  const dataDir = join(installation.dataDir, 'not', 'there');
  const keyFile = join(dataDir, 'first-api-key');
  const banner = await start({ BLY_DATA_DIR: dataDir });
  expect([statSync(dataDir).mode & 0o777, statSync(join(dataDir, 'admin.sock')).mode & 0o777]).toEqual([0o700, 0o600]);
  const key = keyIn(readFileSync(keyFile, 'utf8'));
  expect([keyIn(banner), statSync(keyFile).mode & 0o777]).toEqual(['', 0o600]);
  expect(banner).toContain(`API key     in a file, because this output may be stored:  cat ${keyFile}`);
  expect(banner).toContain(`curl -s ${installation.url}/v1/flight_search -H "X-API-Key: $(cat ${keyFile})"`);
  expect(banner).toContain(`Docs        ${installation.url}/docs`);
  expect(banner).toMatch(/MCP {9}http\S+\/mcp\n/);
  expect((await fetch(`${installation.url}/docs`)).status).toBe(200);
  expect(banner).toContain(`Mail        kept in ${dataDir}/outbox, not sent`);
  expect((await fetch(`${installation.url}/v1/account`, { headers: { 'x-api-key': key } })).status).toBe(200);
  const ended = await stop('SIGINT');
  expect([ended?.code, keyIn(ended?.output ?? ''), keyIn(ended?.errors ?? '')]).toEqual([0, '', '']);
  rmSync(keyFile);
  const again = await start({ BLY_DATA_DIR: dataDir });
  expect([keyIn(again), existsSync(keyFile)]).toEqual(['', false]);
  expect(again).toContain('npm run bly -- admin create-key');
  expect((await fetch(`${installation.url}/v1/account`, { headers: { 'x-api-key': key } })).status).toBe(200);
  await expectSoundStop(key);
});

/** SIGTERM: the request in flight is answered, nothing new is taken, and the process is gone with 0 within 10 s. */
async function expectSoundStop(key: string): Promise<void> {
  const search = { origin: 'QAA', destination: 'QAD', departure_date: dateIn(40), supplier_timeout_ms: 4_000 };
  const inFlight = post('/v1/flight_search', key, search);
  await expect
    .poll(async () =>
      (await (await fetch(`${installation.url}/metrics`)).text()).includes('bly_http_requests_in_flight 1'),
    )
    .toBe(true);
  const stoppedAt = performance.now();
  const stopped = stop();
  expect((await inFlight).status).toBe(504);
  await expect(fetch(`${installation.url}/healthz`)).rejects.toThrow('fetch failed');
  expect((await stopped)?.code).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
}

test('a bad variable stops the start with one line that names it', async () => {
  const { code, output, errors } = await installation.run(['src/main.ts'], { BLY_PORT: 'eighty' }).finished;
  expect([code, output, errors.trim().split('\n').length]).toEqual([1, '', 1]);
  expect(errors).toContain('BLY_PORT');
});

test('what the machine refuses is one line that names the variable, and a first start that failed has made no key', async () => {
  const blocker = createServer();
  await once(blocker.listen(0, '127.0.0.1'), 'listening');
  const address = blocker.address();
  const taken = typeof address === 'object' && address !== null ? String(address.port) : '';
  const refusals: readonly (readonly [string, string])[] = [
    ['BLY_PORT', taken],
    ['BLY_HOST', '203.0.113.9'],
    ['BLY_WORLD_DIR', '/nonexistent'],
    ['BLY_DATA_DIR', join(installation.dataDir, 'file', 'inside')],
    ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none'],
  ];
  writeFileSync(join(installation.dataDir, 'file'), '');
  for (const [name, value] of refusals) {
    const { code, errors } = await installation.run(['src/main.ts'], {
      BLY_SECRET_KEYS: testSecretKey(7),
      [name]: value,
    }).finished;
    const said = errors
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect([code, said.length, said[0]?.startsWith(`${name}: `)], errors).toEqual([1, 1, true]);
  }
  blocker.close();
  expect(existsSync(keyFile())).toBe(false);
});

test('admin create-key asks the running process over a socket only its user may open, else opens the database itself; a start that failed made no key', async () => {
  await installation.run(['src/main.ts'], { BLY_HOST: '203.0.113.9' }).finished;
  await start();
  expect(fileKey()).not.toBe('');
  expect(statSync(join(installation.dataDir, 'admin.sock')).mode & 0o777).toBe(0o600);
  const createKey = (...more: string[]) =>
    installation.run(['bin/bly.js', 'admin', 'create-key', '--name', 'mine', ...more]).finished;
  const live = await createKey('--scopes', 'search');
  expect(live.code).toBe(0);
  const key = keyIn(live.output);
  expect(
    (await post('/v1/flight_search', key, { origin: 'PAR', destination: 'NYC', departure_date: dateIn(40), limit: 1 }))
      .status,
  ).toBe(200);
  expect((await post('/v1/trip', key, {})).status).toBe(403);
  const wrong = await createKey('--scopes', 'serach');
  expect([wrong.code, wrong.errors.trim()]).toEqual([1, 'scopes.0: must be search, book or manage']);
  await stop();
  const offline = await createKey();
  expect(offline.code).toBe(0);
  rmSync(keyFile());
  await start();
  expect(fileKey()).toBe('');
  expect(
    (await fetch(`${installation.url}/v1/account`, { headers: { 'x-api-key': keyIn(offline.output) } })).status,
  ).toBe(200);
});

test('production without suppliers starts, says what is missing, and answers a search with 503', async () => {
  const env = { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: testSecretKey(9) };
  const banner = await start(env);
  expect(banner).toContain('no flight supplier is configured');
  expect(banner).toContain('BLY_SMTP_URL is not set: travelers get no mail');
  expect([keyIn(banner), fileKey()]).toEqual(['', '']);
  const made = await installation.run(['bin/bly.js', 'admin', 'create-key', '--name', 'ops'], env).finished;
  const key = keyIn(made.output);
  expect(key).toMatch(/^bly_p/);
  const { status, body } = await post('/v1/flight_search', key, {
    origin: 'PAR',
    destination: 'NYC',
    departure_date: dateIn(40),
  });
  expect([status, body.error?.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
});
