import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * One part of a statement (`with moved as (…)`), as later parts of the statement refer to it. Parts run in one round
 * trip and one commit, so what belongs together is stored together or not at all.
 */
export interface Cte<Name extends string = string> {
  readonly name: Name;
  /** The part as a table: `select … from ${moved.ref}`. */
  readonly ref: RawBuilder<unknown>;
  /** True when the part has a row: `where ${moved.exists}`. */
  readonly exists: RawBuilder<SqlBool>;
}

/** A part with its SQL, parentheses included; `Row` is what it returns. */
export interface WrittenCte<Name extends string = string, Row = unknown> extends Cte<Name> {
  readonly sql: RawBuilder<Row>;
  /**
   * Of a part that inserts if an earlier part has a row: the same insert of values as a statement of its own. On a
   * distributed database it follows the statement that has the earlier part (`distribution/run-ctes.ts`).
   */
  readonly apart?: RawBuilder<unknown>;
}

/**
 * A part that another folder writes: given the part it depends on, it does its work if and only if that part has a row.
 * The folder knows its own tables, the statement's folder knows the order; neither knows the other's names.
 */
export type CteAfter<Name extends string, Row> = (earlier: Cte) => WrittenCte<Name, Row>;

/**
 * Names a part: one that is only referred to, or, with `text`, one that is written here; `apart` as in `WrittenCte`.
 *
 * @example
 * const moved = cte('moved', sql<PaymentRow>`(${updating})`);
 * const entered = ledgerCte(entries, moved); // inserts … where ${moved.exists}
 * const row = await runCtes(tx, moved, [moved, entered]);
 */
export function cte<Name extends string>(name: Name): Cte<Name>;
export function cte<Name extends string, Row>(
  name: Name,
  text: RawBuilder<Row>,
  apart?: RawBuilder<unknown>,
): WrittenCte<Name, Row>;
export function cte<Name extends string, Row>(name: Name, text?: RawBuilder<Row>, apart?: RawBuilder<unknown>) {
  const reference = { name, ref: sql.ref(name), exists: sql<SqlBool>`exists (select from ${sql.ref(name)})` };
  if (text === undefined) return reference;
  return { ...reference, sql: text, ...(apart !== undefined && { apart }) };
}
