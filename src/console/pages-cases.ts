import { casesPage } from '../../web/console/cases-page.ts';
import { readTypedAmount } from '../decisions/model/read-amount.ts';
import { refuseFields } from '../platform/errors.ts';
import type { PageContext, PageDeclaration } from '../platform/http/route.ts';
import { DecidedResponse, ManualChangeList } from '../support/contract-cases.ts';
import { staffForm, staffPage } from './form-page.ts';
import { noticeOf, type StaffDoors } from './staff.ts';

const CASES = '/console/cases';

/** What waits for people, and deciding it. */
export function createCasePages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(doors, CASES, CASES, async (visit, context) => {
      const { changes } = await visit.run('list_manual_changes', ManualChangeList);
      return visit.page(casesPage(visit.facts, changes, noticeOf(context)));
    }),
    staffForm(doors, `${CASES}/:change_id`, CASES, async (visit, context) => {
      const params = { change_id: context.params['change_id'] ?? '' };
      await visit.run('decide_manual_change', DecidedResponse, { params, body: () => bodyOf(context) });
      return visit.goTo(CASES, 'case');
    }),
  ];
}

/** The decision as it was typed. Throws the 422 of a field for an amount that cannot be read. */
function bodyOf({ form }: PageContext): Readonly<Record<string, unknown>> {
  if (form['decision'] !== 'refund')
    return { decision: form['decision'] === 'settled' ? 'settled' : 'decline', reason: form['reason'] ?? '' };
  const currency = form['currency'] ?? '';
  const amount = /^[A-Z]{3}$/.test(currency) ? readTypedAmount(form['refund'] ?? '', currency) : undefined;
  if (amount === undefined)
    throw refuseFields([{ path: 'refund', problem: 'must be an amount: digits, and decimals after a dot or a comma' }]);
  return { decision: 'refund', refund: { value: amount.value, currency: amount.currency } };
}
