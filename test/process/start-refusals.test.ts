import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daysAhead } from '../support/faults/trip-journeys.ts';
import { keyIn, useOwnInstallation } from '../support/process/own-installation.ts';
import { testSecretKey } from '../support/service/secret-key.ts';

const own = useOwnInstallation();

test('a bad variable stops the start with one line that names it', async () => {
  const { code, output, errors } = await own.run(['src/main.ts'], { BLY_PORT: 'eighty' }).finished;
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
    ['BLY_HOST', 'nosuchhost.invalid'],
    ['BLY_WORLD_DIR', '/nonexistent'],
    ['BLY_DATA_DIR', join(own.dataDir, 'file', 'inside')],
    ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none'],
  ];
  writeFileSync(join(own.dataDir, 'file'), '');
  for (const [name, value] of refusals) {
    const { code, errors } = await own.run(['src/main.ts'], {
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
  expect(existsSync(own.keyFile)).toBe(false);
});

test('production without suppliers starts, says what is missing, and answers a search with 503', async () => {
  const env = { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: testSecretKey(9) };
  const banner = await own.start(env);
  expect(banner).toContain('no flight supplier is configured');
  expect(banner).toContain('BLY_SMTP_URL is not set: travelers get no mail');
  expect([keyIn(banner), own.fileKey]).toEqual(['', '']);
  const made = await own.run(['bin/bly.js', 'admin', 'create-key', '--name', 'ops'], env).finished;
  const key = keyIn(made.output);
  expect(key).toMatch(/^bly_p/);
  const { status, body } = await own.post('/v1/flight_search', key, {
    origin: 'PAR',
    destination: 'NYC',
    departure_date: daysAhead(40),
  });
  expect([status, body.error?.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
});
