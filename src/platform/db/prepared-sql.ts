import { type Compilable, CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Handle, ReadHandle } from './db.ts';

/** Runs a statement whose text never changes with its values, in the order of their numbers. */
export type FixedStatement<Row> = (h: Handle, values: readonly unknown[]) => Promise<readonly Row[]>;

/**
 * A statement whose text never changes, for statements that every order runs: building the text anew takes as long as
 * sending it and reading its answer. A statement that depends on a request stays with the query builder.
 */
export function preparedSql<Row>(text: string): FixedStatement<Row> {
  return async (h, values) => (await h.q.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** As `preparedSql`, of a statement that only reads, and may be answered by a replica. */
export function preparedRead<Row>(
  text: string,
): (h: ReadHandle, values: readonly unknown[]) => Promise<readonly Row[]> {
  return async (h, values) => (await h.q.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** A placeholder for a value in a statement that is built once. */
class Param {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/**
 * The value of this number (from 1) in a statement that `preparedQuery` builds. It fits a column of any type: the
 * caller passes a value of the right one.
 */
export function param(number: number): RawBuilder<never> {
  return sql<never>`${new Param(number)}`;
}

/** As `preparedSql`, for the query builder: built when it first runs, with `param(n)` where its values go. */
export function preparedQuery<Row>(build: (h: Handle) => Compilable<Row>): FixedStatement<Row> {
  let built: { readonly text: string; readonly parameters: readonly unknown[] } | undefined;
  return async (h, values) => {
    if (built === undefined) {
      const { sql: text, parameters } = build(h).compile();
      built = { text, parameters };
    }
    const parameters = built.parameters.map((parameter) =>
      parameter instanceof Param ? values[parameter.number - 1] : parameter,
    );
    return (await h.q.executeQuery<Row>(CompiledQuery.raw(built.text, parameters))).rows;
  };
}
