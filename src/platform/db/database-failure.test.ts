import { expect, test } from 'vitest';
import { asDatabaseFailure, DatabaseUnavailable } from './database-failure.ts';

const failure = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

test.each([
  failure('cannot execute INSERT in a read-only transaction', '25006'),
  failure('terminating connection due to administrator command', '57P01'),
  failure('the database system is starting up', '57P03'),
  failure('sorry, too many clients already', '53300'),
  failure('connection failure', '08006'),
  failure('failure on connection marked as essential: worker-1:5432', 'XX000'),
  failure('could not commit transaction for shard 102061 on at least one active node', 'XX000'),
  failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
  failure('Connection terminated unexpectedly'),
  failure('Query read timeout'),
  failure('timeout exceeded when trying to connect'),
])('%s: another attempt may succeed', (error) => {
  const found = asDatabaseFailure(error);
  expect(found).toBeInstanceOf(DatabaseUnavailable);
  expect(found).toMatchObject({ cause: error, ...('code' in error ? { code: error.code } : {}) });
});

test.each([
  failure('duplicate key value violates unique constraint', '23505'),
  failure('canceling statement due to statement timeout', '57014'),
  failure('database "bly" does not exist', '3D000'),
  failure('password authentication failed', '28P01'),
  failure('unexpected chunk number 3', 'XX000'),
  failure('could not commit transaction for shard 102061 on at least one active node', '23505'),
  failure('The argument is of the wrong type', 'ERR_INVALID_ARG_TYPE'),
  failure('Cannot use a pool after calling end on the pool'),
])('%s: it would not', (error) => {
  expect(asDatabaseFailure(error)).toBe(error);
});
