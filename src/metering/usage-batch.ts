import type { Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { CreditState, KeyState } from './model/account-state.ts';
import {
  addDays,
  addMinutes,
  type Balance,
  changeBalance,
  claimBatch,
  type CountedDay,
  type CountedMinute,
} from './store.ts';

/** What is written together: it is in the database as a whole or not at all, and never twice. */
export interface Batch {
  /** Counts up for each process. */
  readonly number: number;
  readonly minutes: readonly CountedMinute[];
  readonly days: readonly CountedDay[];
  readonly credits: readonly { readonly organizationId: OrganizationId; readonly amount: number }[];
}
/** What the record says after a batch. */
export interface Written {
  readonly minutes: readonly CountedMinute[];
  readonly balances: readonly Balance[];
}

/**
 * Takes what is unwritten out of the counters; it counts as being written until it is known to be. Undefined when there
 * is nothing.
 */
export function takeBatch(number: number, keys: Iterable<KeyState>, credits: Iterable<CreditState>): Batch | undefined {
  const minutes: CountedMinute[] = [];
  const days: CountedDay[] = [];
  for (const key of keys) {
    const { organizationId, keyId } = key;
    for (const [minuteMs, calls] of key.unwrittenMinutes) minutes.push({ organizationId, keyId, minuteMs, calls });
    for (const count of key.unwrittenDays.values()) days.push({ organizationId, keyId, ...count });
    key.minutesBeingWritten = key.unwrittenMinutes;
    key.unwrittenMinutes = new Map();
    key.unwrittenDays = new Map();
  }
  const spent: { organizationId: OrganizationId; amount: number }[] = [];
  for (const credit of credits) {
    if (credit.unwritten === 0) continue;
    spent.push({ organizationId: credit.organizationId, amount: credit.unwritten });
    [credit.beingWritten, credit.unwritten] = [credit.unwritten, 0];
  }
  if (minutes.length === 0 && days.length === 0 && spent.length === 0) return undefined;
  return { number, minutes: minutes.toSorted(byRow), days: days.toSorted(byRow), credits: spent.toSorted(byRow) };
}

/** Writes a batch; undefined when it had been written before, by a commit whose answer was lost. */
export async function writeBatch(
  tx: Tx,
  batch: Batch,
  writer: { readonly id: string; readonly now: Date },
): Promise<Written | undefined> {
  if (!(await claimBatch(tx, writer.id, batch.number, writer.now))) return undefined;
  await addDays(tx, batch.days);
  const minutes = await addMinutes(tx, batch.minutes);
  const balances: Balance[] = [];
  for (const { organizationId, amount } of batch.credits)
    balances.push(await changeBalance(tx, organizationId, -amount));
  return { minutes, balances };
}

/** Processes that write the same rows lock them in the same order, so that none waits for another in a circle. */
function byRow(a: RowName, b: RowName): number {
  return (
    compare(a.organizationId, b.organizationId) ||
    compare(a.keyId, b.keyId) ||
    compare(a.minuteMs, b.minuteMs) ||
    compare(a.day, b.day) ||
    compare(a.operationId, b.operationId)
  );
}

interface RowName {
  readonly organizationId: string;
  readonly keyId?: string;
  readonly minuteMs?: number;
  readonly day?: string;
  readonly operationId?: string;
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b || a === undefined || b === undefined) return 0;
  return a < b ? -1 : 1;
}
