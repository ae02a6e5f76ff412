/** One statement of a migration that runs outside one transaction. */
export interface MigrationStep {
  readonly sql: string;
  /** The index it creates concurrently: whether it is there, and whole, decides if it is created (again). */
  readonly createsIndex: string | undefined;
  /** It cannot run in a transaction. */
  readonly isConcurrent: boolean;
  /** It changes so many rows at most, and runs until none is left. */
  readonly isBatch: boolean;
}

/**
 * Marks a migration whose statements are run one by one, so that no large table is locked for long. Each of them may be
 * run again after a crash and then changes nothing.
 */
const STEPWISE = /^-- Step by step\b/m;
const REPLACES = /^-- Replaces ([0-9a-f]{64})\b/gm;
const BATCH = /^-- (?:.* )?In batches\b/m;
const CREATE = /^create (?:unique )?index concurrently (\w+) on /;

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
      createsIndex: CREATE.exec(sql)?.[1],
      isConcurrent: /^(?:create (?:unique )?|drop )index concurrently /.test(sql),
    }));
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
