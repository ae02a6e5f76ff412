import { usagePage } from '../../web/console/usage-page.ts';
import { KeyList } from '../identity/contract.ts';
import { AccountResponse, UsageResponse } from '../metering/contract.ts';
import type { PageAnswer, PageDeclaration } from '../platform/http/route.ts';
import { staffPage } from './form-page.ts';
import type { StaffDoors, StaffVisit } from './staff.ts';

const USAGE = '/console/usage';

/** What was used, and what is left. */
export function createUsagePages(doors: StaffDoors): readonly PageDeclaration[] {
  return [staffPage(doors, USAGE, USAGE, answerUsage)];
}

async function answerUsage(visit: StaffVisit): Promise<PageAnswer> {
  const [account, usage, { api_keys: keys }] = await Promise.all([
    visit.run('account', AccountResponse),
    visit.run('usage', UsageResponse),
    visit.run('list_api_keys', KeyList),
  ]);
  return visit.page(
    usagePage(visit.facts, {
      account,
      keys: usage.keys.map((key) => ({
        id: key.key_id,
        name: key.name,
        prefix: key.prefix,
        hasEnded: key.revoked_at !== undefined,
        ...spentOf(key),
      })),
      users: usage.users.map((user) => ({
        id: user.user_id,
        name: user.email ?? user.user_id,
        prefix: undefined,
        hasEnded: user.email === undefined,
        ...spentOf(user),
      })),
      rates: account.is_unlimited ? new Map() : new Map(keys.map(({ key_id: id, rate }) => [id, rate])),
      days: usage.days,
    }),
  );
}

function spentOf(one: {
  readonly used: number;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resets_at: string | null;
}) {
  return {
    used: one.used,
    limit: one.limit ?? undefined,
    remaining: one.remaining ?? undefined,
    resetsAt: one.used > 0 ? (one.resets_at ?? undefined) : undefined,
  };
}
