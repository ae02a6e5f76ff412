import { readLayout } from '../../src/platform/db/distribution/layout.ts';
import { isStepwise, readSteps } from '../../src/platform/db/migration-steps.ts';
import type { SourceFile } from './files.ts';

/** Tables that hold a few rows for each organization or user, whatever is sold: reading one whole takes no time. */
const SMALL = [
  'api_key',
  'credit_balance',
  'hotel_content_city',
  'installation',
  'member_invitation',
  'organization',
  'organization_clock',
  'price_monitor',
  'sign_in_count',
  'sign_in_failure',
  'supplier_account',
  'usage_writer',
  'user_account',
  'user_link',
  'webhook_endpoint',
] as const;

/** What a running installation would wait for, in the words of the statement that does it instead. */
const RULES: readonly { readonly pattern: RegExp; readonly problem: string }[] = [
  {
    pattern: /^create (?:unique )?index (?!concurrently)\w+ on (?:only )?(\w+)/,
    problem: 'nothing is written while an index is created: create it concurrently, in a migration step by step',
  },
  {
    pattern: /^alter table (\w+)[^;]*?\balter (?:column )?\w+ (?:set data )?type\b/,
    problem: 'a change of type rewrites the table: add a column, fill it in batches, and read that',
  },
  {
    pattern: /^alter table (\w+)[^;]*?\balter (?:column )?\w+ set not null\b/,
    problem: 'all rows are read under a lock: add a check (… is not null) not valid, validate it, then set not null',
  },
  {
    pattern: /^alter table (\w+)[^;]*?\badd constraint \w+ (?:check|foreign key)\b(?![^;]*\bnot valid\b)/,
    problem: 'all rows are read under a lock: add the constraint not valid, then validate it',
  },
  {
    pattern: /^alter table (\w+)[^;]*?\badd (?:constraint \w+ )?(?:unique|primary key)\b(?! using index)/,
    problem: 'an index is created under a lock: create it concurrently, then add the constraint using index',
  },
  {
    pattern:
      /^alter table (\w+)[^;]*?\badd column (?:if not exists )?\w+ [^;]*?\b(?:check|references|unique|generated|primary key)\b/,
    problem: 'all rows are read or rewritten under a lock: add the column alone, the rest in steps',
  },
  {
    pattern: /^(?:update|delete from) (?:only )?(\w+)/,
    problem: 'all its rows are locked and stay so to the end: change them in batches, in a migration step by step',
  },
  { pattern: /^(?:lock table|cluster|reindex(?: \w+)?|vacuum full) (\w+)/, problem: 'it locks the table for long' },
];

/** A step may be run again after a crash, and then changes nothing. */
const REPEATABLE = [
  /^create (?:unique )?index concurrently \w+ on /,
  /^drop index concurrently if exists /,
  /^drop (?:table|index) if exists /,
  /^create table if not exists /,
  /^alter table \w+ add column if not exists /,
  /^alter table \w+ drop column if exists /,
  /^alter table (\w+) drop constraint if exists (\w+)(?:, add constraint \2 [^;]* not valid)?$/,
  /^alter index if exists \w+ rename to /,
  /^alter table \w+ validate constraint /,
  /^alter table \w+ alter (?:column )?\w+ (?:set|drop) (?:not null|default)\b/,
] as const;

/** The last migration of the time before installations had rows that could be waited for. */
const LAST_UNCHECKED = 34;

/**
 * Migrations that would lock a large table for as long as reading all its rows takes, or that are run step by step and
 * could not be run again.
 */
export function findLockingMigrations(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => Number(/^migrations\/(\d{4})_\w+\.sql$/.exec(path)?.[1] ?? 0) > LAST_UNCHECKED)
    .flatMap(({ path, text }) => {
      const problems = isStepwise(text) ? findStepProblems(text) : findLocks(text);
      return problems.map((problem) => `${path}: ${problem}`);
    });
}

