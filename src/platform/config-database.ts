import * as z from 'zod';
import { serverUrlsOf } from './db/server/server-choice.ts';

const POOL_MAX = 500;

/** The variables of the database, as `.env.example` explains them. */
export const databaseVariables = (parts: {
  readonly protocolOf: (text: string) => string | undefined;
  readonly wholeNumber: (min: number, max: number) => z.ZodType<number>;
  readonly flag: z.ZodType<boolean>;
}) => ({
  DATABASE_URL: z
    .string()
    .refine(
      (text) => serverUrlsOf(text).every((one) => ['postgres:', 'postgresql:'].includes(parts.protocolOf(one) ?? '')),
      'must begin with postgres:// or postgresql:// and name a host, or several separated by commas',
    )
    .optional(),
  BLY_DATABASE_PREPARED: parts.flag.default(true),
  // A migration of a database in use holds one connection while it works with another.
  BLY_DATABASE_POOL_MAX: parts.wholeNumber(2, POOL_MAX).default(20),
});
