import type { App } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { type Acting, recordAct } from '../record-audit.ts';
import { setRequiresSecondFactor } from '../store.ts';
import { requireOwner } from './require-member.ts';

/**
 * Has an organization ask a second factor of every member, or no longer: owners only. Members without one may do
 * nothing but set one up, within a second in every process. Throws `state_conflict` for an owner who has none: they
 * would lock themselves out, or undo with a password alone what asks for more than one.
 */
export async function requireSecondFactorOfAll(
  app: Pick<App, 'db' | 'clock'>,
  acting: Acting,
  isRequired: boolean,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const owner = await requireOwner(tx, acting.caller);
    if (owner.secondFactorAt === undefined)
      throw refuse('state_conflict', { message: 'Set up a second factor of your own first.' });
    if (!(await setRequiresSecondFactor(tx, owner.organizationId, isRequired))) return;
    await recordAct(tx, app.clock, acting, {
      action: 'organization.second_factor_required',
      target: owner.organizationId,
      detail: { required: isRequired },
    });
  });
}
