import * as z from 'zod';

/** Where production's exchange rates come from and how they are used, out of the BLY_RATES_ variables. */
export interface RatesConfig {
  /** A document in the form of the European Central Bank's eurofxref-daily.xml; undefined: rates are only imported. */
  readonly url: string | undefined;
  /** A rate older than this converts nothing; the age counts from the end of the day it was published on. */
  readonly maxAgeHours: number;
  /** Added to every rate that prices are sold at; 1.5 is 1.5 %. */
  readonly spreadPercent: number;
}

const AGE_HOURS_MAX = 8_760;
const SPREAD_PERCENT_MAX = 25;

/** The variables of exchange rates, as `.env.example` explains them. */
export const ratesVariables = (isSafeAddress: (text: string) => boolean) => ({
  BLY_RATES_URL: z
    .string()
    .refine(isSafeAddress, 'must be an https address without query, or an http one on loopback')
    .optional(),
  BLY_RATES_MAX_AGE_HOURS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1, 'must be at least 1').max(AGE_HOURS_MAX, `must be at most ${AGE_HOURS_MAX}`))
    .default(72),
  BLY_RATES_SPREAD_PERCENT: z
    .string()
    .regex(/^\d{1,2}(?:\.\d{1,4})?$/, 'must be a number like 1.5')
    .transform(Number)
    .pipe(z.number().max(SPREAD_PERCENT_MAX, `must be at most ${SPREAD_PERCENT_MAX}`))
    .default(0),
});

/** What contradicts itself among these variables, as one line; undefined where nothing does. */
export function findRatesContradiction(
  { BLY_RATES_URL, BLY_RATES_SPREAD_PERCENT }: z.infer<z.ZodObject<ReturnType<typeof ratesVariables>>>,
  isProduction: boolean,
): string | undefined {
  return !isProduction && (BLY_RATES_URL !== undefined || BLY_RATES_SPREAD_PERCENT > 0)
    ? 'BLY_RATES_URL and BLY_RATES_SPREAD_PERCENT are for BLY_ENVIRONMENT=production: the sandbox converts with its own rates.'
    : undefined;
}
