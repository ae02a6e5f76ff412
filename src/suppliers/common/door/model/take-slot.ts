import type { CallPurpose } from '../../../ports/supplier.ts';
import type { AccountLimits } from '../../account-calls.ts';
import { type CallState, dayOf, nextDayMs, NOBODY, shareOf } from './call-state.ts';
import { type BudgetRequest, type BudgetSpent, countSearch, findSpentBudget, noteRequest } from './day-budget.ts';

/** A process that has been silent for so long is dead: its calls are over. It says every five seconds that it lives. */
const aliveMs = 15_000;
/** An unauthorised key is tried by one call in so long. */
const keyProbeMs = 60_000;
/** A process that waits for a slot asks again sooner than this. */
const waitingMs = 400;
/** How soon who gives way to another organization may ask again. */
const yieldMs = 50;
/** Slots count half as much after so long. */
const recentHalfLifeMs = 10_000;
/** Organizations remembered; those with the fewest slots are forgotten first. */
const organizationsMax = 100;
/** An organization holds no more of the places on an account that all share. */
const organizationShare = 3 / 4;
/** A second at the supplier: calls are on their way for different times, so it is reckoned a little longer. */
const secondMs = 1_100;
/** Calls of a minute that may be made at once; with those that come back in a minute never more than allowed. */
const burstShare = 1 / 4;
/** Of the slots and places, what is left to calls of more urgent purposes. */
const LEFT_TO_OTHERS = { urgent: 0, interactive: 0.1, background: 0.4 } as const;

/** How urgent a call is: what somebody has paid for, what somebody waits for, what nobody waits for. */
export type Urgency = keyof typeof LEFT_TO_OTHERS;

/** A call that wants to be made. */
export interface SlotRequest extends BudgetRequest {
  /** The name of the call while it is under way. */
  readonly lease: string;
  readonly process: string;
  /** Whether it leads to the account's money being spent. */
  readonly needsFunds: boolean;
  readonly limits: AccountLimits;
}

/** Why a call is refused without having been made. */
export type RefusedBy = BudgetSpent | 'breaker' | 'key' | 'funds';

/** What a request for a slot comes to. */
export type SlotAnswer =
  /** The call may be made now; its end must be settled. */
  | { readonly kind: 'go' }
  /** `forAll`: nobody of this urgency has a slot; else others than this organization may. */
  | { readonly kind: 'wait'; readonly waitMs: number; readonly forAll: boolean }
  | { readonly kind: 'refused'; readonly by: RefusedBy; readonly retryAfterMs: number; readonly detail?: string };

/** A new state, and what it answers. */
export interface SlotTaken {
  readonly state: CallState;
  readonly answer: SlotAnswer;
}

/** Decides whether a call may be made now, and if so, counts it. */
export function takeSlot(before: CallState, request: SlotRequest, nowMs: number): SlotTaken {
  const state = noteRequest(alive(refill(before, request.limits, nowMs), request.process, nowMs), request);
  const refused = findRefusal(state, request, nowMs);
  if (refused !== undefined) return { state, answer: refused };
  const wait = findWait(state, request, nowMs);
  if (wait !== undefined) return { state: noteWaiting(state, request, nowMs), answer: wait };
  return { state: begin(state, request, nowMs), answer: { kind: 'go' } };
}

/** How urgent calls of a purpose are. */
export function urgencyOf(purpose: CallPurpose): Urgency {
  const share = shareOf(purpose);
  if (share === undefined) return 'urgent';
  return share === 'interactive' ? 'interactive' : 'background';
}

/** Notes that a process lives, and drops the calls of those that do not. */
export function alive(state: CallState, process: string, nowMs: number): CallState {
  const processes = Object.fromEntries(
    Object.entries({ ...state.processes, [process]: nowMs }).filter(([, atMs]) => nowMs - atMs < aliveMs),
  );
  return { ...state, processes, leases: state.leases.filter((lease) => processes[lease.process] !== undefined) };
}

function refill(state: CallState, limits: AccountLimits, nowMs: number): CallState {
  const burst = burstOf(limits);
  const tokens = Math.min(burst, state.tokens + Math.max(0, nowMs - state.tokensAtMs) * perMs(limits));
  const isToday = state.day === dayOf(nowMs);
  return {
    ...state,
    tokens,
    tokensAtMs: nowMs,
    ...(isToday ? {} : { day: dayOf(nowMs), used: { interactive: 0, monitor: 0, discovery: 0 }, usedBy: NOBODY }),
  };
}

function burstOf({ perMinute }: AccountLimits): number {
  return Math.max(1, perMinute * burstShare);
}

function perMs({ perMinute }: AccountLimits): number {
  return (perMinute * (1 - burstShare)) / 60_000;
}

function findRefusal(state: CallState, request: SlotRequest, nowMs: number): SlotAnswer | undefined {
  const { unauthorised, funds } = state;
  // Servicing goes through: it sells nothing, and finds out that the key works again.
  if (unauthorised !== undefined && nowMs < unauthorised.probeAtMs && request.purpose !== 'servicing')
    return refused('key', unauthorised.probeAtMs - nowMs, unauthorised.detail);
  if (request.needsFunds && funds !== undefined && nowMs < funds.untilMs)
    return refused('funds', funds.untilMs - nowMs, funds.detail);
  const share = shareOf(request.purpose);
  if (share === undefined) return undefined;
  const { openUntilMs } = state.breaker;
  if (openUntilMs !== undefined && nowMs < openUntilMs) return refused('breaker', openUntilMs - nowMs);
  if (openUntilMs !== undefined && isProbing(state)) return refused('breaker', 1_000);
  const spent = findSpentBudget(state, request);
  return spent === undefined ? undefined : refused(spent, nextDayMs(nowMs) - nowMs);
}

