import type { App, Caller } from '../context.ts';
import { listMembers } from '../identity/members/change-members.ts';
import { listKeys, listRevokedKeys } from '../identity/read-organization.ts';
import type { PageKey } from '../platform/http/input/page-key.ts';
import type { LoggedRequest } from './model/logged-request.ts';
import { countGaps, listRequests, type RequestFilter } from './store.ts';

/** Which calls are looked for. */
export interface RequestQuery extends Omit<RequestFilter, 'after'> {
  readonly after: PageKey | undefined;
}

/** A part of the log of requests. */
export interface RequestPage {
  readonly requests: readonly (LoggedRequest & { readonly name: string | undefined })[];
  /** Behind it the list goes on; undefined at its end. */
  readonly last: PageKey | undefined;
  /** Calls of the time asked for that were not recorded. */
  readonly notRecorded: number;
}

/**
 * The calls of the caller's organization, newest first, each with the name of its credential. A page may hold fewer
 * than `limit` and still have a next one: looking through entries that no index finds ends after some.
 */
export async function readRequests(
  app: Pick<App, 'db' | 'clock' | 'reads' | 'requestLog'>,
  caller: Caller,
  { after, limit, ...query }: RequestQuery,
): Promise<RequestPage> {
  const { organizationId } = caller;
  await app.requestLog.settle();
  const rows = await app.reads.ofOrganization(organizationId);
  const filter = { ...query, after: after && { at: after.at, entry: after.id }, limit: limit + 1 };
  const [found, notRecorded] = await Promise.all([
    listRequests(rows, organizationId, filter),
    countGaps(rows, organizationId, query),
  ]);
  const requests = found.requests.slice(0, limit);
  const names = await readNames(app, caller, requests);
  const end = found.requests.length > limit ? requests.at(-1) : found.scannedTo;
  return {
    requests: requests.map((one) => ({ ...one, name: names.get(one.credential.id) })),
    last: end && { at: end.at, id: end.entry },
    notRecorded,
  };
}

/** What keys and people are called, those that have ended included as far as somebody still knows. */
async function readNames(
  app: Pick<App, 'db' | 'clock'>,
  caller: Caller,
  requests: readonly LoggedRequest[],
): Promise<ReadonlyMap<string, string>> {
  const kinds = new Set(requests.map(({ credential }) => credential.kind));
  const ids = [...new Set(requests.map(({ credential }) => credential.id))];
  const { organizationId } = caller;
  const [live, revoked, members] = await Promise.all([
    kinds.has('api_key') ? listKeys(app, organizationId) : [],
    kinds.has('api_key') ? listRevokedKeys(app, organizationId, ids) : [],
    kinds.has('user') ? listMembers(app, caller) : [],
  ]);
  return new Map<string, string>([
    ...[...live, ...revoked.map(({ key }) => key)].map(({ keyId, name }) => [keyId, name] as const),
    ...members.map(({ userId, name, email }) => [userId, name ?? email ?? userId] as const),
  ]);
}
