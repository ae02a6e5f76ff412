import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Handle } from '../../../platform/db/db.ts';
import type { TextChange } from '../../../platform/shared-state/shared-state.ts';

interface CallStateRow {
  name: string;
  state: string;
  changed_at: Date;
}

const tables = (h: Handle) => h.q.withTables<{ supplier_call_state: CallStateRow }>();

/** Changes the state of an account's calls; processes that change it at once do so one after the other. */
export async function changeCallState<T>(
  db: Db,
  name: string,
  change: (text: string | undefined, nowMs: number) => TextChange<T>,
): Promise<T> {
  return await db.transaction(async (tx) => {
    // The row is there for everybody before it is locked: two that met no row would both begin from nothing.
    await tables(tx)
      .insertInto('supplier_call_state')
      .values({ name, state: '', changed_at: sql`clock_timestamp()` })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const row = await tables(tx)
      .selectFrom('supplier_call_state')
      .select(['state', sql<number>`extract(epoch from clock_timestamp()) * 1000`.as('now_ms')])
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { text, answer } = change(row.state === '' ? undefined : row.state, Math.floor(Number(row.now_ms)));
    await tables(tx)
      .updateTable('supplier_call_state')
      .set({ state: text, changed_at: sql`clock_timestamp()` })
      .where('name', '=', name)
      .execute();
    return answer;
  });
}

/** Deletes the state of accounts that nobody has called since. */
export async function deleteIdleCallStates(h: Handle, before: Date): Promise<void> {
  await tables(h).deleteFrom('supplier_call_state').where('changed_at', '<', before).execute();
}
