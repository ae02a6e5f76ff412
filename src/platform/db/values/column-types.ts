import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

/** Reads a column's text; the second overload of pg's own table answers this. */
type ReadText = (text: string) => unknown;

/**
 * How columns come back, the same on both databases: int8 as a number (an unsafe one is an error, never a wrong
 * number), date as its own text (a calendar date has no zone), numeric as text, timestamptz as Date, json as values.
 */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): ReadText {
    if (oid === INT8) return readInt8;
    if (oid === DATE) return (text) => text;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`A bigint column holds ${text}, which is not a safe integer.`);
  return value;
}
