import { SupplierFailure } from '../ports/supplier.ts';

/**
 * Runs calls side by side under one deadline and returns how each ended, in the order of the calls. At the deadline,
 * or when `clientSignal` fires, the signal given to `start` aborts and every call that has not settled yet is rejected
 * with a `timeout` SupplierFailure; what it answers later is ignored. Without `clientSignal` only the deadline ends the
 * calls.
 *
 * `start` must return its promises without throwing: begin each call inside an async function, so that an adapter that
 * throws rejects its own call alone.
 *
 * Example: two calls under 30 ms, one of which takes a minute, settle after 30 ms as
 * `[{ status: 'fulfilled', value }, { status: 'rejected', reason: SupplierFailure 'timeout' }]`.
 */
export async function settleByDeadline<T>(
  timeoutMs: number,
  clientSignal: AbortSignal | undefined,
  start: (signal: AbortSignal) => readonly Promise<T>[],
): Promise<readonly PromiseSettledResult<T>[]> {
  const controller = new AbortController();
  const settlement = new Settlement<T>();
  const stop = () => {
    settlement.cancel(new SupplierFailure('timeout', `No answer within ${timeoutMs} ms.`));
    controller.abort();
  };
  clientSignal?.addEventListener('abort', stop, { once: true });
  if (clientSignal?.aborted) stop();
  const timer = setTimeout(stop, timeoutMs);
  try {
    return await settlement.of(start(controller.signal));
  } finally {
    clearTimeout(timer);
    clientSignal?.removeEventListener('abort', stop);
  }
}

/**
 * `Promise.allSettled` that can be cancelled. It needs half the promises of racing each call against a deadline, which
 * a search with dozens of date pairs notices.
 */
class Settlement<T> {
  readonly #all = Promise.withResolvers<readonly PromiseSettledResult<T>[]>();
  #results: (PromiseSettledResult<T> | undefined)[] = [];
  #pending = 0;
  #cancelledBy: SupplierFailure | undefined;
  #isOver = false;

  /** The results of these calls, in their order. Call it once. */
  of(calls: readonly Promise<T>[]): Promise<readonly PromiseSettledResult<T>[]> {
    this.#pending = calls.length;
    this.#results = calls.map(() => undefined);
    calls.forEach((call, index) => {
      call.then(
        (value) => this.#settle(index, { status: 'fulfilled', value }),
        (reason: unknown) => this.#settle(index, { status: 'rejected', reason }),
      );
    });
    if (this.#pending === 0) this.#finish();
    // Cancelled before the calls began: calls that have settled already still report it in the microtasks before this.
    else if (this.#cancelledBy !== undefined) queueMicrotask(() => this.#finish());
    return this.#all.promise;
  }

  /** Rejects every call that has not settled with `reason`. */
  cancel(reason: SupplierFailure): void {
    this.#cancelledBy = reason;
    if (this.#pending > 0) this.#finish();
  }

  #settle(index: number, result: PromiseSettledResult<T>): void {
    if (this.#isOver) return;
    this.#results[index] = result;
    this.#pending -= 1;
    if (this.#pending === 0) this.#finish();
  }

  #finish(): void {
    this.#isOver = true;
    const late: PromiseRejectedResult = { status: 'rejected', reason: this.#cancelledBy };
    this.#all.resolve(this.#results.map((result) => result ?? late));
  }
}
