import type * as z from 'zod';

/**
 * Four years: passengers may claim compensation for three years from the end of the year in which they flew (Germany).
 * What the tax office asks for longer, the money, stays.
 */
const ERASE_AFTER_MONTHS = 48;
const MONTHS_MAX = 1_200;

/**
 * Off: rows that lie apart make nothing quicker below some hundred thousand bookings, and an installation that is
 * upgraded process by process must not move what its older processes could not find.
 */
const ARCHIVE_AFTER_MONTHS = 0;

/** The variables of how long data is stored, as `.env.example` explains them. */
export const retentionVariables = (wholeNumber: (min: number, max: number) => z.ZodType<number, string>) => ({
  BLY_ERASE_AFTER_MONTHS: wholeNumber(0, MONTHS_MAX).default(ERASE_AFTER_MONTHS),
  BLY_ARCHIVE_AFTER_MONTHS: wholeNumber(0, MONTHS_MAX).default(ARCHIVE_AFTER_MONTHS),
});
