/** One statement of a migration that runs outside one transaction. */
export interface MigrationStep {
  readonly sql: string;
  /** The index it creates concurrently: whether it is there, and whole, decides if it is created (again). */
  readonly createsIndex: CreatedIndex | undefined;
  /** It cannot run in a transaction. */
  readonly isConcurrent: boolean;
  /** It changes so many rows at most, and runs until none is left. */
  readonly isBatch: boolean;
}

/** An index and the table it is created on. */
export interface CreatedIndex {
  readonly name: string;
  readonly table: string;
}

/**
 * Marks a migration whose statements are run one by one, so that no large table is locked for long. Each of them may be
 * run again after a crash and then changes nothing.
 */
const STEPWISE = /^-- Step by step\b/m;
const REPLACES = /^-- Replaces ([0-9a-f]{64})\b/gm;
const BATCH = /^-- (?:.* )?In batches\b/m;
const CREATE = /^create (?:unique )?index concurrently (\w+) on (\w+)\b/;

/** True where the statements of a migration are run one by one (its text says `-- Step by step`). */
export function isStepwise(text: string): boolean {
  return STEPWISE.test(text);
}

/**
 * Checksums of earlier texts of a migration that led to the same schema: a database that one of them was applied to
 * has it (`-- Replaces CHECKSUM`).
 */
export function replacedChecksums(text: string): readonly string[] {
  return [...text.matchAll(REPLACES)].map(([, checksum = '']) => checksum);
}

/** The statements of a stepwise migration; each ends with a semicolon at the end of a line. */
export function readSteps(text: string): readonly MigrationStep[] {
  return text
    .split(/;[ \t]*$/m)
    .map((part) => ({ sql: withoutComments(part), isBatch: BATCH.test(part) }))
    .filter(({ sql }) => sql !== '')
    .map(({ sql, isBatch }) => ({
      sql,
      isBatch,
      createsIndex: readIndex(sql),
      isConcurrent: /^(?:create (?:unique )?|drop )index concurrently /.test(sql),
    }));
}

function readIndex(sql: string): CreatedIndex | undefined {
  const [, name, table] = CREATE.exec(sql) ?? [];
  return name === undefined || table === undefined ? undefined : { name, table };
}

/** The statement that enters an index at a partitioned table alone; each partition then gets one of its own. */
export function sqlOfParent(sql: string, { name, table }: CreatedIndex): string {
  return sql.replace(` concurrently ${name} on ${table}`, ` if not exists ${name} on only ${table}`);
}

/** The index of one partition of the table, and the statement that creates it concurrently. */
export function indexOfPartition(
  sql: string,
  { name, table }: CreatedIndex,
  partition: string,
): { readonly name: string; readonly sql: string } {
  if (!name.startsWith(`${table}_`)) throw new Error(`The name of the index does not begin with its table's: ${name}`);
  const own = `${partition}${name.slice(table.length)}`;
  return { name: own, sql: sql.replace(` ${name} on ${table}`, ` ${own} on ${partition}`) };
}

/** The statement as it runs inside a transaction, on a database that nobody else uses. */
export function plainSql({ sql, isConcurrent }: MigrationStep): string {
  return isConcurrent ? sql.replace(' concurrently ', ' ') : sql;
}

function withoutComments(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .trim();
}
