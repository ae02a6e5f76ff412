/** What a column of an export holds. `instant`: a `Date`; `day`: `2026-11-28`. Any of them may be null. */
export type ColumnType = 'text' | 'day' | 'integer' | 'instant';
/** The columns of a stream, in their order. A column is added at the end and never changes. */
export type Columns = Readonly<Record<string, ColumnType>>;
/** A row: a value for each column. */
export type ExportRow = Readonly<Record<string, string | number | Date | null>>;
