import type { App, Caller } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { PageKey } from '../platform/http/input/page-key.ts';
import type { Mandate } from './model/mandate.ts';
import { findMandate, listMandateRows } from './store.ts';

/** The message for an unknown mandate id. */
export const UNKNOWN_MANDATE = 'No mandate has this id.';

/** A mandate of the caller's organization. Throws 404 for an unknown id and for another organization's. */
export async function getMandate(app: App, { organizationId }: Caller, mandateId: string): Promise<Mandate> {
  const mandate = await findMandate(app.db, { organizationId, mandateId });
  if (mandate === undefined) throw refuse('resource_not_found', { message: UNKNOWN_MANDATE });
  return mandate;
}

/** One page of the organization's mandates, newest first. */
export async function listMandates(
  app: App,
  { organizationId }: Caller,
  page: { readonly limit: number; readonly after: string | undefined },
): Promise<{ readonly mandates: readonly Mandate[]; readonly last: PageKey | undefined }> {
  const found = await listMandateRows(app.db, { ...page, organizationId, agent: undefined, limit: page.limit + 1 });
  const mandates = found.slice(0, page.limit);
  const last = found.length > page.limit ? mandates.at(-1) : undefined;
  return { mandates, last: last && { at: last.createdAt, id: last.mandateId } };
}
