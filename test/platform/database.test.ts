import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asId } from '../../src/platform/ids.ts';
import { pipeline } from '../../src/platform/db/pipeline.ts';
import { createPlatformApp } from '../support/service/platform.ts';
import {
  advanceOrganizationClock,
  getClockOffsetSeconds,
  organizationNow,
  resetOrganizationClock,
} from '../../src/platform/organization-clock.ts';
import { openTestDatabase } from '../support/service/database.ts';
import type { TestDatabase } from '../support/service/database.ts';

type SampleTables = { sample: { id: number; at: Date; document: unknown; amount: string; day: string } };

let db: TestDatabase;
/** Told later than what was sent after it. */
const slowly = async <T>(statement: Promise<T>): Promise<T> =>
  statement.finally(() => new Promise((resolve) => setTimeout(resolve, 20)));
const samples = () => db.q.withTables<SampleTables>();

beforeAll(async () => {
  db = await openTestDatabase();
  await sql`create table sample (id bigint primary key, at timestamptz not null default now(), document jsonb, amount numeric(10,2), day date)`.execute(
    db.q,
  );
});
afterAll(() => db.close());

describe('database', () => {
  test('columns come back as number, Date, value, text and text', async () => {
    const at = new Date('2026-03-01T08:00:00.123Z');
    await samples()
      .insertInto('sample')
      .values({
        id: 9_007_199_254_740_991,
        at,
        document: JSON.stringify([{ a: 1 }]),
        amount: '12.50',
        day: '2026-03-29',
      })
      .execute();
    const row = await samples().selectFrom('sample').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({ id: 9_007_199_254_740_991, at, document: [{ a: 1 }], amount: '12.50', day: '2026-03-29' });
  });

  test('a bigint that is no safe integer is an error, not a wrong number', async () => {
    await expect(sql`select 9007199254740993::bigint as big`.execute(db.q)).rejects.toThrow(/9007199254740993/);
  });

  test('a statement that comes again and again is prepared and answers the same', async () => {
    for (let run = 0; run < 8; run += 1) {
      const { rows } = await sql<{ total: number }>`select ${run}::int + 1 as total`.execute(db.q);
      expect(rows).toEqual([{ total: run + 1 }]);
    }
  });

  test('a prepared statement survives a change of its table, in a transaction too', async () => {
    await sql`create table shape (a int)`.execute(db.q);
    const read = () => sql`select * from shape`.execute(db.q);
    for (let run = 0; run < 6; run += 1) await read();
    await sql`alter table shape add column b int`.execute(db.q);
    expect((await read()).rows).toEqual([]);
    for (let run = 0; run < 6; run += 1) await read();
    await sql`alter table shape add column c int`.execute(db.q);
    expect(await db.transaction(async (tx) => (await sql`select * from shape`.execute(tx.q)).rows)).toEqual([]);
  });
});

