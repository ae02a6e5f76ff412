import { sql } from 'kysely';
import type { ReadHandle } from '../../platform/db/db.ts';
import { addDays, type IsoDate } from '../../travel/dates.ts';
import { ANY, type DemandKind } from '../model/demand-event.ts';

/**
 * The first day a kind of event was counted on; undefined while nothing was. What is known for its month only counts
 * from its first. One row of an index.
 */
export async function findFirstCountedDay(h: ReadHandle, kind: DemandKind): Promise<IsoDate | undefined> {
  const { rows } = await sql<{ month: IsoDate; day_totals: readonly number[] }>`
    select month, day_totals from demand_slice
    where kind = ${kind} and axis = 'destination' and place = ${ANY} and audience = ${ANY}
    order by month limit 1`.execute(h.q);
  const [first] = rows;
  if (first === undefined) return undefined;
  const day = first.day_totals.findIndex((volume) => volume > 0);
  return addDays(first.month, Math.max(0, day - 1));
}
