import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BOTH_DATABASES } from '../support/both-databases.ts';

const files = BOTH_DATABASES.flatMap((entry) => entry.files);

test('each entry of the list of both databases exists, once, and says why it is there', () => {
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  expect(files.filter((path) => files.some((other) => other !== path && path.startsWith(other)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
  expect(BOTH_DATABASES.every(({ why }) => /^[A-Z].{20,}\.$/.test(why))).toBe(true);
});

test('each folder of tests that store something is on it', () => {
  const stored = [
    'test/stores',
    'test/platform',
    'test/faults',
    'test/model',
    'test/journeys',
    'test/routes',
    'test/suppliers',
  ];
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
      'test/process',
      'test/support',
      'test/world-data',
    ].toSorted(),
  );
});
