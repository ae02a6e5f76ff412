import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainSlowStatements } from '../../src/platform/db/slow-statements.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

/** The view as a server with the extension has it, with what this test says was counted. */
async function count(text: string, calls: number, totalMs: number): Promise<void> {
  await sql`create table if not exists pg_stat_statements
    (dbid oid, query text, calls bigint, mean_exec_time float8, total_exec_time float8, rows bigint)`.execute(db.q);
  await sql`insert into pg_stat_statements select oid, ${text}, ${calls}::bigint, ${totalMs / calls}::float8, ${totalMs}::float8, ${calls * 2}::bigint
    from pg_database where datname = current_database()`.execute(db.q);
}

test('where nothing is counted it says so, and what would have to be done', async () => {
  expect(await explainSlowStatements({ db }, {})).toEqual({
    kind: 'unknown',
    why: expect.stringMatching(/pg_stat_statements/),
  });
});

test('the statements that took most come first, with their plan and the large tables they read whole', async () => {
  await sql`create table large as select n, n % 7 as rest from generate_series(1, 20000) n`.execute(db.q);
  await sql`analyze large`.execute(db.q);
  await count('select * from large where rest = $1', 10, 500);
  await count('select * from trip where organization_id = $1 and trip_id = $2', 1_000, 90);
  await count('delete from large where n = $1', 1, 70);
  await count('BEGIN', 5_000, 900);
  const found = await explainSlowStatements({ db }, { limit: 3 });
  if (found.kind !== 'known') throw new Error(found.why);
  const [scan, keyed, deleted] = found.statements;
  expect(scan).toMatchObject({
    calls: 10,
    meanMs: 50,
    totalSeconds: 0.5,
    rowsPerCall: 2,
    scans: [{ table: 'large', rows: 20_000 }],
  });
  // A distributed database plans it on the organization's node.
  expect(keyed?.plan.join(' ')).toMatch(
    /^Index Scan using \w+ on trip|^Custom Scan \(Citus Adaptive\).* Task Count: 1 /,
  );
  expect(keyed?.scans).toEqual([]);
  expect(deleted?.plan.join(' ')).toContain('Delete on large');
  expect((await sql`select 1 from large`.execute(db.q)).rows).toHaveLength(20_000);
});

test('by the mean of one call; what cannot be planned without its values is named without a plan', async () => {
  await count('select * from trip where trip_id = $1', 100, 100);
  await count('select * from gone where a = $1', 1, 50);
  const found = await explainSlowStatements({ db }, { by: 'mean', limit: 1 });
  expect(found).toMatchObject({
    kind: 'known',
    statements: [{ text: 'select * from gone where a = $1', plan: [], scans: [] }],
  });
});

test.each([{ limit: 0 }, { limit: 51 }, { by: 'name' }])('%j is refused', async (args) => {
  await expect(explainSlowStatements({ db }, args)).rejects.toThrow();
});
