import * as z from 'zod';
import { serverUrlsOf } from './db/server/server-choice.ts';

const POOL_MAX = 500;
/** More would be another day's lists. */
const READ_LAG_MAX_MS = 60_000;

/** The variables of the database, as `.env.example` explains them. */
export const databaseVariables = (parts: {
  readonly protocolOf: (text: string) => string | undefined;
  readonly wholeNumber: (min: number, max: number) => z.ZodType<number>;
  readonly flag: z.ZodType<boolean>;
}) => ({
  DATABASE_URL: serverUrl(parts.protocolOf).optional(),
  DATABASE_READ_URL: serverUrl(parts.protocolOf).optional(),
  BLY_DATABASE_READ_LAG_MAX_MS: parts.wholeNumber(100, READ_LAG_MAX_MS).default(1_000),
  BLY_DATABASE_PREPARED: parts.flag.default(true),
  // A migration of a database in use holds one connection while it works with another.
  BLY_DATABASE_POOL_MAX: parts.wholeNumber(2, POOL_MAX).default(20),
});

/** What contradicts itself among these variables, as one line; undefined where nothing does. */
export function findDatabaseContradiction(variables: {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_READ_URL?: string | undefined;
}): string | undefined {
  return variables.DATABASE_READ_URL !== undefined && variables.DATABASE_URL === undefined
    ? 'DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.'
    : undefined;
}

function serverUrl(protocolOf: (text: string) => string | undefined) {
  return z
    .string()
    .refine(
      (text) => serverUrlsOf(text).every((one) => ['postgres:', 'postgresql:'].includes(protocolOf(one) ?? '')),
      'must begin with postgres:// or postgresql:// and name a host, or several separated by commas',
    );
}
