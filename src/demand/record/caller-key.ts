import { createHmac, randomBytes } from 'node:crypto';
import type { Sealer } from '../../platform/security/crypto.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { findCallerKey, insertCallerKey } from './caller-key-store.ts';

const KEY_BYTES = 32;
/** 96 bits: two organizations of a month meet with a chance of one in 10^19 even where there are a hundred thousand. */
const CALLER_BYTES = 12;

/** The organization as a month knows it: base64url, 16 letters. */
export type CallerOf = (organizationId: OrganizationId) => string;

/** The keys under which callers are hashed, one for each month; that of the month under way stays in memory. */
export interface CallerKeys {
  /**
   * How callers are named in each of these months. The key of `current`, the month under way, is made where there is
   * none, once for all processes; a month before it whose key is gone, or was never made, takes that of `current`, and
   * none is made for it any more. Throws where a stored key cannot be opened.
   */
  open(tx: Tx, months: readonly IsoDate[], current: IsoDate): Promise<ReadonlyMap<IsoDate, CallerOf>>;
}

/** Builds the keys of a process. */
export function createCallerKeys(sealer: Sealer): CallerKeys {
  const known = new Map<IsoDate, Buffer>();
  const keyOf = async (tx: Tx, month: IsoDate): Promise<Buffer> => {
    const key =
      known.get(month) ??
      openSealed(sealer, month, (await findCallerKey(tx, month)) ?? (await makeKey(tx, sealer, month)));
    // A key that was made in a transaction that failed is no key.
    tx.afterCommit(() => known.set(month, key));
    return key;
  };
  const findPastKey = async (tx: Tx, month: IsoDate): Promise<Buffer | undefined> => {
    const sealed = await findCallerKey(tx, month);
    return sealed === undefined ? undefined : openSealed(sealer, month, sealed);
  };
  return {
    async open(tx, months, current) {
      for (const month of known.keys()) if (month < current) known.delete(month);
      const opened = new Map<IsoDate, CallerOf>();
      // In the order of time in every process: two that make two keys at once must not wait for each other.
      for (const month of [...months].sort()) {
        const past = month < current ? await findPastKey(tx, month) : undefined;
        opened.set(month, nameCallers(past ?? (await keyOf(tx, month < current ? current : month))));
      }
      return opened;
    },
  };
}

function openSealed(sealer: Sealer, month: IsoDate, sealed: string): Buffer {
  const key = sealer.open('demand_caller', sealed, month);
  if (key?.length !== KEY_BYTES)
    throw new Error(
      `The callers of ${month} cannot be told apart: BLY_SECRET_KEYS no longer holds what their key was sealed under.`,
    );
  return key;
}

async function makeKey(tx: Tx, sealer: Sealer, month: IsoDate): Promise<string> {
  await insertCallerKey(tx, month, sealer.seal('demand_caller', randomBytes(KEY_BYTES), month));
  const sealed = await findCallerKey(tx, month);
  if (sealed === undefined) throw new Error(`The key of the callers of ${month} is gone as soon as it was made.`);
  return sealed;
}

/** For one batch: of an organization that gives many signals the hash is made once. */
function nameCallers(key: Buffer): CallerOf {
  const callers = new Map<OrganizationId, string>();
  return (organizationId) => {
    const caller =
      callers.get(organizationId) ??
      createHmac('sha256', key).update(organizationId).digest().subarray(0, CALLER_BYTES).toString('base64url');
    callers.set(organizationId, caller);
    return caller;
  };
}
