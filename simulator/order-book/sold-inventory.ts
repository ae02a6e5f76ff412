import { LRUCache } from 'lru-cache';
import type { Clock } from '../../src/platform/clock.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import { addDays } from '../../src/travel/dates.ts';

/** What each organization has sold, held in memory so that searching asks the database at most every few seconds. */
export interface SoldInventory<Count> {
  /** The counts by key, at most REFRESH_MS old; what this process sold itself is in them at once. */
  read(organizationId: OrganizationId, now: Date): Promise<ReadonlyMap<string, number>>;
  /** Takes over counts that a committed booking or cancellation of this process has left. */
  note(organizationId: OrganizationId, counts: readonly Count[], change: 'taken' | 'freed'): void;
}

/**
 * Which counts are read: those of a date on; when `changedAfter` (the database's clock) is given, only what changed
 * since.
 */
export interface CountsSince {
  readonly fromDate: string;
  readonly changedAfter: Date | undefined;
}

/** What the counts are of. `clock` is real time: it ages entries. */
export interface SoldInventoryParts<Count> {
  readonly clock: Clock;
  keyOf(count: Count): string;
  /** The counts, and when (the database's clock) the last of them changed. */
  list(
    organizationId: OrganizationId,
    since: CountsSince,
  ): Promise<{ readonly counts: readonly Count[]; readonly latest: Date | undefined }>;
}

interface Held {
  readonly counts: Map<string, number>;
  readAt: number;
  latest: Date | undefined;
  reading: Promise<void> | undefined;
  /** Keys noted while a reading is under way: what it read of them may be older. */
  readonly noted: Set<string>;
}

const ORGANIZATIONS_MAX = 500;
const REFRESH_MS = 5000;
/** A slow transaction commits later than its changed_at says: that much is read again. */
const OVERLAP_MS = 30_000;

/** Creates the cache. */
export function createSoldInventory<Count extends { readonly sold: number }>({
  clock,
  keyOf,
  list,
}: SoldInventoryParts<Count>): SoldInventory<Count> {
  const organizations = new LRUCache<OrganizationId, Held>({ max: ORGANIZATIONS_MAX });

  async function refresh(organizationId: OrganizationId, held: Held, now: Date): Promise<void> {
    const readAt = clock.now().getTime();
    const changedAfter = held.latest && new Date(held.latest.getTime() - OVERLAP_MS);
    const fromDate = addDays(now.toISOString().slice(0, 10), -2);
    const { counts, latest } = await list(organizationId, { fromDate, changedAfter });
    for (const count of counts) if (!held.noted.has(keyOf(count))) held.counts.set(keyOf(count), count.sold);
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
        noted: new Set(),
      };
      organizations.set(organizationId, held);
      if (clock.now().getTime() - held.readAt >= REFRESH_MS) {
        if (held.reading === undefined) held.noted.clear();
        held.reading ??= refresh(organizationId, held, now).finally(() => {
          held.reading = undefined;
        });
        await held.reading;
      }
      return held.counts;
    },
    note(organizationId, counts, change) {
      const held = organizations.get(organizationId);
      if (held === undefined) return;
      for (const count of counts) {
        const [key, known = 0] = [keyOf(count), held.counts.get(keyOf(count))];
        // Two commits may arrive here in the other order: of bookings the higher count is the later one, of
        // cancellations the lower.
        held.counts.set(key, change === 'taken' ? Math.max(known, count.sold) : Math.min(known, count.sold));
        held.noted.add(key);
      }
    },
  };
}
