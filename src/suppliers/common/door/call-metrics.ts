import { LRUCache } from 'lru-cache';
import type { Metrics } from '../../../platform/observability/metrics.ts';
import type { CallPurpose } from '../../ports/supplier.ts';
import type { SupplierAccount } from '../account.ts';
import type { CallHealth } from '../account-calls.ts';
import type { AccountStatus } from '../account-health.ts';
import { type BudgetShare, type CallState, sharesOf } from './model/call-state.ts';

/** What became of a call: how it was answered, or why it was not made. */
export type CallOutcome =
  | CallHealth['kind']
  | 'refused_rate'
  | 'refused_budget'
  | 'refused_organization_budget'
  | 'refused_breaker'
  | 'refused_key'
  | 'refused_funds'
  | 'left';

/** Accounts whose state is shown; of others it is not known what they do now. */
const accountsMax = 1_000;
const shownMs = 15 * 60_000;
const waitBuckets = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2];

/** What the metrics show of one account. */
interface Shown {
  readonly supplier: string;
  readonly owner: 'installation' | 'organization';
  readonly status: AccountStatus;
  readonly isOpen: boolean;
  readonly isOutOfFunds: boolean;
  readonly left: Readonly<Record<BudgetShare, number>> | undefined;
}

/** Counts calls and shows how accounts do, without a key and without the name of whose account it is. */
export interface CallMetrics {
  count(account: SupplierAccount, purpose: CallPurpose, outcome: CallOutcome): void;
  waited(account: SupplierAccount, purpose: CallPurpose, seconds: number): void;
  show(account: SupplierAccount, state: CallState, status: AccountStatus, nowMs: number): void;
}

/** Registers the metrics; once for a process. */
export function createCallMetrics(metrics: Metrics): CallMetrics {
  const calls = metrics.counter('bly_supplier_calls_total', 'Calls to suppliers by what became of them.', [
    'supplier',
    'purpose',
    'outcome',
  ]);
  const waits = metrics.histogram(
    'bly_supplier_call_wait_seconds',
    'How long calls to suppliers waited for their slot.',
    ['supplier', 'purpose'],
    waitBuckets,
  );
  const shown = new LRUCache<string, Shown>({ max: accountsMax, ttl: shownMs });
  registerAccounts(metrics, shown);
  return {
    count: ({ supplier }, purpose, outcome) => calls.inc({ supplier, purpose, outcome }),
    waited: ({ supplier }, purpose, seconds) => waits.observe({ supplier, purpose }, seconds),
    show(account, state, status, nowMs) {
      const { supplier, accountId, organizationId, searchesPerDayMax } = account;
      shown.set(`${supplier} ${accountId}`, {
        supplier,
        owner: organizationId === undefined ? 'installation' : 'organization',
        status,
        isOpen: state.breaker.openUntilMs !== undefined,
        isOutOfFunds: state.funds !== undefined && nowMs < state.funds.untilMs,
        left: searchesPerDayMax === undefined ? undefined : leftOf(state, searchesPerDayMax),
      });
    },
  };
}

function leftOf({ used }: CallState, searchesPerDayMax: number): Record<BudgetShare, number> {
  const shares = sharesOf(searchesPerDayMax);
  return {
    interactive: Math.max(0, shares.interactive - used.interactive),
    monitor: Math.max(0, shares.monitor - used.monitor),
    discovery: Math.max(0, shares.discovery - used.discovery),
  };
}

function registerAccounts(metrics: Metrics, shown: LRUCache<string, Shown>): void {
  const accounts = metrics.gauge(
    'bly_supplier_accounts',
    'Accounts at suppliers that this process called within 15 minutes, by how they do.',
    ['supplier', 'owner', 'status'],
    async () => {
      for (const { supplier, owner, status } of shown.values()) accounts.inc({ supplier, owner, status });
    },
    'max',
  );
  const open = metrics.gauge(
    'bly_supplier_breakers_open',
    'Accounts at suppliers whose circuit breaker is open.',
    ['supplier', 'owner'],
    async () => {
      for (const { supplier, owner, isOpen } of shown.values()) open.inc({ supplier, owner }, isOpen ? 1 : 0);
    },
    'max',
  );
  const broke = metrics.gauge(
    'bly_supplier_accounts_out_of_funds',
    'Accounts at suppliers whose money ran out: nothing is ordered with them.',
    ['supplier', 'owner'],
    async () => {
      for (const { supplier, owner, isOutOfFunds } of shown.values())
        broke.inc({ supplier, owner }, isOutOfFunds ? 1 : 0);
    },
    'max',
  );
  const left = metrics.gauge(
    'bly_supplier_budget_left',
    "What is left of today's searches with the installation's account, by share.",
    ['supplier', 'share'],
    async () => {
      for (const { supplier, owner, left: shares } of shown.values()) {
        if (owner === 'organization' || shares === undefined) continue;
        for (const [share, count] of Object.entries(shares)) left.set({ supplier, share }, count);
      }
    },
    'min',
  );
}
