import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { addDays } from '../../travel/dates.ts';
import { type SoldSeats, soldSeatsKey } from '../world/inventory.ts';
import { listSoldSeats, type SoldCount } from './store.ts';

/** What each organization has sold, held in memory so that searching asks the database at most every few seconds. */
export interface SeatCounts {
  /** The counts, at most REFRESH_MS old; what this process sold itself is in them at once. */
  read(organizationId: OrganizationId, now: Date): Promise<SoldSeats>;
  /** Takes over counts that a committed booking or cancellation of this process has left. */
  note(organizationId: OrganizationId, counts: readonly SoldCount[]): void;
}

interface Held {
  readonly counts: Map<string, number>;
  readAt: number;
  latest: Date | undefined;
  reading: Promise<void> | undefined;
}

const ORGANIZATIONS_MAX = 500;
const REFRESH_MS = 5000;
/** A slow transaction commits later than its changed_at says: that much is read again. */
const OVERLAP_MS = 30_000;

/** Creates the cache. `clock` is real time: it ages entries. */
export function createSeatCounts({ db, clock }: { readonly db: Handle; readonly clock: Clock }): SeatCounts {
  const organizations = new LRUCache<OrganizationId, Held>({ max: ORGANIZATIONS_MAX });

  async function refresh(organizationId: OrganizationId, held: Held, now: Date): Promise<void> {
    const readAt = clock.now().getTime();
    const changedAfter = held.latest && new Date(held.latest.getTime() - OVERLAP_MS);
    const fromDate = addDays(now.toISOString().slice(0, 10), -2);
    const { counts, latest } = await listSoldSeats(db, organizationId, { fromDate, changedAfter });
    for (const count of counts) held.counts.set(keyOf(count), count.sold);
    held.latest = latest ?? held.latest;
    held.readAt = readAt;
  }

  return {
    async read(organizationId, now) {
      const held = organizations.get(organizationId) ?? {
        counts: new Map(),
        readAt: Number.NEGATIVE_INFINITY,
        latest: undefined,
        reading: undefined,
      };
      organizations.set(organizationId, held);
      if (clock.now().getTime() - held.readAt >= REFRESH_MS) {
        held.reading ??= refresh(organizationId, held, now).finally(() => {
          held.reading = undefined;
        });
        await held.reading;
      }
      return held.counts;
    },
    note(organizationId, counts) {
      const held = organizations.get(organizationId);
      for (const count of counts) held?.counts.set(keyOf(count), count.sold);
    },
  };
}

function keyOf(count: SoldCount): string {
  return soldSeatsKey(count.flightNumber, count.departureDate, count.cabin);
}
