import { sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import { asBookingRef, asId, type OrganizationId } from '../platform/ids.ts';
import type { ItemKey } from './store-schedule.ts';

/** How long the answers of a supplier are good for. */
export interface LookInterval {
  readonly supplierId: string;
  readonly everySeconds: number;
}
/** Which flights are taken to be asked about: of one organization or of all, so many at most. */
export interface DueFlights {
  readonly organizationId: OrganizationId | undefined;
  /** Real time. */
  readonly realNow: Date;
  /** Suppliers that can be asked. */
  readonly suppliers: readonly LookInterval[];
  readonly limit: number;
  /** So many of one organization at most: nobody waits for another's thousands. */
  readonly perOrganizationMax: number;
}

/** A flight to ask about, and how long its supplier's answer is good for. */
export type DueFlight = ItemKey & Pick<LookInterval, 'everySeconds'>;

/** What was taken, and whether there may be more. */
export interface TakenFlights {
  readonly flights: readonly DueFlight[];
  readonly hasMore: boolean;
}

/** Flights whose time is looked at to take so many of them: most are due, some only reckoned anew. */
const READ_PER_TAKEN = 3;
/** A flight that was taken and not asked about, by a process that is gone, is taken again after so long. */
const TAKEN_SECONDS = 900;
/** When a flight is looked at again whose booking is under way, and one whose supplier cannot be asked. */
const PENDING_AGAIN_SECONDS = 3_600;
const UNASKABLE_AGAIN_SECONDS = 86_400;

/**
 * Takes flights that are still to be flown and whose suppliers were neither asked lately nor have just sold them, the
 * longest due first: nobody else takes them meanwhile. Of the flights whose time has come it reads a few more than it
 * takes, by an index; what turns out not to be due gets the time when it is, and what is flown or gone is never read
 * again.
 */
export async function takeDueFlights(
  tx: Tx,
  { organizationId, realNow, suppliers, limit, perOrganizationMax }: DueFlights,
): Promise<TakenFlights> {
  if (suppliers.length === 0) return { flights: [], hasMore: false };
  const intervals = sql.join(
    suppliers.map(({ supplierId, everySeconds }) => sql`(${supplierId}::text, ${everySeconds}::double precision)`),
  );
  const read = limit * READ_PER_TAKEN;
  const after = (seconds: number) => new Date(realNow.getTime() + seconds * 1_000);
  const ofOne = (table: string) =>
    organizationId === undefined ? sql`` : sql`and ${sql.ref(`${table}.organization_id`)} = ${organizationId}`;
  const { rows } = await sql<DueRow>`
    with reached as materialized (
      select organization_id, booking_ref, item_id, supplier_id, gone_at, schedule_due_at,
        coalesce(schedule_asked_at, booked_at) as since
      from booking_item
      where kind = 'flight' and status = 'confirmed' and schedule_due_at <= ${realNow} ${ofOne('booking_item')}
      order by schedule_due_at limit ${read} for update skip locked
    ), judged as (
      select reached.*, look.every_seconds, case
          when booking.status = 'pending' then ${after(PENDING_AGAIN_SECONDS)}::timestamptz
          when look.every_seconds is null then ${after(UNASKABLE_AGAIN_SECONDS)}::timestamptz
          else since + make_interval(secs => look.every_seconds - coalesce(clock.offset_seconds, 0))
        end as due_at,
        (booking.status = 'pending' or booking.status = 'confirmed') and reached.gone_at is null and booking.last_arrival_at > greatest(${realNow}::timestamptz,
          ${realNow}::timestamptz + make_interval(secs => coalesce(clock.offset_seconds, 0))) as is_ahead
      from reached
      join booking on booking.organization_id = reached.organization_id and booking.booking_ref = reached.booking_ref ${ofOne('booking')}
      left join (values ${intervals}) as look (supplier_id, every_seconds) on look.supplier_id = reached.supplier_id
      left join organization_clock clock on clock.organization_id = reached.organization_id
    ), placed as (
      select *, is_ahead and coalesce(due_at <= ${realNow}, true) as is_due,
        row_number() over (partition by organization_id, is_ahead and coalesce(due_at <= ${realNow}, true)
          order by since nulls first) as place
      from judged
    ), taken as (
      select organization_id, booking_ref, item_id from placed where is_due and place <= ${perOrganizationMax}
      order by since nulls first limit ${limit}
    ), moved as (
      update booking_item item set schedule_due_at = case
          when not placed.is_ahead then null
          when placed.is_due then ${after(TAKEN_SECONDS)}::timestamptz
          else placed.due_at end
      from placed left join taken using (organization_id, booking_ref, item_id)
      where item.organization_id = placed.organization_id and item.booking_ref = placed.booking_ref
        and item.item_id = placed.item_id and (taken.item_id is not null or not placed.is_due)
        ${ofOne('item')}
    )
    select reached.organization_id, reached.booking_ref, reached.item_id, placed.every_seconds, taken.item_id is not null as is_taken
    from reached join placed using (organization_id, booking_ref, item_id)
    left join taken using (organization_id, booking_ref, item_id)`.execute(tx.q);
  return {
    flights: rows.flatMap((row) =>
      row.is_taken && row.every_seconds !== null ? [toDueFlight(row, row.every_seconds)] : [],
    ),
    hasMore: rows.length === read || rows.filter(({ is_taken: isTaken }) => isTaken).length === limit,
  };
}

/** Organizations with flights whose time has come, the longest due first, so many at most. */
export async function listOrganizationsWithDueFlights(
  h: Handle,
  { realNow, limit }: Pick<DueFlights, 'realNow' | 'limit'>,
): Promise<readonly OrganizationId[]> {
  const { rows } = await sql<Pick<DueRow, 'organization_id'>>`
    select organization_id from booking_item
    where kind = 'flight' and status = 'confirmed' and schedule_due_at <= ${realNow}
    group by organization_id order by min(schedule_due_at) limit ${limit}`.execute(h.q);
  return rows.map((row) => asId('organization', row.organization_id));
}

type DueRow = {
  organization_id: string;
  booking_ref: string;
  item_id: string;
  every_seconds: number | null;
  is_taken: boolean;
};

function toDueFlight(row: DueRow, everySeconds: number): DueFlight {
  return {
    organizationId: asId('organization', row.organization_id),
    bookingRef: asBookingRef(row.booking_ref),
    itemId: asId('item', row.item_id),
    everySeconds,
  };
}

/**
 * Has the times of an organization's flights reckoned anew: its clock has moved, and what was due tomorrow may be due
 * now. Answers how many flights it still has to fly.
 */
export async function reckonFlightsAnew(h: Handle, organizationId: OrganizationId, realNow: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update booking_item item set schedule_due_at = '-infinity' from booking
    where booking.organization_id = ${organizationId} and booking.status = 'confirmed' and booking.last_arrival_at > ${realNow}
      and item.organization_id = booking.organization_id and item.booking_ref = booking.booking_ref
      and item.kind = 'flight' and item.status = 'confirmed' and item.gone_at is null and item.schedule_due_at is not null`.execute(
    h.q,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Records when a supplier was asked about an item (on the organization's clock), and when it is due again (real time);
 * undefined: the next round reckons that.
 */
export async function markScheduleChecked(
  h: Handle,
  { organizationId, bookingRef, itemId }: ItemKey,
  { now, dueAt }: { readonly now: Date; readonly dueAt: Date | undefined },
): Promise<void> {
  await sql`
    update booking_item set schedule_asked_at = ${now}, schedule_due_at = coalesce(${dueAt ?? null}::timestamptz, '-infinity')
    where organization_id = ${organizationId} and booking_ref = ${bookingRef} and item_id = ${itemId}`.execute(h.q);
}
