import { installationId } from '../../../../platform/ids.ts';
import type { CallPurpose } from '../../../ports/supplier.ts';
import { type BudgetShare, type CallState, shareOf, sharesOf } from './call-state.ts';

/** A call as the day's budget sees it. */
export interface BudgetRequest {
  readonly organization: string;
  readonly purpose: CallPurpose;
  /** False for a further read of a search that was counted: it has its place and its slot, and costs no search. */
  readonly isCounted: boolean;
  /** Whether the account is the installation's, which organizations share. */
  readonly isShared: boolean;
  readonly searchesPerDayMax: number | undefined;
}

/** Organizations whose searches of the day are remembered, by share; those with the fewest are forgotten first. */
const organizationsMax = 100;

/** Whose budget is used up: the account's share of the day, or the organization's part of that share. */
export type BudgetSpent = 'budget' | 'organization_budget';

/**
 * What stands against one more search today; undefined: nothing. On an account that organizations share, one of them
 * may use all of a share while it is the only one that has asked for it that day. Once another has asked, it has at
 * most half of what the others have left of the share: two that never stop get a third each, three a quarter, and as
 * much again is there for the next one.
 *
 * What the installation searches by itself, by night for instance, takes from the share, but is no other organization
 * that the rest is to be divided with. The installation is bound as they are.
 *
 * Example: of 700 searches A has made 400 when B asks. A is refused, for half of 700 is 350. B may make 150, half of
 * the 300 that A has left.
 */
export function findSpentBudget(state: CallState, request: BudgetRequest): BudgetSpent | undefined {
  const share = budgetShareOf(request);
  if (share === undefined || request.searchesPerDayMax === undefined) return undefined;
  const max = sharesOf(request.searchesPerDayMax)[share];
  const used = state.used[share];
  if (used >= max) return 'budget';
  if (!request.isShared) return undefined;
  const usedBy = state.usedBy[share];
  const own = usedBy[request.organization] ?? 0;
  const others = Object.keys(usedBy).some(
    (organization) => organization !== request.organization && organization !== installationId,
  );
  return others && own >= (max - (used - own)) / 2 ? 'organization_budget' : undefined;
}

/** Notes that an organization has asked for a search today. */
export function noteRequest(state: CallState, request: BudgetRequest): CallState {
  const share = budgetShareOf(request);
  if (share === undefined || !request.isShared || request.searchesPerDayMax === undefined) return state;
  return withOrganization(state, share, request.organization, 0);
}

/** Counts a search of today; what belongs to no share, or to a search that was counted, is not counted. */
export function countSearch(state: CallState, request: BudgetRequest): CallState {
  const share = budgetShareOf(request);
  if (share === undefined) return state;
  const counted = { ...state, used: { ...state.used, [share]: state.used[share] + 1 } };
  return request.isShared ? withOrganization(counted, share, request.organization, 1) : counted;
}

function budgetShareOf({ purpose, isCounted }: BudgetRequest): BudgetShare | undefined {
  return isCounted ? shareOf(purpose) : undefined;
}

function withOrganization(state: CallState, share: BudgetShare, organization: string, more: number): CallState {
  const { [organization]: own = 0, ...others } = state.usedBy[share];
  const most = Object.entries(others)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, organizationsMax - 1);
  return {
    ...state,
    usedBy: { ...state.usedBy, [share]: { ...Object.fromEntries(most), [organization]: own + more } },
  };
}
