import { expect, test } from 'vitest';
import { describeDatabase, placeOf } from './name-database.ts';

const on = (databaseUrl: string | undefined) => placeOf({ dataDir: '/var/lib/bly', databaseUrl });

test('a database is named by host, port and name alone: whoever signs in and with which options makes no other', () => {
  expect(on('postgres://bly:secret@db.internal/bly?sslmode=verify-full')).toBe('db.internal:5432/bly');
  expect(on('postgresql://other@db.internal:5432/bly')).toBe('db.internal:5432/bly');
  expect(on('postgres://bly:secret@two:5432,one:5433/bly')).toBe('one:5433,two:5432/bly');
  expect(on('postgres://bly@db.internal')).toBe('db.internal:5432/bly');
  expect(on('postgres:///bly?host=/var/run/postgresql')).toBe('/var/run/postgresql:5432/bly');
  expect(on(undefined)).toBe('/var/lib/bly/db');
});

test('people read the environment with it', () => {
  const named = { environment: 'production', dataDir: '/data', databaseUrl: 'postgres://bly:secret@one/bly' } as const;
  expect(describeDatabase(named)).toBe('the production database one:5432/bly');
});
