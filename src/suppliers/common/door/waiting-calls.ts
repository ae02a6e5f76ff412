import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import type { SupplierAccount } from '../account.ts';
import { type SlotAnswer, type Urgency, urgencyOf } from './model/take-slot.ts';

/** The longest wait for a slot. */
const waitMsMax = 2_000;
/** Calls of this process that wait for one account, and those of one organization among them. */
const waitingMax = 200;
const waitingPerOrganizationMax = 50;
/** Other processes free slots unseen: how long none is asked for at most, and at least. */
const pollAgainMsMax = 100;
const pollAgainMsMin = 10;
const URGENCIES: readonly Urgency[] = ['urgent', 'interactive', 'background'];

/** How a turn is asked for, and returned where the call has left meanwhile. */
export interface SlotTaker {
  readonly take: () => Promise<SlotAnswer>;
  readonly giveBack: () => Promise<void>;
}

/** A call that waits. */
interface Waiting extends SlotTaker {
  readonly organization: string;
  readonly urgency: Urgency;
  readonly answer: (answer: SlotAnswer) => void;
  readonly fail: (error: unknown) => void;
  readonly untilMs: number;
}

/** Calls of this process that wait for their slots at an account. */
export interface WaitingCalls {
  /**
   * Waits for a turn, at most two seconds, and returns what it came to: `go`, a refusal, or the wait that is still
   * ahead where it is too long or too many wait already. Throws a `timeout` once the context's signal fires, and what
   * `take` throws.
   */
  waitForSlot(account: SupplierAccount, context: SupplierContext, taker: SlotTaker): Promise<SlotAnswer>;
  /** A slot is free: who waits for the account asks at once. */
  wake(account: SupplierAccount): void;
}

/** Nobody waits yet. Organizations of one urgency go round robin, one call of each. */
export function createWaitingCalls(): WaitingCalls {
  const queues = new Map<string, Queue>();
  return {
    async waitForSlot(account, context, taker) {
      if (context.signal.aborted) throw deadlinePassed();
      const name = `${account.supplier} ${account.accountId}`;
      const queue = queues.get(name) ?? new Queue(() => queues.delete(name));
      queues.set(name, queue);
      return await queue.wait(context, taker, account.organizationId === undefined);
    },
    wake: ({ supplier, accountId }) => queues.get(`${supplier} ${accountId}`)?.wake(),
  };
}

function deadlinePassed(): SupplierFailure {
  return new SupplierFailure('timeout', 'The deadline passed while the call waited for its turn.');
}

/** The calls that wait for one account, and the one loop that asks for their slots. */
class Queue {
  #waiting: Waiting[] = [];
  #isPolling = false;
  /** By organization, the number of the call that had a slot last: the next is another's. */
  readonly #served = new Map<string, number>();
  #calls = 0;
  #wake: (() => void) | undefined;
  readonly #onEmpty: () => void;

  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  async wait(context: SupplierContext, taker: SlotTaker, isShared: boolean): Promise<SlotAnswer> {
    const { organizationId: organization, signal } = context;
    const own = this.#waiting.filter((other) => other.organization === organization).length;
    if (this.#waiting.length >= waitingMax || (isShared && own >= waitingPerOrganizationMax))
      return { kind: 'wait', waitMs: waitMsMax, forAll: true };
    const slot = Promise.withResolvers<SlotAnswer>();
    const waiting: Waiting = {
      ...taker,
      organization,
      urgency: urgencyOf(context.purpose),
      answer: slot.resolve,
      fail: slot.reject,
      untilMs: performance.now() + Math.min(context.deadlineMs, waitMsMax),
    };
    const leave = () => {
      this.#remove(waiting);
      slot.reject(deadlinePassed());
    };
    this.#add(waiting);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await slot.promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  wake(): void {
    this.#wake?.();
  }

  #add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.wake();
    if (!this.#isPolling) void this.#pollUntilEmpty();
  }

  #remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
  }

  async #pollUntilEmpty(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiting.length > 0) {
      const pauseMs = await this.#pollEach();
      if (pauseMs > 0 && this.#waiting.length > 0) await this.#pause(pauseMs);
    }
    this.#isPolling = false;
    this.#onEmpty();
  }

  /** Asks for the first call of each organization, the urgent first; returns the pause before the next round. */
  async #pollEach(): Promise<number> {
    let pauseMs = pollAgainMsMax;
    for (const urgency of URGENCIES) {
      for (const waiting of this.#firstOfEach(urgency)) {
        const answer = await this.#poll(waiting);
        if (answer?.kind !== 'wait') {
          pauseMs = 0;
          continue;
        }
        pauseMs = Math.min(pauseMs, Math.max(pollAgainMsMin, answer.waitMs));
        if (answer.forAll) return pauseMs;
      }
    }
    return pauseMs;
  }

  #firstOfEach(urgency: Urgency): readonly Waiting[] {
    const first = new Map<string, Waiting>();
    for (const waiting of this.#waiting) {
      if (waiting.urgency === urgency && !first.has(waiting.organization)) first.set(waiting.organization, waiting);
    }
    const servedAt = ({ organization }: Waiting) => this.#served.get(organization) ?? 0;
    return [...first.values()].toSorted((a, b) => servedAt(a) - servedAt(b));
  }

  /** Undefined where the call is no longer waiting. */
  async #poll(waiting: Waiting): Promise<SlotAnswer | undefined> {
    if (!this.#waiting.includes(waiting)) return undefined;
    try {
      const answer = await waiting.take();
      if (!this.#waiting.includes(waiting)) {
        if (answer.kind === 'go') await waiting.giveBack();
        return undefined;
      }
      const isTooLong = answer.kind === 'wait' && performance.now() + answer.waitMs > waiting.untilMs;
      if (answer.kind === 'wait' && !isTooLong) return answer;
      this.#remove(waiting);
      if (answer.kind === 'go') {
        this.#calls += 1;
        this.#served.set(waiting.organization, this.#calls);
      }
      waiting.answer(answer);
      return answer.kind === 'wait' ? undefined : answer;
    } catch (error) {
      this.#remove(waiting);
      waiting.fail(error);
      return undefined;
    }
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
