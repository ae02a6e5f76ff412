import { sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import type { PublishedRate } from './model/rate-table.ts';

type RateTables = {
  fx_rate: {
    base: string;
    currency: string;
    rate: string;
    as_of: Date;
    source: string;
    stored_at: Date;
  };
};
const db = (h: Handle) => h.q.withTables<RateTables>();

/** Every stored rate, by base and currency. */
export async function listRates(h: Handle): Promise<readonly PublishedRate[]> {
  const rows = await db(h)
    .selectFrom('fx_rate')
    .select(['base', 'currency', 'as_of', 'source'])
    .select(sql<string>`rate::text`.as('rate'))
    .orderBy('base')
    .orderBy('currency')
    .execute();
  return rows.map((row) => ({
    base: row.base,
    currency: row.currency,
    rate: row.rate,
    asOf: row.as_of,
    source: row.source,
  }));
}

/** Stores rates; one that is older than what is stored of its pair is left out. Answers how many were stored. */
export async function upsertRates(tx: Tx, rates: readonly PublishedRate[], at: Date): Promise<number> {
  const stored = await db(tx)
    .insertInto('fx_rate')
    .values(
      rates.map(({ base, currency, rate, asOf, source }) => ({
        base,
        currency,
        rate,
        as_of: asOf,
        source,
        stored_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['base', 'currency'])
        .doUpdateSet((row) => ({
          rate: row.ref('excluded.rate'),
          as_of: row.ref('excluded.as_of'),
          source: row.ref('excluded.source'),
          stored_at: row.ref('excluded.stored_at'),
        }))
        .whereRef('fx_rate.as_of', '<=', 'excluded.as_of'),
    )
    .returning('currency')
    .execute();
  return stored.length;
}
