import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Installation, makeInstallation, type Running } from '../support/process/process.ts';
import { testSecretKey } from '../support/service/secret-key.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Each loads the rest of its supplier. */
const ADAPTERS = [
  'src/suppliers/duffel/create-duffel.ts',
  'src/suppliers/liteapi/create-liteapi.ts',
  'src/suppliers/stripe/payments.ts',
];
const RECORDER = pathToFileURL(join(root, 'test/support/service/record-modules.ts')).href;

let installation: Installation;
let running: Running | undefined;
beforeEach(async () => {
  installation = await makeInstallation();
});
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.finished;
  await installation.remove();
});

test('production starts and answers without loading any module of the simulator, or a supplier it does not sell', async () => {
  const file = join(installation.dataDir, 'modules');
  running = installation.run(['--import', RECORDER, 'src/main.ts'], {
    BLY_ENVIRONMENT: 'production',
    BLY_SECRET_KEYS: testSecretKey(9),
    LOADED_MODULES_FILE: file,
  });
  await running.outputMatching(/Contract {4}http/);
  expect((await fetch(`${installation.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${installation.url}/v1/openapi.json`)).status).toBe(200);
  const loaded = readFileSync(file, 'utf8')
    .split('\n')
    .map((url) => url.replace(pathToFileURL(root).href, ''));
  expect(loaded).toContain('src/app.ts');
  expect(existsSync(join(root, 'simulator'))).toBe(true);
  expect(loaded.filter((path) => path.startsWith('simulator/'))).toEqual([]);
  for (const adapter of ADAPTERS) expect(existsSync(join(root, adapter))).toBe(true);
  expect(loaded.filter((path) => ADAPTERS.includes(path))).toEqual([]);
});
