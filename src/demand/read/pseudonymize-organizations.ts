import type { Logger } from 'pino';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { CallerKeys, CallerOf } from '../record/caller-key.ts';
import { monthOf } from '../model/fare-market.ts';

/** Something an organization saw, before its name is taken off. */
export interface OwnedRow {
  /** Only to be hashed. */
  readonly organizationId: OrganizationId;
  /** Real time. */
  readonly observedAt: Date;
}
/**
 * The hash of the row's organization under the key of the month it was seen in; undefined where that key is gone
 * already: it counts as nobody.
 */
export type CallerOfRow = (row: OwnedRow) => string | undefined;

/**
 * Opens the keys of a batch and hands them to `write`, in one transaction. Within a UTC month of `observedAt` an
 * organization has one hash, and no other: a key that takes the place of a lost one would count it twice. Where a key
 * cannot be opened the rows are written all the same, as nobody's: prices are judged by them.
 */
export async function pseudonymizeOrganizations(
  parts: { readonly db: Db; readonly keys: CallerKeys; readonly log: Logger; readonly now: Date },
  rows: readonly OwnedRow[],
  write: (tx: Tx, callerOf: CallerOfRow) => Promise<void>,
): Promise<void> {
  const current = monthOf(parts.now.toISOString());
  const months = new Set(rows.map(({ observedAt }) => monthOf(observedAt.toISOString())));
  await parts.db.transaction(async (tx) => {
    const callers = await parts.keys.open(tx, [...new Set([...months, current])], current).catch((err: unknown) => {
      parts.log.warn({ err }, "What is seen counts as nobody's: the key of its callers cannot be opened.");
      return new Map<IsoDate, CallerOf>();
    });
    await write(tx, ({ organizationId, observedAt }) =>
      nameCaller(callers, organizationId, { month: monthOf(observedAt.toISOString()), current }),
    );
  });
}

function nameCaller(
  callers: ReadonlyMap<IsoDate, CallerOf>,
  organizationId: OrganizationId,
  { month, current }: { readonly month: IsoDate; readonly current: IsoDate },
): string | undefined {
  const caller = callers.get(month)?.(organizationId);
  // Hashed as today's: the key of its own month is gone.
  return month !== current && caller === callers.get(current)?.(organizationId) ? undefined : caller;
}
