import { CompiledQuery, sql } from 'kysely';
import * as z from 'zod';
import { readAdminArguments } from '../admin/admin-arguments.ts';
import type { Db, Handle, Tx } from './db.ts';

/** A statement that took much time, and how PostgreSQL would run it now. */
const SlowStatement = z.object({
  text: z.string(),
  calls: z.number(),
  meanMs: z.number(),
  totalSeconds: z.number(),
  rowsPerCall: z.number(),
  /** Large tables it would read whole. */
  scans: z.array(z.object({ table: z.string(), rows: z.number() })),
  /** Line by line; empty where PostgreSQL cannot say without its values. */
  plan: z.array(z.string()),
});
/** What is known of slow statements, or why nothing is. */
export const SlowStatements = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('known'), statements: z.array(SlowStatement) }),
  z.object({ kind: z.literal('unknown'), why: z.string() }),
]);
type SlowStatement = z.infer<typeof SlowStatement>;

/** Which of them are asked for. */
const SlowStatementsRequest = z.object({
  limit: z.number().int().min(1).max(50).default(10),
  by: z.enum(['total', 'mean']).default('total'),
});

/** A table that is not small: reading it whole is worth a word. */
const LARGE_ROWS = 10_000;
const TEXT_CHARACTERS_MAX = 2_000;
const PLAN_LINES_MAX = 60;

/**
 * The statements of this database that took most time, by pg_stat_statements, each with the plan it would be given
 * whatever its values are. Nothing of it is run.
 */
export async function explainSlowStatements(
  { db }: { readonly db: Db },
  args: unknown,
): Promise<z.infer<typeof SlowStatements>> {
  const { limit, by } = readAdminArguments(SlowStatementsRequest, args);
  const why = await findObstacle(db);
  if (why !== undefined) return { kind: 'unknown', why };
  const statements: SlowStatement[] = [];
  for (const counted of await listCounted(db, { limit, by })) statements.push(await explain(db, counted));
  return { kind: 'known', statements };
}

async function findObstacle(h: Handle): Promise<string | undefined> {
  // The view leaves out what the role may not see, where `current_setting` would fail.
  const { rows } = await sql<{ is_there: boolean; is_available: boolean; is_loaded: boolean | null }>`
    select to_regclass('pg_stat_statements') is not null as is_there,
      exists (select 1 from pg_available_extensions where name = 'pg_stat_statements') as is_available,
      (select setting like '%pg_stat_statements%' from pg_settings where name = 'shared_preload_libraries') as is_loaded`.execute(
    h.q,
  );
  const [found] = rows;
  if (found?.is_there === true) return undefined;
  if (found?.is_available !== true)
    return 'This database counts no statements: it has no pg_stat_statements. (The embedded database never has it.)';
  if (found.is_loaded === null)
    return 'This database shows no counted statements, and its role may not see whether the server counts them. As superuser: pg_stat_statements in shared_preload_libraries, `create extension pg_stat_statements` in this database, and `grant pg_read_all_stats` to the role.';
  return found.is_loaded
    ? 'The server counts statements, and this database does not show them: `create extension pg_stat_statements` as its owner.'
    : 'The server counts no statements: add pg_stat_statements to shared_preload_libraries, restart it, then `create extension pg_stat_statements`.';
}

interface Counted {
  readonly text: string;
  readonly calls: number;
  readonly mean_ms: number;
  readonly total_ms: number;
  readonly rows: number;
}

async function listCounted(
  h: Handle,
  { limit, by }: z.infer<typeof SlowStatementsRequest>,
): Promise<readonly Counted[]> {
  const order = sql.raw(by === 'total' ? 'total_exec_time' : 'mean_exec_time');
  const { rows } = await sql<Counted>`
    select query as text, calls::float8, mean_exec_time as mean_ms, total_exec_time as total_ms, rows::float8
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
      and query ~* '^\\s*(select|with|insert|update|delete)\\y'
    order by ${order} desc limit ${limit}`.execute(h.q);
  return rows;
}

async function explain(db: Db, counted: Counted): Promise<SlowStatement> {
  const plan = await db.transaction((tx) => planOf(tx, counted.text)).catch(() => []);
  return {
    text: counted.text.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_CHARACTERS_MAX),
    calls: counted.calls,
    meanMs: counted.mean_ms,
    totalSeconds: counted.total_ms / 1_000,
    rowsPerCall: counted.calls === 0 ? 0 : counted.rows / counted.calls,
    scans: await listLargeScans(db, plan),
    plan,
  };
}

/** The plan for any values: the statement is prepared, planned, and forgotten; it is not run. */
async function planOf(tx: Tx, text: string): Promise<string[]> {
  const run = (statement: string) => tx.q.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement));
  await run('set transaction read only');
  await run('set local plan_cache_mode = force_generic_plan');
  await run(`prepare bly_explained as ${text}`);
  try {
    const { rows: prepared } = await run(
      "select cardinality(parameter_types) as count from pg_prepared_statements where name = 'bly_explained'",
    );
    const values = Array.from({ length: Number(prepared[0]?.['count'] ?? 0) }, () => 'null').join(', ');
    const { rows } = await run(`explain execute bly_explained${values === '' ? '' : `(${values})`}`);
    return rows.slice(0, PLAN_LINES_MAX).map((row) => String(row['QUERY PLAN']));
  } finally {
    await run('deallocate bly_explained');
  }
}

async function listLargeScans(h: Handle, plan: readonly string[]): Promise<SlowStatement['scans']> {
  const tables = plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ table: string; rows: number }>`
    select relname as table, reltuples::float8 as rows from pg_class
    where relname = any(${tables}::text[]) and relkind in ('r', 'p') and reltuples >= ${LARGE_ROWS}::float8 order by 2 desc`.execute(
    h.q,
  );
  return rows;
}
