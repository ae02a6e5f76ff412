import type { CredentialId, OrganizationId } from '../../platform/ids.ts';
import { addCall, countCalls, minuteOf, openWindow, type MinuteCalls, type QuotaWindow } from './quota-window.ts';

/**
 * What one process knows of a key's quota: the window, the calls under way, and what is counted but not yet written. On
 * the request path, therefore changed in place.
 */
export interface KeyState {
  readonly organizationId: OrganizationId;
  readonly keyId: CredentialId;
  /** Without a quota there is no window: calls are counted by the day, for the record. */
  readonly hasQuota: boolean;
  window: QuotaWindow;
  /** Calls left when shared counters last answered for this key: they know the calls of other processes at once. */
  sharedRemaining: { readonly calls: number; readonly atMs: number } | undefined;
  underWay: number;
  unwrittenMinutes: Map<number, number>;
  /** Being written at this moment: perhaps in the database already, perhaps not. */
  minutesBeingWritten: ReadonlyMap<number, number>;
  unwrittenDays: Map<string, DayCount>;
  /** The day last counted on, so that its name is not written anew for every call. */
  day: { readonly startMs: number; readonly name: string };
  /** When the window was read; older than a second it is not a reason to refuse. */
  readAtMs: number;
  /**
   * Whether shared counters may hold something else for this process than it knows itself: sent anew before they
   * are asked again.
   */
  isDoubtful: boolean;
  /** When a call last asked for it, on the process's own clock. */
  usedAtMs: number;
}
/** Calls to one operation on one day. */
interface DayCount {
  readonly day: string;
  readonly operationId: string;
  calls: number;
  credits: number;
}
/** What one process knows of an organization's credit. */
export interface CreditState {
  readonly organizationId: OrganizationId;
  /** As the database last said. */
  balance: number;
  /** Spent here and not yet written. */
  unwritten: number;
  /** Being written at this moment: no longer in `unwritten`, not yet out of `balance`. */
  beingWritten: number;
  /** Set aside for calls under way. */
  setAside: number;
  readAtMs: number;
  /** Both as on a key. */
  isDoubtful: boolean;
  usedAtMs: number;
}

const dayLength = 'YYYY-MM-DD'.length;
const dayMs = 86_400_000;

export function emptyKeyState(organizationId: OrganizationId, keyId: CredentialId, hasQuota: boolean): KeyState {
  return {
    organizationId,
    keyId,
    hasQuota,
    window: { minutes: [], total: 0 },
    sharedRemaining: undefined,
    underWay: 0,
    unwrittenMinutes: new Map(),
    minutesBeingWritten: new Map(),
    unwrittenDays: new Map(),
    day: { startMs: Number.NaN, name: '' },
    readAtMs: Number.NEGATIVE_INFINITY,
    isDoubtful: false,
    usedAtMs: performance.now(),
  };
}

export function emptyCreditState(organizationId: OrganizationId): CreditState {
  return {
    organizationId,
    balance: 0,
    unwritten: 0,
    beingWritten: 0,
    setAside: 0,
    readAtMs: Number.NEGATIVE_INFINITY,
    isDoubtful: false,
    usedAtMs: performance.now(),
  };
}

/** Puts what the database says in place, on top of it what it cannot know yet. */
export function takeWindow(key: KeyState, stored: readonly MinuteCalls[], nowMs: number): void {
  const unwritten = [...key.minutesBeingWritten, ...key.unwrittenMinutes].map(([startMs, calls]) => ({
    startMs,
    calls,
  }));
  key.window = openWindow([...stored, ...unwritten], nowMs);
}

/** Credits that can still be spent here. */
export function availableCredit(credit: CreditState): number {
  return credit.balance - heldCredit(credit);
}

/** Credits this process has used or set aside and not yet written. */
export function heldCredit(credit: CreditState): number {
  return credit.unwritten + credit.beingWritten + credit.setAside;
}

/** Calls this process has answered or is answering and has not yet written. */
export function heldCalls(key: KeyState): number {
  return key.underWay + sumOf(key.unwrittenMinutes) + sumOf(key.minutesBeingWritten);
}

/** Calls that count against the quota now, those under way included. */
export function callsInWindow(key: KeyState, nowMs: number): number {
  return countCalls(key.window, nowMs) + key.underWay;
}

/** Counts a call that is over. */
export function countCall(
  key: KeyState,
  call: { readonly operationId: string; readonly cost: number; readonly now: Date },
): void {
  if (key.hasQuota) {
    const nowMs = call.now.getTime();
    const minute = minuteOf(nowMs);
    addCall(key.window, nowMs);
    key.unwrittenMinutes.set(minute, (key.unwrittenMinutes.get(minute) ?? 0) + 1);
  }
  countDay(key, call);
}

/** Counts a call for the record only (a key without quota, an organization without limits). */
export function countDay(
  key: KeyState,
  call: { readonly operationId: string; readonly cost: number; readonly now: Date },
): void {
  const day = dayOf(key, call.now);
  const name = `${day} ${call.operationId}`;
  const count = key.unwrittenDays.get(name);
  if (count) {
    count.calls += 1;
    count.credits += call.cost;
  } else {
    key.unwrittenDays.set(name, { day, operationId: call.operationId, calls: 1, credits: call.cost });
  }
}

function dayOf(key: KeyState, now: Date): string {
  const nowMs = now.getTime();
  const startMs = nowMs - (nowMs % dayMs);
  if (key.day.startMs !== startMs) key.day = { startMs, name: now.toISOString().slice(0, dayLength) };
  return key.day.name;
}

/**
 * Whether nothing would be lost with this state: nobody has used it since, nothing under way or unwritten, no doubt
 * about it. It is read again when it is next used.
 */
export function isIdle(state: KeyState | CreditState, sinceMs: number): boolean {
  if (state.isDoubtful || state.usedAtMs >= sinceMs) return false;
  return 'keyId' in state ? heldCalls(state) === 0 && state.unwrittenDays.size === 0 : heldCredit(state) === 0;
}

function sumOf(minutes: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const calls of minutes.values()) sum += calls;
  return sum;
}
