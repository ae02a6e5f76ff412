import type { ExchangeRates } from '../suppliers/ports/exchange-rates.ts';
import { readTable } from './csv-tables.ts';

/**
 * Reference rates of a bundle (`eur_rate` of currencies.csv), units per euro. `fallback` holds rates for currencies the
 * bundle has none for; a currency without a rate in either is not supported.
 */
export function readRates(dir: string, fallback: Readonly<Record<string, number>> = {}): ExchangeRates {
  const perEuro = new Map<string, number>(Object.entries(fallback));
  for (const row of readTable(dir, 'currencies.csv', ['code', 'eur_rate'])) {
    if (row.get('eur_rate') === '') continue;
    const rate = row.number('eur_rate');
    if (!(rate > 0)) throw new Error(`World data: ${row.where}: eur_rate must be positive`);
    perEuro.set(row.get('code'), rate);
  }
  perEuro.set('EUR', 1);
  const codes = [...perEuro.keys()].sort();

  function unitsPerEuro(currency: string): number {
    const rate = perEuro.get(currency);
    if (rate === undefined) throw new RangeError(`No reference rate for ${currency}`);
    return rate;
  }
  return {
    supports: (currency) => perEuro.has(currency),
    supported: () => codes,
    rate: (from, to) => unitsPerEuro(to) / unitsPerEuro(from),
  };
}
