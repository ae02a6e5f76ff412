import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/db.ts';
import type { SharedState, TextChange } from '../../../platform/shared-state/shared-state.ts';
import { createMemoryState } from '../../../platform/shared-state/shared-state-memory.ts';
import type { AccountName } from '../account-health.ts';
import { changeCallState } from './store.ts';

/** Two days: a day's budget must not be forgotten within the day. */
const lifeSeconds = 2 * 86_400;

/** Makes a new text out of the one there is, and an answer. It may run several times. */
export type StateChange<T> = (text: string | undefined, nowMs: number) => TextChange<T>;

/** The states of accounts' calls, shared by all processes. */
export interface CallStates {
  /** Never fails for the store: while it does not answer, this process counts for itself. */
  change<T>(account: AccountName, change: StateChange<T>): Promise<T>;
}

/** In Redis where there is one, in a table where several processes may share a PostgreSQL server, else in memory. */
export function chooseCallStates(parts: {
  readonly db: Db;
  readonly shared: SharedState;
  readonly log: Logger;
}): CallStates {
  const { db, shared, log } = parts;
  const nameOf = ({ supplier, accountId }: AccountName) => `supplier_calls:${supplier}:${accountId}`;
  if (shared.kind === 'redis' || db.kind === 'embedded')
    return { change: (account, change) => shared.changeText(nameOf(account), lifeSeconds, change) };
  const own = createMemoryState();
  return {
    async change(account, change) {
      try {
        return await changeCallState(db, nameOf(account), change);
      } catch (error) {
        log.warn({ err: error }, 'calls to suppliers are counted by this process alone: the database does not answer');
        return await own.changeText(nameOf(account), lifeSeconds, change);
      }
    },
  };
}
