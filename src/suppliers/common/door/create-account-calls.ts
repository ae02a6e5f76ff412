import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/db.ts';
import type { Metrics } from '../../../platform/observability/metrics.ts';
import type { Sealer } from '../../../platform/security/crypto.ts';
import type { OrganizationId } from '../../../platform/ids.ts';
import type { SharedState } from '../../../platform/shared-state/shared-state.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import type { SupplierAccount } from '../account.ts';
import type { AccountCalls, AccountExchange, AccountLimits, AccountUsage, CallHealth } from '../account-calls.ts';
import type { AccountHealth, AccountReport } from '../account-health.ts';
import { type CallMetrics, type CallOutcome, createCallMetrics } from './call-metrics.ts';
import { type CallStates, chooseCallStates } from './call-states.ts';
import { type CallState, readCallState, searchesOfDay } from './model/call-state.ts';
import { conditionOf, settleCall, withoutCall } from './model/settle-call.ts';
import { alive, type RefusedBy, takeSlot, type SlotAnswer } from './model/take-slot.ts';
import { createWaitingCalls } from './waiting-calls.ts';

/** While calls are under way this process says so often that it lives: a third of the time until it counts as dead. */
const aliveEveryMs = 5_000;
/** As many characters of the key's hash as distinguish an account's key from its next one. */
const keyMarkLength = 12;

/** What the door stands on. */
export interface AccountCallsParts {
  readonly db: Db;
  readonly shared: SharedState;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly health: AccountHealth;
  readonly limits: AccountLimits;
}

/** One call on its way through the door. */
interface Passage {
  readonly account: SupplierAccount;
  readonly context: SupplierContext;
  readonly lease: string;
  readonly keyMark: string;
}

/** What of an exchange decides whether it may be made. */
type ExchangeTerms = Pick<AccountExchange<unknown>, 'needsFunds' | 'isContinued' | 'perSecondMax'>;

/** Creates the door. Its rules are in `model/`; the state they work on is shared by all processes. */
export function createAccountCalls(parts: AccountCallsParts): AccountCalls & AccountUsage {
  const { sealer } = parts;
  const door = new Door(parts);
  return {
    async call(account, context, exchange) {
      const passage = { account, context, lease: randomUUID(), keyMark: keyMarkOf(sealer, account) };
      await door.enter(passage, exchange);
      return await door.pass(passage, exchange);
    },
    searchesToday: (account, organizationId) => door.searchesToday(account, organizationId, keyMarkOf(sealer, account)),
  };
}

function keyMarkOf(sealer: Sealer, { token }: SupplierAccount): string {
  return sealer.keyedHash('supplier_answer', token).slice(0, keyMarkLength);
}

class Door {
  readonly #parts: AccountCallsParts;
  readonly #states: CallStates;
  readonly #metrics: CallMetrics;
  readonly #waiting = createWaitingCalls();
  readonly #process = randomUUID();
  /** Calls under way by account, and the key each account has. */
  readonly #underWay = new Map<string, { calls: number; readonly passage: Passage }>();
  #heart: NodeJS.Timeout | undefined;

  constructor(parts: AccountCallsParts) {
    this.#parts = parts;
    this.#states = chooseCallStates(parts);
    this.#metrics = createCallMetrics(parts.metrics);
  }

