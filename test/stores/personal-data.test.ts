import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PERSONAL_DATA } from '../../src/retention/model/personal-data.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

async function listColumns(): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select relname as "table", attname as "column", format_type(atttypid, null) as type
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped order by 1, attnum`.execute(db.q);
  return rows;
}

test('every table says what becomes of what it holds about people, and none that is gone does', async () => {
  const tables = new Set((await listColumns()).map(({ table }) => table));
  expect([...tables].sort()).toEqual(Object.keys(PERSONAL_DATA).sort());
});

test('no document, and no text beside personal data, is forgotten', async () => {
  const columns = await listColumns();
  for (const [table, data] of Object.entries(PERSONAL_DATA)) {
    const types = data.kind === 'erased' ? ['text', 'jsonb', 'bytea', 'text[]'] : ['jsonb', 'bytea', 'text[]'];
    const found = columns.filter((one) => one.table === table && types.includes(one.type)).map(({ column }) => column);
    const named = data.kind === 'erased' ? [...data.columns, ...data.plain] : data.columns;
    expect([table, ...found.sort()]).toEqual([table, ...[...named].sort()]);
  }
});

test('the document names each table that holds something about people, and each column that is erased', () => {
  const lines = readFileSync('docs/personal-data.md', 'utf8').split('\n');
  for (const [table, data] of Object.entries(PERSONAL_DATA)) {
    if (data.kind === 'nobody') continue;
    const line = lines.find((one) => one.startsWith(`| \`${table}\``));
    expect([table, line]).toEqual([table, expect.any(String)]);
    if (data.kind === 'erased') for (const column of data.columns) expect(line).toContain(`\`${column}\``);
    if (data.kind === 'short_lived') expect(line).toContain(data.after);
  }
});
