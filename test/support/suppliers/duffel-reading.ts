import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../src/platform/clock.ts';
import { loadReference } from '../../../src/reference/load-reference.ts';
import type { SupplierAccounts } from '../../../src/suppliers/common/account.ts';
import { createResultSets } from '../../../src/suppliers/common/result-sets.ts';
import type { SealedCache } from '../../../src/suppliers/common/sealed-cache.ts';
import type { DuffelAdapter } from '../../../src/suppliers/duffel/adapter.ts';
import { createDuffelReading } from '../../../src/suppliers/duffel/flights.ts';
import { createSearchMapper } from '../../../src/suppliers/duffel/search/search-mapper.ts';
import type { FlightQuery } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { type DuffelClientFixture, openDuffelClient } from './duffel-client.ts';
import { DEPARTURE } from './duffel-calls.ts';

const WORLD_DIR = fileURLToPath(new URL('../../../data/world', import.meta.url));
/** The real places and rates. */
export const reference = loadReference(WORLD_DIR);

/** The reading half of the adapter in front of a stub. */
export interface DuffelReadingFixture extends DuffelClientFixture {
  readonly reading: ReturnType<typeof createDuffelReading>;
  readonly adapter: DuffelAdapter;
  /** Counts of offers that were left out: `2 times`. */
  readonly unreadable: readonly string[];
  /** Loses everything that is stored. */
  forget(): void;
  /** Moves the real clock of stored answers. */
  age(ms: number): void;
}

/** Starts a stub and the adapter for one test. */
export async function openDuffelReading(): Promise<DuffelReadingFixture> {
  const fixture = await openDuffelClient();
  const stored = new Map<string, { readonly text: string; readonly expiresAt: number }>();
  let aheadMs = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  const nameOf = ({ organizationId, accountId }: { organizationId: string; accountId: string }, name: string) =>
    `${organizationId} ${accountId} ${name}`;
  const cache: SealedCache = {
    async store(scope, name, value, expiresAt) {
      stored.set(nameOf(scope, name), { text: JSON.stringify(value), expiresAt: expiresAt.getTime() });
    },
    async find(scope, name) {
      const found = stored.get(nameOf(scope, name));
      return found && found.expiresAt > clock.now().getTime() ? JSON.parse(found.text) : undefined;
    },
  };
  const unreadable: string[] = [];
  const accounts: SupplierAccounts = {
    findForSale: async () => fixture.account,
    get: async () => fixture.account,
  };
  const adapter: DuffelAdapter = {
    client: fixture.client,
    accounts,
    resultSets: createResultSets({ cache, clock }),
    mapper: createSearchMapper(reference.places),
    places: reference.places,
    supports: (currency) => reference.rates.supports(currency),
    countUnreadable: (part, offers) => unreadable.push(`${offers} ${part}`),
  };
  return {
    ...fixture,
    adapter,
    unreadable,
    reading: createDuffelReading(adapter),
    forget: () => stored.clear(),
    age(ms) {
      aheadMs += ms;
    },
  };
}

/** One adult from Heathrow to New York's Kennedy, one way. */
export function aDuffelQuery(changes: Partial<FlightQuery> = {}): FlightQuery {
  return {
    slices: [{ origins: ['LHR'], destinations: ['JFK'], date: DEPARTURE }],
    passengers: { ...NO_PASSENGERS, adt: 1 },
    cabinClass: 'economy',
    connectionsMax: 2,
    offersMax: 150,
    ...changes,
  };
}
