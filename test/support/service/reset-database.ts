import type { PGlite } from '@electric-sql/pglite';
import { createEmbedded } from '../../../src/platform/db/embedded-database.ts';

/** Tables up to this size are emptied row by row: truncating makes new files of a table and of each of its indexes. */
const DELETED_BYTES_MAX = 128 * 1_024;
/** Emptied databases that wait for a test: hardly one has more than two open at once. */
const WAITING_MAX = 2;

/** How a database was before any test used it. */
interface Beginning {
  readonly tables: readonly string[];
  /** The rows that migrations wrote, as JSON, by table. */
  readonly rows: ReadonlyMap<string, string>;
  readonly shape: string;
}

const waiting: PGlite[] = [];
const beginnings = new WeakMap<PGlite, Beginning>();

/**
 * A database in memory as the template has it: one that another test is done with where there is one. Opening one takes
 * ten times as long as emptying it, and its first statements take longer still.
 */
export async function takeInMemory(template: () => Promise<Blob>): Promise<PGlite> {
  for (let used = waiting.pop(); used !== undefined; used = waiting.pop()) {
    if (await isEmptied(used)) return used;
    await used.close();
  }
  const fresh = await createEmbedded({ dataDir: undefined, template: await template() });
  const tables = await readTables(fresh);
  beginnings.set(fresh, { tables, rows: await readRows(fresh, tables), shape: await readShape(fresh) });
  return fresh;
}

/** Gives back a database that nobody is connected to any more. It is emptied once it is needed. */
export async function giveBack(database: PGlite): Promise<void> {
  if (waiting.length < WAITING_MAX) waiting.push(database);
  else await database.close();
}

/** Puts it back to how it began; false where a test has left it in another shape, or unable to answer. */
async function isEmptied(database: PGlite): Promise<boolean> {
  const beginning = beginnings.get(database);
  if (beginning === undefined) return false;
  try {
    for (const statement of ['rollback', 'discard all', emptying(beginning), 'discard all'])
      await database.exec(statement);
    return (await readShape(database)) === beginning.shape;
  } catch {
    return false;
  }
}

/**
 * Tables made since are dropped, those with anything in them emptied, sequences begin again. The product's triggers and
 * references sleep meanwhile.
 */
function emptying({ tables, rows }: Beginning): string {
  const restored = [...rows].map(
    ([table, json]) => `insert into ${table} select * from json_populate_recordset(null::${table}, ${quote(json)});`,
  );
  return `set session_replication_role = replica;
    do $$
    declare
      made text := (${listed(`relkind in ('r', 'p') and oid::regclass::text not in (${tables.map(quote).join(', ')})`)});
      large text := (${listed(`relkind = 'r' and pg_relation_size(oid) > ${DELETED_BYTES_MAX}`)});
      small text;
    begin
      if large is not null then execute 'truncate ' || large || ' cascade'; end if;
      for small in select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace
          and relkind = 'r' and pg_relation_size(oid) > 0 loop
        execute 'delete from only ' || small;
      end loop;
      if made is not null then execute 'drop table ' || made || ' cascade'; end if;
    end $$;
    select setval(seqrelid, seqstart, false) from pg_sequence;
    ${restored.join('\n')}`;
}

function listed(condition: string): string {
  return `select string_agg(oid::regclass::text, ', ') from pg_class where relnamespace = 'public'::regnamespace and ${condition}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

async function readTables(database: PGlite): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  return rows.map(({ name }) => name);
}

async function readRows(database: PGlite, tables: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const written = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await database.query<{ json: string | null }>(
      `select json_agg(t)::text as json from only ${table} as t`,
    );
    const json = rows[0]?.json ?? null;
    if (json !== null) written.set(table, json);
  }
  return written;
}

/**
 * Every object by name, with the number of its columns, their defaults and the text of functions: what a test may have
 * added, dropped or altered.
 */
async function readShape(database: PGlite): Promise<string> {
  const { rows } = await database.query<{
    shape: string;
  }>(`select md5(string_agg(item, ',' order by item)) as shape from (
    select format('%s %s %s', relkind, relname, relnatts) as item from pg_class where relnamespace = 'public'::regnamespace
    union all select format('function %s %s', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    union all select format('default %s %s %s', adrelid, adnum, md5(adbin::text)) from pg_attrdef
    union all select format('trigger %s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    union all select format('column %s %s %s %s', attrelid, attname, format_type(atttypid, atttypmod), attnotnull)
      from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('%s', indexdef) from pg_indexes where schemaname = 'public'
    union all select format('view %s %s', viewname, definition) from pg_views where schemaname = 'public'
    union all select format('schema %s', nspname) from pg_namespace where nspname !~ '^pg_'
    union all select format('setting %s', setconfig) from pg_db_role_setting) as items`);
  return rows[0]?.shape ?? '';
}
