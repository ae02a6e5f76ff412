import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Cte, type CteAfter, cte } from './cte.ts';

const db = new Kysely<{ door: { id: number; status: string } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (h) => new PostgresIntrospector(h),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

test('a part of another folder works on the part it is given, and the statement names both by value', () => {
  const ring =
    (doorId: number): CteAfter<'rung', { bell: string }> =>
    ({ exists }) =>
      cte('rung', sql<{ bell: string }>`(insert into bell select ${doorId} where ${exists} returning bell)`);
  const opened = cte('opened');
  const rung = ring(7)(opened);
  const statement = db
    .with(opened.name, (q) => q.updateTable('door').set({ status: 'open' }).where('id', '=', 7).returning('id'))
    .with(rung.name, () => rung.sql)
    .selectFrom(opened.name)
    .select('id');
  expect(statement.compile().sql).toBe(
    'with "opened" as (update "door" set "status" = $1 where "id" = $2 returning "id"), ' +
      '"rung" as (insert into bell select $3 where exists (select from "opened") returning bell) ' +
      'select "id" from "opened"',
  );
});

test('a part can read the rows of an earlier one', () => {
  const copy = ({ ref }: Cte) => sql`select * from ${ref}`;
  expect(copy(cte('moved')).compile(db).sql).toBe('select * from "moved"');
});
