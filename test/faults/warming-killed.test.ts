import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { startDuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { openCliFixture } from '../support/process/cli.ts';
import { makeProcessFixture } from '../support/service/server-fixture.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** How many searches a step makes at once. */
const STEP = 6;

test('bly admin warm-fares shows how far it is; after kill -9 the same command goes on, and no search is made twice', async () => {
  const stub = await startDuffelStub();
  opened.push(() => stub.close());
  const searched = () => stub.control.calls()['search'] ?? 0;
  // The second step's searches are sent and never answered.
  stub.control.addFault({ operation: 'search', fault: { kind: 'hang' }, skip: STEP, times: STEP });
  const fixture = await makeProcessFixture({
    BLY_SUPPLIERS: 'duffel',
    BLY_DUFFEL_TOKEN: stub.token,
    BLY_DUFFEL_URL: stub.url,
  });
  const first = await fixture.start();
  opened.push(() => first.kill());
  const cli = openCliFixture(fixture.env);
  opened.push(() => cli.remove());
  const routes = join(cli.home, 'routes.txt');
  writeFileSync(routes, 'LHR,OSL\n');
  const args = ['admin', 'warm-fares', '--routes', routes, '--days', '14'];

  const killed = cli.start(args);
  expect(await killed.saying(/of 14/)).toContain('6 of 14: 6 found.');
  await expect.poll(searched, { timeout: 60_000 }).toBe(2 * STEP);
  await first.kill();
  const { code, errors } = await killed.ended;
  expect(code).toBe(1);
  expect(errors).toContain('the running process ended before it answered');
  // Suppliers are asked by a process that has them.
  expect((await cli.run(args)).errors).toContain('start `bly serve`');

  // A minute later the killed process is taken for dead.
  const db = await fixture.openDatabase();
  await sql`update fare_warming set leased_until = now() where leased_until > now()`.execute(db.q);
  await db.close();
  stub.control.clearFaults();
  const second = await fixture.start();
  opened.push(() => second.kill());
  const again = await cli.run(args);
  expect(again.errors).toContain('Going on with 12 of 14 done.');
  expect(again).toMatchObject({
    code: 0,
    output: '14 of 14: 8 found, 6 without a known answer. Discovery knows them from now on.\n',
  });
  expect(searched()).toBe(14);

  const wrong = await cli.run(['admin', 'warm-fares', '--routes', routes, '--days', '0', '--stay', '91']);
  expect(wrong.code).toBe(1);
  expect(wrong.errors).toContain('days: must be at least 1\nstay days: must be at most 90');
}, 300_000);
