import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, openCliFixture } from '../support/process/cli.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let cli: CliFixture;
beforeAll(async () => {
  service = await startService();
  cli = openCliFixture({});
});
afterAll(async () => {
  await cli.remove();
  await service.close();
});

test('an administrator sets the rules of a file, which count at once, and reads them as they can be set again', async () => {
  const { organizationId } = await service.makeKey();
  const admin = (args: readonly string[], input = '') =>
    cli.run(['admin', ...args, '--organization', organizationId], { env: { BLY_DATA_DIR: service.dataDir }, input });
  const file = join(cli.home, 'rules.json');
  const rules = [{ match: { supplier: 'sandbox_cars' }, currency: 'USD', percent: 2.5, fixed: 300 }];
  await writeFile(file, JSON.stringify({ rules }));
  const set = await admin(['set-pricing-rules', file]);
  expect([set.code, set.errors, set.output]).toEqual([
    0,
    '',
    '1 rules, version 1: every process uses them within five seconds.\n',
  ]);
  expect(await service.app.pricing.feesOf(organizationId)).toMatchObject({ version: 1, areNone: false });
  const got = await admin(['get-pricing-rules']);
  expect(JSON.parse(got.output)).toEqual({ rules, version: 1 });
  expect((await admin(['set-pricing-rules', '-'], got.output)).code).toBe(0);
  const stale = await admin(['set-pricing-rules', '-'], '{"rules": [], "version": 0}');
  expect(stale).toMatchObject({ code: 1, errors: expect.stringContaining('of version 1, not 0') });
  const wrong = await admin(['set-pricing-rules', '-'], '{"rules": [{"match": {"supplier": "nobody"}}]}');
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('rules[0].match.supplier: sells nothing') });
});

test('without a process that runs the command judges the words by the configuration alone', async () => {
  await cli.prepareDatabase();
  const set = await cli.run(['admin', 'set-pricing-rules', '-', '--organization', 'org_nobody'], {
    input: '{"rules": [{"match": {"supplier": "duffel"}}]}',
  });
  expect(set.errors).toContain('must be one of sandbox, sandbox_hotels, sandbox_cars');
});