function findStepProblems(text: string): readonly string[] {
  const validated = new Set([...text.matchAll(/validate constraint (\w+)/g)].map(([, name]) => name));
  return readSteps(text).flatMap(({ sql, isBatch }) => {
    const statement = flat(sql);
    if (isBatch)
      return /^(?:update|delete from) .* limit \d+\)*;?$/.test(statement)
        ? []
        : [`a batch without a limit: ${begin(statement)}`];
    if (!REPEATABLE.some((pattern) => pattern.test(statement)))
      return [`run again after a crash it would fail or do harm: ${begin(statement)}`];
    // PostgreSQL reads no row where a validated check says the same.
    const isProven = / set not null\b/.test(statement) && validated.size > 0;
    return isProven ? [] : locksOf(statement, new Set());
  });
}

function findLocks(text: string): readonly string[] {
  const statements = text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;[ \t]*(?:--.*)?$/m)
    .map(flat)
    .filter((statement) => statement !== '');
  const created = new Set<string>();
  const problems: string[] = [];
  for (const statement of statements) {
    const table = /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1];
    if (table !== undefined) created.add(table);
    if (/ concurrently /.test(statement)) problems.push('concurrently needs a migration that is run step by step');
    problems.push(...locksOf(statement, created));
  }
  return problems;
}

function locksOf(statement: string, created: ReadonlySet<string>): readonly string[] {
  return RULES.flatMap(({ pattern, problem }) => {
    const table = pattern.exec(statement)?.[1];
    const isHarmless = table === undefined || created.has(table) || SMALL.some((small) => small === table);
    return isHarmless ? [] : [`${begin(statement)}: ${problem}`];
  });
}

const flat = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim().toLowerCase();
const begin = (statement: string): string => (statement.length > 70 ? `${statement.slice(0, 70)}…` : statement);

/** Tables of migrations that `migrations/citus/tables.txt` does not place, and places of tables that are no more. */
export function findUnplacedTables(files: readonly SourceFile[]): string[] {
  const texts = files.filter(({ path }) => /^migrations\/\d{4}_\w+\.sql$/.test(path));
  const named = (pattern: RegExp) =>
    texts.flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([, table = '']) => ({ path, table })));
  // A table that is renamed is gone under its old name, and made under its new one.
  const gone = [...named(/^drop table (?:if exists )?(\w+)/gm), ...named(/^alter table (\w+) rename to \w+/gm)];
  const dropped = new Set(gone.map(({ table }) => table));
  const made = [
    ...named(/^create (?:unlogged )?table (?:if not exists )?(\w+)(?! partition of)\b/gm),
    ...named(/^alter table \w+ rename to (\w+)/gm),
  ].filter(({ table }) => !dropped.has(table));
  const placed = new Set([...readLayout().tables.map(({ table }) => table), 'schema_migration']);
  const known = new Set([...made.map(({ table }) => table), 'schema_migration']);
  return [
    ...made
      .filter(({ table }) => !placed.has(table))
      .map(({ path, table }) => `${path}: migrations/citus/tables.txt does not say where ${table} lies`),
    ...[...placed]
      .filter((table) => !known.has(table))
      .map((table) => `migrations/citus/tables.txt: no migration makes ${table}`),
  ];
}

/** Numbers of migrations that two files have, or none: files apply in the order of their numbers. */
export function findMisnumberedMigrations(files: readonly SourceFile[]): string[] {
  const numbers = files.flatMap(({ path }) => Number(/^migrations\/(\d{4})_\w+\.sql$/.exec(path)?.[1] ?? []));
  const last = Math.max(0, ...numbers);
  return Array.from({ length: last }, (_, index) => index + 1).flatMap((number) => {
    const count = numbers.filter((one) => one === number).length;
    return count === 1 ? [] : [`migrations/${String(number).padStart(4, '0')}: ${count} migrations have this number`];
  });
}