function refused(by: RefusedBy, retryAfterMs: number, detail?: string): SlotAnswer {
  return { kind: 'refused', by, retryAfterMs, ...(detail === undefined ? {} : { detail }) };
}

function isProbing({ breaker, leases }: CallState): boolean {
  return breaker.probe !== undefined && leases.some(({ id }) => id === breaker.probe);
}

function findWait(state: CallState, request: SlotRequest, nowMs: number): SlotAnswer | undefined {
  const { limits, organization } = request;
  const left = LEFT_TO_OTHERS[urgencyOf(request.purpose)];
  if (nowMs < state.slowUntilMs) return { kind: 'wait', waitMs: state.slowUntilMs - nowMs, forAll: true };
  const second = secondsWait(state, limits, left, nowMs);
  if (second > 0) return { kind: 'wait', waitMs: second, forAll: true };
  const places = limits.concurrency - Math.floor(limits.concurrency * left);
  if (state.leases.length >= places) return { kind: 'wait', waitMs: yieldMs, forAll: true };
  const missing = 1 + Math.floor(burstOf(limits) * left) - state.tokens;
  if (missing > 0) return { kind: 'wait', waitMs: Math.ceil(missing / perMs(limits)), forAll: true };
  // What somebody has paid for gives way to nobody.
  if (!request.isShared || left === 0) return undefined;
  const held = state.leases.filter((lease) => lease.organization === organization).length;
  if (held >= Math.max(1, Math.floor(places * organizationShare)) || mustYield(state, organization, nowMs))
    return { kind: 'wait', waitMs: yieldMs, forAll: false };
  return undefined;
}

/**
 * How long the second is full for calls of this urgency; 0: it is not.
 *
 * Example: of five calls a second those that nobody waits for take three at most, so that a traveler's finds a place.
 */
function secondsWait(state: CallState, { perSecond }: AccountLimits, left: number, nowMs: number): number {
  if (perSecond === undefined) return 0;
  const starts = startsOfSecond(state, nowMs);
  const oldest = starts.at(-Math.max(1, perSecond - Math.floor(perSecond * left)));
  return oldest === undefined ? 0 : oldest + secondMs - nowMs;
}

function startsOfSecond({ startsMs }: CallState, nowMs: number): readonly number[] {
  return startsMs.filter((startMs) => startMs <= nowMs && nowMs - startMs < secondMs);
}

/** True while another organization waits that has had fewer slots of late. */
function mustYield(state: CallState, organization: string, nowMs: number): boolean {
  const own = recentCallsOf(state, organization, nowMs);
  return Object.entries(state.organizations).some(
    ([other, { waitsUntilMs }]) =>
      other !== organization && nowMs < waitsUntilMs && recentCallsOf(state, other, nowMs) + 0.5 < own,
  );
}

function recentCallsOf({ organizations }: CallState, organization: string, nowMs: number): number {
  const known = organizations[organization];
  return known === undefined ? 0 : known.recentCalls * 0.5 ** (Math.max(0, nowMs - known.atMs) / recentHalfLifeMs);
}

function noteWaiting(state: CallState, request: SlotRequest, nowMs: number): CallState {
  return request.isShared
    ? noteOrganization(state, request, { more: 0, waitsUntilMs: nowMs + waitingMs }, nowMs)
    : state;
}

function begin(state: CallState, request: SlotRequest, nowMs: number): CallState {
  const share = shareOf(request.purpose);
  const { lease: id, process, organization } = request;
  const { breaker, unauthorised } = state;
  const next: CallState = {
    ...countSearch(state, request),
    tokens: state.tokens - 1,
    ...(request.limits.perSecond === undefined
      ? {}
      : { startsMs: [...startsOfSecond(state, nowMs), nowMs].slice(-request.limits.perSecond) }),
    leases: [...state.leases, { id, process, organization }],
    ...(share === undefined || breaker.openUntilMs === undefined ? {} : { breaker: { ...breaker, probe: id } }),
    ...(unauthorised === undefined || nowMs < unauthorised.probeAtMs
      ? {}
      : { unauthorised: { ...unauthorised, probeAtMs: nowMs + keyProbeMs } }),
  };
  return request.isShared ? noteOrganization(next, request, { more: 1, waitsUntilMs: nowMs }, nowMs) : next;
}

function noteOrganization(
  state: CallState,
  { organization }: SlotRequest,
  { more, waitsUntilMs }: { readonly more: number; readonly waitsUntilMs: number },
  nowMs: number,
): CallState {
  const recentCalls = recentCallsOf(state, organization, nowMs) + more;
  const all = Object.entries({ ...state.organizations, [organization]: { recentCalls, atMs: nowMs, waitsUntilMs } })
    .filter(
      ([other, known]) =>
        recentCallsOf(state, other, nowMs) > 0.1 || known.waitsUntilMs > nowMs || other === organization,
    )
    .toSorted(([a], [b]) => recentCallsOf(state, b, nowMs) - recentCallsOf(state, a, nowMs));
  return { ...state, organizations: Object.fromEntries(all.slice(-organizationsMax)) };
}
