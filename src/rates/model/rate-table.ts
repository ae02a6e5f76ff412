/** A published rate: units of `currency` for one of `base`. */
export interface PublishedRate {
  readonly base: string;
  readonly currency: string;
  /** Exact, as it was published: `0.8571`. */
  readonly rate: string;
  readonly asOf: Date;
  readonly source: string;
}

/** A rate between two currencies, made of one or two published ones. */
export interface FoundRate {
  readonly rate: number;
  /** Of two published rates the older one's. */
  readonly asOf: Date;
  readonly source: string;
}

/** Published rates, and what follows from them. */
export interface RateTable {
  readonly rates: readonly PublishedRate[];
  /** Of several chains from one currency to the other, the newest; of equally new ones the most direct. */
  find(from: string, to: string): FoundRate | undefined;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Builds the table of a list of published rates. With EUR to USD and EUR to GBP it converts USD to GBP, too. */
export function createRateTable(rates: readonly PublishedRate[]): RateTable {
  const byPair = new Map(rates.map((rate) => [`${rate.base}${rate.currency}`, rate]));
  const bases = [...new Set(rates.map(({ base }) => base))];
  const one = (from: string, to: string): FoundRate | undefined => {
    const direct = byPair.get(`${from}${to}`);
    if (direct) return { rate: Number(direct.rate), asOf: direct.asOf, source: direct.source };
    const inverse = byPair.get(`${to}${from}`);
    return inverse && { rate: 1 / Number(inverse.rate), asOf: inverse.asOf, source: inverse.source };
  };
  const through = (from: string, base: string, to: string): FoundRate | undefined => {
    const [sold, bought] = [byPair.get(`${base}${from}`), byPair.get(`${base}${to}`)];
    if (!sold || !bought) return undefined;
    const older = sold.asOf <= bought.asOf ? sold : bought;
    return { rate: Number(bought.rate) / Number(sold.rate), asOf: older.asOf, source: older.source };
  };
  return {
    rates,
    find(from, to) {
      const found = [one(from, to), ...bases.map((base) => through(from, base, to))].filter(
        (candidate) => candidate !== undefined,
      );
      return found.reduce<FoundRate | undefined>(
        (best, candidate) => (best === undefined || candidate.asOf > best.asOf ? candidate : best),
        undefined,
      );
    },
  };
}

/**
 * How old a rate is, in hours. Rates are published once a day, so their age counts from the end of the day (UTC) they
 * were published on: the rate of a Friday is 0 hours old until its midnight, and 72 hours old at the end of Monday.
 */
export function ageHours(asOf: Date, now: Date): number {
  const endOfDay = (Math.floor(asOf.getTime() / DAY_MS) + 1) * DAY_MS;
  return Math.max(0, (now.getTime() - endOfDay) / HOUR_MS);
}
