import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service/service.ts';

const run = promisify(execFile);
let service: TestService;

beforeAll(async () => {
  service = await startService({ config: { role: 'all' } });
});
afterAll(async () => {
  await service.close();
});

/** The shell blocks of the README, in order. */
function shellBlocks(): string[] {
  return [...readFileSync('README.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
}

test('the README journey, pasted into a shell, ends in a confirmed booking', async () => {
  const journey = shellBlocks().find((block) => block.includes('/v1/flight_search'));
  const { stdout } = await run('bash', ['-c', journey ?? 'exit 1'], {
    env: { ...process.env, BLY_URL: service.url, BLY_API_KEY: service.key },
  });
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toMatch(/^http.*\/checkout\/cs_/);
  expect(lines.at(-1)).toBe('confirmed');
});

test('the README starts and tests the project with two commands each', () => {
  expect(shellBlocks().map((block) => block.trim())).toEqual(
    expect.arrayContaining(['npm ci && npm start', 'npm ci && npm test']),
  );
});

test('whatever README, guides and the client tell to export or read is what the command line reads, too', () => {
  const texts = [
    'README.md',
    'src/client/README.md',
    ...readdirSync('docs/guides').map((name) => `docs/guides/${name}`),
  ].map((path) => readFileSync(path, 'utf8'));
  const told = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/export (BLY\w*)|\$\{?(BLY\w*)|[{,] (BLY\w*) = '/g)].map(([, ...names]) =>
        names.find((name) => name !== undefined),
      ),
    ),
  );
  expect([...told].sort()).toEqual(['BLY_API_KEY', 'BLY_URL']);
});
