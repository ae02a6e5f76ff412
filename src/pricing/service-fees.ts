import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import { asId, type OrganizationId } from '../platform/ids.ts';
import type { Platform } from '../platform/platform.ts';
import type { SellingRates } from '../suppliers/ports/exchange-rates.ts';
import type { Money } from '../travel/money.ts';
import type { FeeSubject } from './model/fee-subject.ts';
import type { PricingRules } from './model/pricing-rule.ts';
import { serviceFees } from './model/service-fee.ts';
import { readRules } from './store.ts';

/** What other processes changed is seen after this long. */
const CACHE_LIFE_MS = 5_000;
/** Rules in use are read again before anybody must wait for them. */
const CACHE_REFRESH_MS = 2_000;
const CACHED_MAX = 10_000;

/** The fees of one organization, as its rules are now: used for one answer or one quote, never stored. */
export interface ServiceFees {
  /** Part of the key of every cached answer that shows prices: the rules' version, 0 where there never were any. */
  readonly version: number;
  /** True where no rule can add anything: prices are then shown and charged exactly as without this. */
  readonly areNone: boolean;
  /**
   * The fee on what is paid now for one thing, in the currency of that amount; nothing where no rule matches. Never
   * negative.
   */
  feeOf(subject: FeeSubject, amount: Money): Money;
}

/** The pricing rules that a process knows. */
export interface Pricing {
  /** At most five seconds old; rules that this process has changed count at once. */
  feesOf(organizationId: OrganizationId): Promise<ServiceFees>;
  /** Drops what is cached of an organization. */
  forget(organizationId: OrganizationId): void;
}

/** Reads rules in the database, cached for seconds. */
export function createPricing({ db, log }: Pick<Platform, 'db' | 'log'>, rates: SellingRates): Pricing {
  const cache = createRefreshingCache<PricingRules>({
    read: (id) => readRules(db, asId('organization', id)),
    ttlMs: CACHE_LIFE_MS,
    refreshedMs: CACHE_REFRESH_MS,
    entriesMax: CACHED_MAX,
    onRefreshFailed: (err) => log.warn({ err }, 'Pricing rules could not be read again.'),
  });
  const findRate = (from: string, to: string) => (rates.converts(from, to) ? rates.rate(from, to) : undefined);
  return {
    async feesOf(organizationId) {
      const { version, rules } = await cache.get(organizationId);
      return {
        version,
        areNone: rules.every(({ isOff }) => isOff === true),
        feeOf: serviceFees(rules, findRate),
      };
    },
    forget: (organizationId) => cache.forget(organizationId),
  };
}
