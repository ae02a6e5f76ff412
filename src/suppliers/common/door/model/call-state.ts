import * as z from 'zod';
import type { CallPurpose } from '../../../ports/supplier.ts';

/** The shares of a day's searches. Calls of other purposes belong to none. */
export type BudgetShare = 'interactive' | 'monitor' | 'discovery';

/** A call under way, of a process that says every few seconds that it lives. */
const Lease = z.object({ id: z.string(), process: z.string(), organization: z.string() });
export type Lease = z.infer<typeof Lease>;

const Organization = z.object({
  /** Calls of late, each counting half as much ten seconds later. */
  recentCalls: z.number(),
  atMs: z.number(),
  /** Until then it waits for its slot, as far as is known. */
  waitsUntilMs: z.number(),
});

const Breaker = z.object({
  /** The window that is counted, and what ended in it. */
  windowMs: z.number(),
  calls: z.number(),
  failures: z.number(),
  /** Undefined: closed. From then on one call may try. */
  openUntilMs: z.number().optional(),
  /** The call that tries. */
  probe: z.string().optional(),
  /** How often it opened without a good call between. */
  openings: z.number(),
});

/** Searches of a day by organization; 0: it asked and was refused. */
const ByOrganization = z.record(z.string(), z.number());
const UsedBy = z.object({ interactive: ByOrganization, monitor: ByOrganization, discovery: ByOrganization });
/** Nobody has asked for a search of the day. */
export const NOBODY: z.infer<typeof UsedBy> = { interactive: {}, monitor: {}, discovery: {} };

/**
 * Everything that is known of one account's calls, by all processes. Milliseconds are real time on the clock of the
 * store it lies in.
 */
const CallState = z.object({
  /** The bucket: calls that may be made at once. */
  tokens: z.number(),
  tokensAtMs: z.number(),
  /** When the calls of the last second began, where the account has a limit of a second; oldest first. */
  startsMs: z.array(z.number()).default([]),
  /** The supplier's own word: nobody calls before. */
  slowUntilMs: z.number(),
  leases: z.array(Lease),
  processes: z.record(z.string(), z.number()),
  organizations: z.record(z.string(), Organization),
  /** The UTC day that is counted, and its searches by share. */
  day: z.number(),
  used: z.object({ interactive: z.number(), monitor: z.number(), discovery: z.number() }),
  /** Of an account that organizations share, by share; those with the most searches where there are many. */
  usedBy: UsedBy.default(NOBODY),
  breaker: Breaker,
  /** Names the key without being it; another key is judged afresh. */
  keyMark: z.string(),
  /** The key is wrong or suspended; from `probeAtMs` on one call may try it. */
  unauthorised: z.object({ sinceMs: z.number(), probeAtMs: z.number(), detail: z.string() }).optional(),
  /** The account's money ran out; until then nothing is ordered with it. */
  funds: z.object({ untilMs: z.number(), pauseMs: z.number(), detail: z.string() }).optional(),
});
export type CallState = z.infer<typeof CallState>;

/** The state of an account nothing is known of, or of which what was stored is of another release. */
export function readCallState(text: string | undefined, keyMark: string, nowMs: number): CallState {
  const known = text === undefined ? undefined : CallState.safeParse(JSON.parse(text));
  if (known?.success !== true) return newCallState(keyMark, nowMs);
  return known.data.keyMark === keyMark ? known.data : withKey(known.data, keyMark, nowMs);
}

/** A replaced key is not refused for what the one before it did; slots and budget are the account's. */
function withKey(state: CallState, keyMark: string, nowMs: number): CallState {
  const { unauthorised: _of, funds: _ran, ...rest } = state;
  return { ...rest, keyMark, breaker: newBreaker(nowMs) };
}

function newCallState(keyMark: string, nowMs: number): CallState {
  return {
    tokens: Number.MAX_SAFE_INTEGER,
    tokensAtMs: nowMs,
    startsMs: [],
    slowUntilMs: 0,
    leases: [],
    processes: {},
    organizations: {},
    day: dayOf(nowMs),
    used: { interactive: 0, monitor: 0, discovery: 0 },
    usedBy: NOBODY,
    breaker: newBreaker(nowMs),
    keyMark,
  };
}

/** A closed breaker that has seen nothing. */
export function newBreaker(nowMs: number): CallState['breaker'] {
  return { windowMs: nowMs, calls: 0, failures: 0, openings: 0 };
}

const DAY_MS = 86_400_000;

/** The number of a UTC day. */
export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

/** Searches of the day that `nowMs` is in: of everybody, or of one organization. */
export function searchesOfDay(
  { day, used, usedBy }: CallState,
  nowMs: number,
  organization: string | undefined,
): number {
  if (day !== dayOf(nowMs)) return 0;
  if (organization === undefined) return used.interactive + used.monitor + used.discovery;
  return [usedBy.interactive, usedBy.monitor, usedBy.discovery].reduce((sum, by) => sum + (by[organization] ?? 0), 0);
}

/** When the next UTC day begins. */
export function nextDayMs(nowMs: number): number {
  return (dayOf(nowMs) + 1) * DAY_MS;
}

/** Of which share of the day's searches a call is; undefined: of none, for it serves what somebody has bought. */
export function shareOf(purpose: CallPurpose): BudgetShare | undefined {
  switch (purpose) {
    case 'search':
    case 'page':
      return 'interactive';
    case 'monitor':
    case 'discovery':
      return purpose;
    case 'booking':
    case 'servicing':
      return undefined;
    default:
      return purpose satisfies never;
  }
}

/** A day's searches by share: monitors have a tenth, discovery a fifth, travelers the rest. */
export function sharesOf(searchesPerDayMax: number): Readonly<Record<BudgetShare, number>> {
  const [monitor, discovery] = [Math.floor(searchesPerDayMax / 10), Math.floor(searchesPerDayMax / 5)];
  return { interactive: searchesPerDayMax - monitor - discovery, monitor, discovery };
}