describe('transaction', () => {
  const insert = (id: number) => (tx: { q: TestDatabase['q'] }) =>
    tx.q
      .withTables<SampleTables>()
      .insertInto('sample')
      .values({ id, at: new Date(), document: null, amount: '0', day: '2026-01-01' })
      .execute();
  const count = async (id: number) =>
    (await samples().selectFrom('sample').select('id').where('id', '=', id).execute()).length;

  test('what resolves is committed, and its hooks run after the commit', async () => {
    const seen: string[] = [];
    const answer = await db.transaction(async (tx) => {
      await insert(1)(tx);
      tx.afterCommit(() => seen.push('committed'));
      seen.push('in transaction');
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(seen).toEqual(['in transaction', 'committed']);
    expect(await count(1)).toBe(1);
  });

  test('what throws is rolled back, and no hook runs', async () => {
    const seen: string[] = [];
    await expect(
      db.transaction(async (tx) => {
        await insert(2)(tx);
        tx.afterCommit(() => seen.push('committed'));
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await count(2)).toBe(0);
    expect(seen).toEqual([]);
  });

  test('a hook that fails does not undo or deny the commit', async () => {
    await db.transaction(async (tx) => {
      await insert(3)(tx);
      tx.afterCommit(() => {
        throw new Error('hook');
      });
    });
    expect(await count(3)).toBe(1);
  });

  test('a failed statement that is swallowed does not pass for a commit', async () => {
    await expect(
      db.transaction(async (tx) => {
        await insert(4)(tx);
        await sql`select 1 / 0`.execute(tx.q).catch(() => undefined);
      }),
    ).rejects.toThrow(/rolled back/);
    expect(await count(4)).toBe(0);
  });

  test('a commit that fails costs the connection: the next call finds another, without what the first had prepared', async () => {
    await sql`create table later (id int unique deferrable initially deferred)`.execute(db.q);
    const insert = (id: number) => sql`insert into later (id) values (${id})`;
    for (let id = 1; id <= 3; id += 1) await insert(id).execute(db.q);
    const refused = db.transaction(async (tx) => {
      await insert(1).execute(tx.q);
    });
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    await db.transaction(async (tx) => {
      await insert(4).execute(tx.q);
    });
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from later`.execute(db.q);
    expect(rows).toEqual([{ count: 4 }]);
  });

  test('statements sent together answer in their order; of those that fail the cause is told, and the connection stays sound', async () => {
    const divide = (tx: { q: TestDatabase['q'] }, by: number) =>
      sql<{ whole: number }>`select 6 / ${by}::int as whole`.execute(tx.q);
    const sound = await db.transaction((tx) => pipeline([divide(tx, 1), divide(tx, 2), divide(tx, 3)]));
    expect(sound.map(({ rows }) => rows[0]?.whole)).toEqual([6, 3, 2]);
    for (const order of [
      [1, 0, 2],
      [0, 1, 2],
      [1, 2, 0],
    ]) {
      await expect(
        db.transaction((tx) => pipeline([insert(71)(tx), ...order.map((by) => divide(tx, by))])),
      ).rejects.toThrow('division by zero');
      expect(await count(71)).toBe(0);
    }
    await expect(db.transaction((tx) => pipeline([slowly(divide(tx, 0)), divide(tx, 1)]))).rejects.toThrow(
      'division by zero',
    );
    expect((await divide(db, 2)).rows).toEqual([{ whole: 3 }]);
  });

  test("concurrent statements never join another call's transaction", async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const rolledBack = db.transaction(async (tx) => {
      await insert(5)(tx);
      await gate;
      throw new Error('stop');
    });
    const beside = insert(6)(db);
    release();
    await expect(rolledBack).rejects.toThrow('stop');
    await beside;
    expect([await count(5), await count(6)]).toEqual([0, 1]);
  });

  test('a statement or transaction beside the open one is an error at once, on both databases', async () => {
    await expect(db.transaction(async () => await db.ping())).rejects.toThrow(/Send it through tx/);
    await expect(db.transaction(async () => await db.transaction(async () => undefined))).rejects.toThrow(
      /pass its tx on/,
    );
    await db.ping();
  });

  test('a transaction that lost against another runs again, three times at most', async () => {
    let runs = 0;
    const lose = async (tx: { q: TestDatabase['q'] }) => {
      runs += 1;
      await sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(tx.q);
    };
    await expect(db.transaction(lose)).rejects.toThrow('lost');
    expect(runs).toBe(4);
    runs = 0;
    await db.transaction(async (tx) => {
      if (runs < 2) await lose(tx);
    });
    expect(runs).toBe(2);
  });

  test('two writers that lock in opposite order both get through', async () => {
    await insert(10)(db);
    await insert(11)(db);
    const both = (first: number, second: number) =>
      db.transaction(async (tx) => {
        for (const id of [first, second])
          await sql`update sample set amount = amount + 1 where id = ${id}`.execute(tx.q);
      });
    await Promise.all([both(10, 11), both(11, 10), both(10, 11), both(11, 10)]);
    expect(
      (await samples().selectFrom('sample').select('amount').where('id', 'in', [10, 11]).execute()).map(
        ({ amount }) => amount,
      ),
    ).toEqual(['4.00', '4.00']);
  });
});

describe('organization clock', () => {
  const organizationId = asId('organization', 'org_clock');

  /**
   * How far the clock is ahead of real time at the least and at the most: the machine may be busy between the two
   * looks.
   */
  async function aheadMs(): Promise<{ readonly least: number; readonly most: number }> {
    const before = Date.now();
    const now = (await organizationNow(createPlatformApp(db, []), organizationId)).getTime();
    return { least: now - Date.now(), most: now - before };
  }
  async function expectAheadSeconds(seconds: number): Promise<void> {
    const { least, most } = await aheadMs();
    expect(least).toBeLessThanOrEqual(seconds * 1_000);
    expect(most).toBeGreaterThanOrEqual(seconds * 1_000);
  }

  test('it runs with real time until it is moved, only forward, and a move adds up', async () => {
    await expectAheadSeconds(0);
    expect(await db.transaction((tx) => advanceOrganizationClock(tx, organizationId, 3_600))).toBe(3_600);
    expect(await db.transaction((tx) => advanceOrganizationClock(tx, organizationId, 60))).toBe(3_660);
    await expectAheadSeconds(3_660);
    await expect(db.transaction((tx) => advanceOrganizationClock(tx, organizationId, -1))).rejects.toThrow(RangeError);
  });

  test('a move that is rolled back is none, and another organization keeps its own time', async () => {
    await expect(
      db.transaction(async (tx) => {
        await advanceOrganizationClock(tx, organizationId, 10);
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await getClockOffsetSeconds(db, organizationId)).toBe(3_660);
    expect(await getClockOffsetSeconds(db, asId('organization', 'org_other'))).toBe(0);
  });

  test('a reset returns it to real time at once', async () => {
    await expectAheadSeconds(3_660);
    await db.transaction((tx) => resetOrganizationClock(tx, organizationId));
    await expectAheadSeconds(0);
  });
});
