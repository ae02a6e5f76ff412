import * as z from 'zod';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import type { Platform } from '../platform/platform.ts';
import { ageHours, type PublishedRate } from './model/rate-table.ts';
import { readRatesCsv } from './model/read-rates-csv.ts';
import { listRates, upsertRates } from './store.ts';

/** What storing rates takes; `rates` only where a running process does it. */
type ImportContext = Pick<Platform, 'db' | 'clock' | 'config'> & {
  readonly rates?: { refresh(): Promise<void> };
};

const ImportRequest = z.object({ csv: z.string().max(1_000_000, 'the file is larger than 1 MB') });
export const ImportRatesAnswer = z.object({ stored: z.int(), older: z.int() });
export const ListRatesAnswer = z.object({
  maxAgeHours: z.number(),
  rates: z.array(
    z.object({
      base: z.string(),
      currency: z.string(),
      rate: z.string(),
      asOf: z.string(),
      source: z.string(),
      ageHours: z.number(),
    }),
  ),
});

/** Stores the rates of a CSV file, all or none. Throws with a sentence for the administrator that names the row. */
export async function importRatesForAdmin(
  app: ImportContext,
  args: unknown,
): Promise<z.infer<typeof ImportRatesAnswer>> {
  const { csv } = readAdminArguments(ImportRequest, args);
  if (app.config.environment === 'sandbox')
    throw new Error('the sandbox converts with its own rates and reads no others');
  const rates = readRatesCsv(csv, app.clock.now());
  const stored = await storeRates(app, rates);
  return { stored, older: rates.length - stored };
}

/** Stores rates that were read from somewhere, and has this process use them. Answers how many were new enough. */
export async function storeRates(app: ImportContext, rates: readonly PublishedRate[]): Promise<number> {
  const stored = await app.db.transaction((tx) => upsertRates(tx, rates, app.clock.now()));
  await app.rates?.refresh();
  return stored;
}

/** The stored rates with their ages, for `bly admin list-rates` and `bly doctor`. */
export async function listRatesForAdmin(
  app: Pick<ImportContext, 'db' | 'clock' | 'config'>,
): Promise<z.infer<typeof ListRatesAnswer>> {
  const now = app.clock.now();
  const rates = await listRates(app.db);
  return {
    maxAgeHours: app.config.rates.maxAgeHours,
    rates: rates.map(({ base, currency, rate, asOf, source }) => ({
      base,
      currency,
      rate,
      asOf: asOf.toISOString(),
      source,
      ageHours: ageHours(asOf, now),
    })),
  };
}
