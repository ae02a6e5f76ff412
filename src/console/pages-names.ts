import { nameOf } from '../accounts/pages/view-account.ts';
import { KeyList, MemberList } from '../identity/contract.ts';
import type { StaffVisit } from './staff.ts';

/** What people and keys of the organization are called, by id. */
export async function listNames(visit: StaffVisit): Promise<ReadonlyMap<string, string>> {
  const [{ members }, { api_keys: keys }] = await Promise.all([
    visit.run('list_members', MemberList),
    visit.run('list_api_keys', KeyList),
  ]);
  return new Map<string, string>([
    [visit.user.userId, nameOf(visit.user)],
    ...members.map(({ user_id: id, name, email }) => [id, name ?? email ?? id] as const),
    ...keys.map(({ key_id: id, name }) => [id, `key “${name}”`] as const),
  ]);
}
