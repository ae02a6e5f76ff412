import { type CallState, readCallState } from '../../../../src/suppliers/common/door/model/call-state.ts';
import { settleCall } from '../../../../src/suppliers/common/door/model/settle-call.ts';
import { type SlotAnswer, type SlotRequest, takeSlot } from '../../../../src/suppliers/common/door/model/take-slot.ts';
import type { CallHealth } from '../../../../src/suppliers/common/account-calls.ts';
import type { CallPurpose } from '../../../../src/suppliers/ports/supplier.ts';

/** When the accounts of these tests begin. */
export const NOW = Date.parse('2026-11-24T12:00:00Z');

/** One account at which calls are made one after another, at times of the test's choosing. */
export class Account {
  state: CallState = readCallState(undefined, 'key', NOW);
  nowMs = NOW;
  readonly #of: Partial<SlotRequest>;
  #calls = 0;

  constructor(of: Partial<SlotRequest> = {}) {
    this.#of = of;
  }

  take(purpose: CallPurpose, more: Partial<SlotRequest> = {}): SlotAnswer & { readonly lease: string } {
    this.#calls += 1;
    const lease = `call ${this.#calls}`;
    const request: SlotRequest = {
      lease,
      process: 'p1',
      organization: 'org_a',
      purpose,
      isCounted: true,
      needsFunds: false,
      isShared: false,
      limits: { perMinute: 60_000, concurrency: 1_000 },
      searchesPerDayMax: undefined,
      ...this.#of,
      ...more,
    };
    // Through its text, as it lies in the store.
    const known = readCallState(JSON.stringify(this.state), 'key', this.nowMs);
    const { state, answer } = takeSlot(known, request, this.nowMs);
    this.state = state;
    return { ...answer, lease };
  }

  end(lease: string, health: CallHealth = { kind: 'well' }, process = 'p1'): void {
    this.state = settleCall(this.state, { lease, process, health }, this.nowMs, 0);
  }

  /** Makes a call and ends it at once. */
  call(purpose: CallPurpose, health: CallHealth = { kind: 'well' }, more: Partial<SlotRequest> = {}): SlotAnswer {
    const taken = this.take(purpose, more);
    if (taken.kind === 'go') this.end(taken.lease, health);
    return taken;
  }
}
