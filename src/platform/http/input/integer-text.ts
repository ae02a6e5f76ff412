import * as z from 'zod';

/** Decimal digits alone: `0x5`, `1e1`, ` 5` and nothing at all are no numbers. */
const INTEGER = /^-?\d{1,16}$/;

/**
 * A whole number of a query or a path, which arrive as text: from `min` to `max`, and `otherwise` where it is left out.
 */
export function integerText(min: number, max: number, otherwise?: number): z.ZodType<number> {
  const integer = z.int().min(min).max(max);
  return z.preprocess(readInteger, otherwise === undefined ? integer : integer.default(otherwise));
}

function readInteger(value: unknown): unknown {
  return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
}
