import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daysAhead } from '../support/faults/trip-journeys.ts';
import { keyIn, useOwnInstallation } from '../support/process/own-installation.ts';

const own = useOwnInstallation();

test('the first start makes its directory, open to this user only, and one key that works; it says what to do with it, and into a log writes where it is; the second makes none', async () => {
  const dataDir = join(own.dataDir, 'not', 'there');
  const keyFile = join(dataDir, 'first-api-key');
  const banner = await own.start({ BLY_DATA_DIR: dataDir });
  expect([statSync(dataDir).mode & 0o777, statSync(join(dataDir, 'admin.sock')).mode & 0o777]).toEqual([0o700, 0o600]);
  const key = keyIn(readFileSync(keyFile, 'utf8'));
  expect([keyIn(banner), statSync(keyFile).mode & 0o777]).toEqual(['', 0o600]);
  expect(banner).toContain(`API key     in a file, because this output may be stored:  cat ${keyFile}`);
  expect(banner).toContain(`curl -s ${own.url}/v1/flight_search -H "X-API-Key: $(cat ${keyFile})"`);
  expect(banner).toContain(`Docs        ${own.url}/docs`);
  expect(banner).toMatch(/MCP {9}http\S+\/mcp\n/);
  expect((await fetch(`${own.url}/docs`)).status).toBe(200);
  expect(banner).toContain(`Mail        kept in ${dataDir}/outbox, not sent`);
  expect((await fetch(`${own.url}/v1/account`, { headers: { 'x-api-key': key } })).status).toBe(200);
  const ended = await own.stop('SIGINT');
  expect([ended?.code, keyIn(ended?.output ?? ''), keyIn(ended?.errors ?? '')]).toEqual([0, '', '']);
  rmSync(keyFile);
  const again = await own.start({ BLY_DATA_DIR: dataDir });
  expect([keyIn(again), existsSync(keyFile)]).toEqual(['', false]);
  expect(again).toContain(`BLY_DATA_DIR=${dataDir} npm run bly -- admin create-key`);
  expect((await fetch(`${own.url}/v1/account`, { headers: { 'x-api-key': key } })).status).toBe(200);
  await expectSoundStop(key);
});

/** SIGTERM: the request in flight is answered, nothing new is taken, and the process is gone with 0 within 10 s. */
async function expectSoundStop(key: string): Promise<void> {
  const search = { origin: 'QAA', destination: 'QAD', departure_date: daysAhead(40), supplier_timeout_ms: 4_000 };
  const inFlight = own.post('/v1/flight_search', key, search);
  await expect
    .poll(async () => (await (await fetch(`${own.url}/metrics`)).text()).includes('bly_http_requests_in_flight 1'))
    .toBe(true);
  const stoppedAt = performance.now();
  const stopped = own.stop();
  expect((await inFlight).status).toBe(504);
  await expect(fetch(`${own.url}/healthz`)).rejects.toThrow('fetch failed');
  expect((await stopped)?.code).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
}

test('admin create-key asks the running process over a socket only its user may open, else opens the database itself; a start that failed made no key', async () => {
  await own.run(['src/main.ts'], { BLY_HOST: '203.0.113.9' }).finished;
  await own.start();
  const elsewhere = join(own.dataDir, 'elsewhere');
  const listed = ['bin/bly.js', 'admin', 'list-organizations'];
  const embedded = { BLY_DATA_DIR: elsewhere, DATABASE_URL: '' };
  const [first, second] = [await own.run(listed, embedded).finished, await own.run(listed, embedded).finished];
  expect([first.code, first.errors, second.code, second.errors]).toEqual([
    0,
    `Nothing had been started in ${elsewhere}: a new database is made there. BLY_DATA_DIR names another.\n`,
    0,
    '',
  ]);
  expect(own.fileKey).not.toBe('');
  expect(statSync(join(own.dataDir, 'admin.sock')).mode & 0o777).toBe(0o600);
  const createKey = (...more: string[]) =>
    own.run(['bin/bly.js', 'admin', 'create-key', '--name', 'mine', ...more]).finished;
  const live = await createKey('--scopes', 'search');
  expect(live.code).toBe(0);
  const key = keyIn(live.output);
  expect(
    (
      await own.post('/v1/flight_search', key, {
        origin: 'PAR',
        destination: 'NYC',
        departure_date: daysAhead(40),
        limit: 1,
      })
    ).status,
  ).toBe(200);
  expect((await own.post('/v1/trip', key, {})).status).toBe(403);
  const wrong = await createKey('--scopes', 'serach');
  expect([wrong.code, wrong.errors.trim()]).toEqual([1, 'scopes[0]: must be search, book or manage']);
  await own.stop();
  const offline = await createKey();
  expect(offline.code).toBe(0);
  rmSync(own.keyFile);
  await own.start();
  expect(own.fileKey).toBe('');
  expect((await fetch(`${own.url}/v1/account`, { headers: { 'x-api-key': keyIn(offline.output) } })).status).toBe(200);
});