  /** Waits for the slot of a call. Throws where there is none. */
  async enter(passage: Passage, exchange: ExchangeTerms): Promise<void> {
    const { account, context } = passage;
    const startedAt = performance.now();
    try {
      const answer = await this.#waiting.waitForSlot(account, context, {
        take: () => this.#take(passage, exchange),
        giveBack: () => this.#change(passage, (state) => withoutCall(state, passage.lease)),
      });
      if (answer.kind === 'go') return;
      this.#metrics.count(account, context.purpose, outcomeOf(answer));
      throw toFailure(answer);
    } catch (error) {
      if (error instanceof SupplierFailure && error.kind === 'timeout')
        this.#metrics.count(account, context.purpose, 'left');
      throw error;
    } finally {
      this.#metrics.waited(account, context.purpose, (performance.now() - startedAt) / 1_000);
    }
  }

  /** Makes a call that has its slot, and settles what it found. */
  async pass<T>(passage: Passage, exchange: AccountExchange<T>): Promise<T> {
    this.#noteUnderWay(passage, 1);
    let health: CallHealth = { kind: 'failed', detail: 'The call threw.' };
    try {
      const answer = await exchange.send();
      health = exchange.health(answer);
      return answer;
    } finally {
      this.#noteUnderWay(passage, -1);
      await this.#settle(passage, health);
    }
  }

  /** Of an account that organizations share only what one of them used: the others' is none of its business. */
  searchesToday(account: SupplierAccount, organizationId: OrganizationId, keyMark: string): Promise<number> {
    return this.#states.change(account, (text, nowMs) => {
      const state = readCallState(text, keyMark, nowMs);
      const isShared = account.organizationId === undefined;
      return {
        text: JSON.stringify(state),
        answer: searchesOfDay(state, nowMs, isShared ? organizationId : undefined),
      };
    });
  }

  #take({ account, context, lease, keyMark }: Passage, exchange: ExchangeTerms): Promise<SlotAnswer> {
    return this.#states.change(account, (text, nowMs) => {
      const { state, answer } = takeSlot(
        readCallState(text, keyMark, nowMs),
        {
          lease,
          process: this.#process,
          organization: context.organizationId,
          purpose: context.purpose,
          isCounted: exchange.isContinued !== true,
          needsFunds: exchange.needsFunds === true,
          isShared: account.organizationId === undefined,
          limits: { ...this.#parts.limits, perSecond: exchange.perSecondMax },
          searchesPerDayMax: account.searchesPerDayMax,
        },
        nowMs,
      );
      return { text: JSON.stringify(state), answer };
    });
  }

  async #settle({ account, context, lease, keyMark }: Passage, health: CallHealth): Promise<void> {
    const { wasUnauthorised, wasOutOfFunds, state, nowMs } = await this.#states.change(account, (text, now) => {
      const before = readCallState(text, keyMark, now);
      const after = settleCall(before, { lease, process: this.#process, health }, now, Math.random());
      return {
        text: JSON.stringify(after),
        answer: {
          wasUnauthorised: before.unauthorised !== undefined,
          wasOutOfFunds: before.funds !== undefined && now < before.funds.untilMs,
          state: after,
          nowMs: now,
        },
      };
    });
    this.#waiting.wake(account);
    const report = withFailure(conditionOf(state, health, nowMs), health);
    this.#metrics.count(account, context.purpose, health.kind);
    this.#metrics.show(account, state, report.status, nowMs);
    this.#parts.health.report(account, report);
    if (health.kind === 'unauthorised' && !wasUnauthorised) this.#alarm(account, health.detail, 'refuses the key');
    if (health.kind === 'out_of_funds' && !wasOutOfFunds) this.#alarm(account, health.detail, 'has run out of money');
  }

  #alarm({ supplier, accountId }: SupplierAccount, detail: string, what: string): void {
    this.#parts.log.error(
      { supplier, accountId, detail },
      `the account at a supplier ${what}: nothing is sold with it`,
    );
  }

  #change({ account, keyMark }: Passage, change: (state: CallState, nowMs: number) => CallState): Promise<void> {
    return this.#states.change(account, (text, nowMs) => ({
      text: JSON.stringify(change(readCallState(text, keyMark, nowMs), nowMs)),
      answer: undefined,
    }));
  }

  #noteUnderWay(passage: Passage, more: 1 | -1): void {
    const name = `${passage.account.supplier} ${passage.account.accountId}`;
    const calls = (this.#underWay.get(name)?.calls ?? 0) + more;
    if (calls > 0) this.#underWay.set(name, { calls, passage });
    else this.#underWay.delete(name);
    if (this.#underWay.size === 0) {
      clearInterval(this.#heart);
      this.#heart = undefined;
    } else this.#heart ??= setInterval(() => void this.#sayAlive(), aliveEveryMs).unref();
  }

  async #sayAlive(): Promise<void> {
    for (const { passage } of [...this.#underWay.values()]) {
      try {
        await this.#change(passage, (state, nowMs) => alive(state, this.#process, nowMs));
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'the calls under way to a supplier could not be noted');
      }
    }
  }
}

/** The report with the call that failed, where it is one. */
function withFailure(report: AccountReport, health: CallHealth): AccountReport {
  if (health.kind === 'well' || health.kind === 'slow_down') return report;
  const { detail, status, requestId } = health;
  return { ...report, failure: { detail, status, requestId } };
}

const OUTCOME_OF = {
  budget: 'refused_budget',
  organization_budget: 'refused_organization_budget',
  breaker: 'refused_breaker',
  key: 'refused_key',
  funds: 'refused_funds',
} as const satisfies Record<RefusedBy, CallOutcome>;

type NoSlot = Exclude<SlotAnswer, { kind: 'go' }>;

function outcomeOf(answer: NoSlot): CallOutcome {
  return answer.kind === 'wait' ? 'refused_rate' : OUTCOME_OF[answer.by];
}

/** The failure that a call without a slot ends in: nothing was sent. */
function toFailure(answer: NoSlot): SupplierFailure {
  const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1_000));
  if (answer.kind === 'wait')
    return new SupplierFailure('rate_limited', 'Too many calls wait for this account already.', {
      retryAfterSeconds: secondsOf(answer.waitMs),
      isOwnLimit: true,
    });
  const retryAfterSeconds = secondsOf(answer.retryAfterMs);
  switch (answer.by) {
    case 'budget':
      return new SupplierFailure('rate_limited', "The account's share of today's searches is used up.", {
        retryAfterSeconds,
        isOwnLimit: true,
      });
    case 'organization_budget':
      return new SupplierFailure(
        'rate_limited',
        "The organization's part of the account's searches of today is used up.",
        {
          retryAfterSeconds,
          isOwnLimit: true,
        },
      );
    case 'breaker':
      return new SupplierFailure('unavailable', 'The supplier failed too often just now.', { retryAfterSeconds });
    case 'funds':
      return new SupplierFailure('unavailable', "The account's money ran out.", { retryAfterSeconds });
    case 'key':
      return new SupplierFailure('unauthorised', 'The supplier refuses the key of this account.');
    default:
      return answer.by satisfies never;
  }
}
