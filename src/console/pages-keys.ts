import { keyShownPage, keysPage, revokeKeyPage } from '../../web/console/keys-page.ts';
import { KeyList, KeyResourceWithText, KeyRevoked } from '../identity/contract.ts';
import { newKeyQuotaCalls } from '../identity/model/api-key.ts';
import { UsageResponse } from '../metering/contract.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import type { ConsolePage } from '../../web/console/frame.ts';
import type { Notice } from '../../web/console/view.ts';
import { orAgain, staffForm, staffPage } from './form-page.ts';
import { listNames } from './pages-names.ts';
import { noticeOf, type StaffDoors, type StaffVisit } from './staff.ts';

const LIST = '/console/keys';
const SCOPES = ['search', 'book', 'manage'] as const;

/** API keys: who has which, making one, revoking one. */
export function createKeyPages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(doors, LIST, LIST, async (visit, context) => visit.page(await listPage(visit, {}, noticeOf(context)))),
    staffForm(doors, LIST, LIST, (visit, { form }) =>
      orAgain(
        visit,
        async () => {
          const made = await visit.run('create_api_key', KeyResourceWithText, { body: () => keyOf(form) });
          return visit.page(keyShownPage(made));
        },
        (notice) => listPage(visit, { typed: form }, notice),
        [422, 409],
      ),
    ),
    staffPage(doors, `${LIST}/:key_id/revoke`, LIST, answerRevoke),
    staffForm(doors, `${LIST}/:key_id/revoke`, LIST, async (visit, { params }) => {
      await visit.run('delete_api_key', KeyRevoked, { params: { id: params['key_id'] ?? '' } });
      return visit.goTo(LIST, 'revoked');
    }),
  ];
}

/** The keys with what is left of their quotas. */
async function listPage(
  visit: StaffVisit,
  { typed }: { readonly typed?: Readonly<Record<string, string>> },
  notice: Notice | undefined,
): Promise<ConsolePage> {
  const [{ api_keys: keys }, people, usage] = await Promise.all([
    visit.run('list_api_keys', KeyList),
    listNames(visit),
    visit.run('usage', UsageResponse),
  ]);
  const left = new Map(usage.keys.map(({ key_id: id, remaining }) => [id, remaining ?? undefined]));
  const newQuota = visit.acting.caller.isUnlimited ? undefined : newKeyQuotaCalls;
  return keysPage(visit.facts, { keys, people, left, newQuota, typed }, notice);
}

async function answerRevoke(visit: StaffVisit, { params }: PageContext): Promise<PageAnswer> {
  if (!visit.may('delete_api_key')) throw refuse('role_forbidden');
  const { api_keys: keys } = await visit.run('list_api_keys', KeyList);
  const key = keys.find(({ key_id: id }) => id === params['key_id']);
  if (key === undefined) throw refuse('resource_not_found', { message: 'No API key has this id.' });
  return visit.page(revokeKeyPage(visit.facts, key));
}

/** The key as it was typed. Throws the 422 of a field for a quota that is no number. */
function keyOf(form: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const scopes = SCOPES.filter((scope) => form[`scope_${scope}`] === 'on');
  const quota = (form['quota'] ?? '').trim();
  if (quota !== '' && !/^\d{1,12}$/.test(quota)) throw refuseFields([{ path: 'quota', problem: 'must be a number' }]);
  return {
    name: form['name'] ?? '',
    // Every scope, those to come included, is said by leaving them out.
    ...(scopes.length === SCOPES.length ? {} : { scopes }),
    ...(quota === '' ? {} : { quota: Number(quota) }),
    mandate_only: form['mandate_only'] === 'on',
  };
}
