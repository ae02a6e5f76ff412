import { sql } from 'kysely';
import type { Handle, Tx } from '../db.ts';
import type { PlacedTable, TablePlace } from './layout.ts';

/** A foreign key, as it is dropped and added again. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** True where Citus is installed in this database. */
export async function hasCitus(h: Handle): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as is_there`.execute(h.q);
  return rows[0]?.is_there === true;
}

/** Tables of organizations in this schema, partitions left out. */
export async function listTenantTables(h: Handle): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select class.relname as name from pg_class as class
    join pg_attribute as field on field.attrelid = class.oid and field.attname = 'organization_id' and not field.attisdropped
    where class.relkind in ('r', 'p') and not class.relispartition and class.relnamespace = current_schema()::regnamespace
    order by 1`.execute(h.q);
  return rows.map((row) => row.name);
}

/** Where Citus says that tables lie; a table it has nothing to do with is not among them. */
export async function readPlaces(h: Handle): Promise<ReadonlyMap<string, TablePlace>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name::text as name, citus_table_type as type from citus_tables`.execute(h.q);
  return new Map(
    rows.flatMap(({ name, type }) => (type === 'reference' || type === 'distributed' ? [[name, type] as const] : [])),
  );
}

/** How many nodes hold shards. */
export async function countShardNodes(h: Handle): Promise<number> {
  const { rows } = await sql<{ nodes: number }>`
    select count(*)::integer as nodes from pg_dist_node where isactive and shouldhaveshards`.execute(h.q);
  return rows[0]?.nodes ?? 0;
}

/** Lets this transaction place many tables, those with triggers too: what a trigger reads lies in its own row. */
export async function allowPlacing(tx: Tx): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx.q);
  await sql`set local citus.enable_unsafe_triggers = on`.execute(tx.q);
}

/** Places one table; `beside` names the distributed table whose shards its own lie beside. */
export async function placeTable(tx: Tx, { table, place }: PlacedTable, beside: string | undefined): Promise<void> {
  if (place === 'reference') await sql`select create_reference_table(${table})`.execute(tx.q);
  if (place === 'distributed')
    await sql`select create_distributed_table(${table}, 'organization_id', colocate_with => ${beside ?? 'none'})`.execute(
      tx.q,
    );
}

/** Those of these tables that PostgreSQL does not write to its log: logical replication refuses to copy them. */
export async function listUnlogged(h: Handle, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relpersistence = 'u' and relnamespace = current_schema()::regnamespace and relname = any(${tables}::text[])
    order by 1`.execute(h.q);
  return rows.map((row) => row.name);
}

/** Has a table written to the log, with all its shards. */
export async function setLogged(tx: Tx, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} set logged`.execute(tx.q);
}

/** Foreign keys of these tables and to them. */
export async function listForeignKeys(h: Handle, tables: readonly string[]): Promise<readonly ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
      and (conrelid::regclass::text = any(${tables}::text[]) or confrelid::regclass::text = any(${tables}::text[]))
    order by 1, 2`.execute(h.q);
  return rows;
}

/** Drops a foreign key. */
export async function dropForeignKey(tx: Tx, { table, name }: ForeignKey): Promise<void> {
  await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx.q);
}

/** Adds a foreign key again. */
export async function addForeignKey(tx: Tx, { table, name, definition }: ForeignKey): Promise<void> {
  await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx.q);
}
