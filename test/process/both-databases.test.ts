import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BOTH_DATABASES, DEEP_ON_BOTH, DIALECT, listLeftToServer, LONG_MATRICES } from '../support/both-databases.ts';

const files = BOTH_DATABASES.flatMap((entry) => entry.files);

test('each entry of the list of both databases exists, once, and says why it is there', () => {
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  expect(files.filter((path) => files.some((other) => other !== path && path.startsWith(other)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
  expect(BOTH_DATABASES.every(({ why }) => /^[A-Z].{20,}\.$/.test(why))).toBe(true);
});

test('what proves the dialect is of that list and exists, once; the rest of it is what CI leaves to the server', () => {
  expect(DIALECT.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(DIALECT).size).toBe(DIALECT.length);
  const isListed = (path: string) => files.some((other) => path.startsWith(other) || other.startsWith(path));
  expect(DIALECT.filter((path) => !isListed(path))).toEqual([]);
  const left = listLeftToServer();
  expect(left).toContain('test/journeys/checkout/money-paths.test.ts');
  expect(left.filter((file) => !existsSync(file) || !(isListed(file) || LONG_MATRICES.includes(file)))).toEqual([]);
  expect(left.filter((file) => DIALECT.some((path) => file.startsWith(path)))).toEqual([]);
});

test('of the long matrices those that run on both databases exist, once', () => {
  expect(DEEP_ON_BOTH.length).toBeGreaterThan(0);
  expect(DEEP_ON_BOTH.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(DEEP_ON_BOTH).size).toBe(DEEP_ON_BOTH.length);
});

test('a file that asks which database there is runs on both', () => {
  const asking = listLeftToServer().filter((file) =>
    /BLY_TEST_DATABASE_URL|databaseUrl|db\.kind/.test(readFileSync(file, 'utf8')),
  );
  expect(asking).toEqual([]);
});

test('a file that leaves cells of a matrix out is run whole by npm run test:deep', () => {
  const shortened = globSync('test/**/*.test.ts').filter((file) =>
    /from '[./]+support\/service\/cells-of\.ts'/.test(readFileSync(file, 'utf8')),
  );
  expect(shortened.length).toBeGreaterThan(5);
  const whole = [...files, ...LONG_MATRICES];
  expect(shortened.filter((file) => !whole.some((path) => file.startsWith(path)))).toEqual([]);
});

test('each folder of tests that store something is on it', () => {
  const stored = ['test/stores', 'test/platform', 'test/faults', 'test/journeys', 'test/routes', 'test/suppliers'];
  for (const folder of stored)
    expect(
      files.some((path) => path.startsWith(`${folder}/`)),
      folder,
    ).toBe(true);
  expect(
    globSync('test/*/')
      .map((path) => path.replace(/\/$/, ''))
      .toSorted(),
  ).toEqual(
    [
      ...stored,
      'test/browser',
      'test/citus',
      'test/deep',
      'test/model',
      'test/process',
      'test/support',
      'test/world-data',
    ].toSorted(),
  );
});
