import type { CaseView } from '../../web/decisions/view.ts';
import { viewCredits } from '../checkout/view-credits.ts';
import type { App, Caller } from '../context.ts';
import { listManualCases } from '../servicing/manual-cases.ts';

/** The changes of an organization that wait for people, oldest first, with what is needed to decide them. */
export async function viewCases(app: App, caller: Caller): Promise<readonly CaseView[]> {
  const cases = await listManualCases(app, caller);
  return cases.map(({ manual, change: { plan }, booking }) => ({
    ...manual,
    credits: viewCredits(booking, plan.kind === 'cancellation' ? (plan.credits ?? []) : []),
  }));
}
