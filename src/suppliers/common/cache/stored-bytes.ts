import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { SharedState } from '../../../platform/shared-state/shared-state.ts';
import { type AnswerKey, deleteBeyondShare, findAnswer, upsertAnswer } from './store.ts';

/** Bytes of one organization; what it has beyond this goes, those first that expire first. */
const organizationBytesMax = 32 * 1024 * 1024;

/** Where sealed answers lie. */
export interface StoredBytes {
  find(key: AnswerKey): Promise<Buffer | undefined>;
  findFirst(key: AnswerKey, length: number): Promise<Buffer | undefined>;
  put(key: AnswerKey, bytes: Buffer, expiresAt: Date): Promise<void>;
}

/**
 * Redis where the installation has it, a table where several processes may share a PostgreSQL server, else the memory
 * of the one process there is.
 */
export function chooseStoredBytes(parts: {
  readonly db: Db;
  readonly shared: SharedState;
  readonly clock: Clock;
}): StoredBytes {
  const { db, shared } = parts;
  return shared.kind === 'redis' || db.kind === 'embedded' ? inSharedState(parts) : inTable(parts);
}

function inSharedState({ shared, clock }: { readonly shared: SharedState; readonly clock: Clock }): StoredBytes {
  const nameOf = ({ organizationId, name }: AnswerKey) => `answer:${organizationId}:${name}`;
  return {
    find: (key) => shared.getBytes(nameOf(key)),
    findFirst: (key, length) => shared.getFirstBytes(nameOf(key), length),
    put: (key, bytes, expiresAt) =>
      shared.setBytes(nameOf(key), bytes, (expiresAt.getTime() - clock.now().getTime()) / 1_000, {
        name: `answers:${key.organizationId}`,
        bytesMax: organizationBytesMax,
      }),
  };
}

function inTable({ db, clock }: { readonly db: Db; readonly clock: Clock }): StoredBytes {
  return {
    find: (key) => findAnswer(db, key, clock.now()),
    findFirst: (key, length) => findAnswer(db, key, clock.now(), length),
    async put(key, bytes, expiresAt) {
      await upsertAnswer(db, key, bytes, expiresAt);
      await deleteBeyondShare(db, key.organizationId, organizationBytesMax);
    },
  };
}
