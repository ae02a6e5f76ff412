import type { ConsolePage } from '../../web/console/frame.ts';
import type { Notice } from '../../web/console/view.ts';
import { messageForPeople, Refusal } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import type { StaffDoors, StaffVisit } from './staff.ts';

/** What a page, or a form of one, does for the person who asked for it. */
export type StaffAct = (visit: StaffVisit, context: PageContext) => Promise<PageAnswer>;
/** Where somebody is sent who is not signed in yet, once they are; and back to from a refusal. */
type PathOf = string | ((context: PageContext) => string);

const pathOf = (path: PathOf, context: PageContext) => (typeof path === 'string' ? path : path(context));

/** A page of the console. */
export function staffPage({ withStaff }: StaffDoors, path: string, own: PathOf, act: StaffAct): PageDeclaration {
  return {
    method: 'GET',
    path,
    handle: (context) => withStaff(context, pathOf(own, context), (visit) => act(visit, context)),
  };
}

/** A form of the console; `back`: the page it stands on. */
export function staffForm({ withStaffForm }: StaffDoors, path: string, back: PathOf, act: StaffAct): PageDeclaration {
  return {
    method: 'POST',
    path,
    handle: (context) => withStaffForm(context, pathOf(back, context), (visit) => act(visit, context)),
  };
}

/** What was typed wrong is said above the form, which holds what was typed. `statuses`: refusals shown on the form. */
export async function orAgain(
  visit: Pick<StaffVisit, 'page'>,
  act: () => Promise<PageAnswer>,
  pageWith: (notice: Notice) => Promise<ConsolePage>,
  statuses: readonly number[] = [422],
): Promise<PageAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal) || !statuses.includes(error.status)) throw error;
    return visit.page(await pageWith({ kind: 'bad', text: messageForPeople(error) }), error.status);
  }
}
