import * as z from 'zod';

/** Seconds as a query names them: `timeout=1.5`. */
export const TimeoutSeconds = z
  .string()
  .regex(/^\d{1,3}(\.\d+)?$/, 'seconds')
  .optional();

/** A query with a time-out and nothing else. */
export const TimeoutQuery = z.strictObject({ timeout: TimeoutSeconds });
