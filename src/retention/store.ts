import { type RawBuilder, sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import { stateList } from '../platform/db/state-list.ts';
import { asId, type OrganizationId } from '../platform/ids.ts';
import type { IsoDate } from '../travel/dates.ts';
import { WAITING } from '../servicing/model/change-states.ts';

/** Nothing that a guest may type folds to it: folded names have no space. */
const NO_NAME = '- erased';
/** What is said in place of a text in which somebody may be named. */
const ERASED_TEXT = 'erased';
/** A change that somebody still has to act on; one that nobody committed to lapses by itself. */
const OPEN_CHANGES = sql.raw(stateList(WAITING));

/** A booking whose travelers are to be erased. */
export interface BookingToErase {
  readonly bookingRef: string;
  readonly tripId: string;
}

/** The next organization that has bookings with personal data, in the order of their ids. All nodes are asked. */
export async function findOrganizationToErase(h: Handle, after: string): Promise<OrganizationId | undefined> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from booking where organization_id > ${after} and personal_data_erased_at is null
    order by organization_id limit 1`.execute(h.q);
  return rows[0] && asId('organization', rows[0].organization_id);
}

/** What was over before an instant and is not erased, the oldest first. */
export async function listBookingsToErase(
  h: Handle,
  organizationId: OrganizationId,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<readonly BookingToErase[]> {
  const { rows } = await sql<{ booking_ref: string; trip_id: string }>`
    select booking_ref, trip_id from booking
    where organization_id = ${organizationId} and last_arrival_at < ${before} and created_at < ${before} and ${isOver()}
    order by last_arrival_at, booking_ref limit ${limit}`.execute(h.q);
  return rows.map((row) => ({ bookingRef: row.booking_ref, tripId: row.trip_id }));
}

/** One booking, where it is over and not erased. */
export async function findBookingToErase(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
): Promise<BookingToErase | undefined> {
  const { rows } = await sql<{ trip_id: string }>`
    select trip_id from booking
    where organization_id = ${organizationId} and booking_ref = ${bookingRef} and ${isOver()}`.execute(h.q);
  return rows[0] && { bookingRef, tripId: rows[0].trip_id };
}

/** Why a booking is not to be erased. */
export type ErasureObstacle = 'not_found' | 'erased_before' | 'not_over';

/** Why `findBookingToErase` does not find it, now. */
export async function findErasureObstacle(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
): Promise<ErasureObstacle> {
  const { rows } = await sql<{ erased_at: Date | null }>`
    select personal_data_erased_at as erased_at from booking
    where organization_id = ${organizationId} and booking_ref = ${bookingRef}`.execute(h.q);
  if (rows[0] === undefined) return 'not_found';
  return rows[0].erased_at === null ? 'not_over' : 'erased_before';
}

/** How far erasing has come in an organization. */
export interface ErasureCounts {
  readonly organizationId: string;
  readonly due: number;
  readonly erased: number;
  /** Neither: not old enough, or not over. */
  readonly others: number;
}

/** Counts all bookings of an organization. */
export async function countErasure(
  h: Handle,
  organizationId: OrganizationId,
  before: Date | undefined,
): Promise<ErasureCounts> {
  const isDue =
    before === undefined ? sql`false` : sql`last_arrival_at < ${before} and created_at < ${before} and ${isOver()}`;
  const { rows } = await sql<{ due: number; erased: number; everything: number }>`
    select count(*) filter (where ${isDue}) as due, count(personal_data_erased_at) as erased, count(*) as everything
    from booking where organization_id = ${organizationId}`.execute(h.q);
  const { due = 0, erased = 0, everything = 0 } = rows[0] ?? {};
  return { organizationId, due, erased, others: everything - due - erased };
}

/** The next organization that has bookings, in the order of their ids. All nodes are asked. */
export async function findNextSeller(h: Handle, after: string): Promise<OrganizationId | undefined> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from booking where organization_id > ${after} order by organization_id limit 1`.execute(h.q);
  return rows[0] && asId('organization', rows[0].organization_id);
}

/** Not erased, and nobody has anything left to do for it. */
function isOver(): RawBuilder<unknown> {
  return sql`personal_data_erased_at is null and phase = 'done' and not exists (
    select 1 from booking_change as change
    where change.organization_id = booking.organization_id and change.booking_ref = booking.booking_ref
      and change.status in ${OPEN_CHANGES})`;
}

/**
 * Takes everything out of these bookings, and of what hangs on them, that says who somebody is; answers how many are
 * erased. Locks trips before bookings, as every write to them does, and looks again once it has them: what has
 * changed meanwhile is left for another run.
 */
export async function erasePersonalData(
  tx: Tx,
  organizationId: OrganizationId,
  bookings: readonly BookingToErase[],
  at: Date,
): Promise<number> {
  const wanted = bookings.map(({ tripId }) => tripId);
  await sql`select 1 from trip where organization_id = ${organizationId} and trip_id = any(${wanted}::text[])
    order by trip_id for update`.execute(tx.q);
  const { rows } = await sql<{ booking_ref: string; trip_id: string; archived_month: IsoDate | null }>`
    select booking_ref, trip_id, archived_month from booking
    where organization_id = ${organizationId} and trip_id = any(${wanted}::text[]) and ${isOver()}
    order by booking_ref for update`.execute(tx.q);
  if (rows.length === 0) return 0;
  const scope = {
    organizationId,
    tripIds: rows.map((row) => row.trip_id),
    bookingRefs: rows.map((row) => row.booking_ref),
    archiveMonths: [...new Set(rows.flatMap((row) => row.archived_month ?? []))],
  };
  await eraseTrips(tx, scope, at);
  await eraseBookings(tx, scope, at);
  await eraseSupplierReasons(tx, scope);
  await eraseOfTrip(tx, scope);
  return rows.length;
}

interface Scope {
  readonly organizationId: OrganizationId;
  readonly tripIds: readonly string[];
  readonly bookingRefs: readonly string[];
  /** Months of the archive in which items of these bookings lie. */
  readonly archiveMonths: readonly IsoDate[];
}

/** Items of these bookings, one statement for each table that has any: `from ${table} as item where ${ofBookings}`. */
function itemTables({ organizationId, bookingRefs, archiveMonths }: Scope) {
  const ofBookings = sql`item.organization_id = ${organizationId} and item.booking_ref = any(${bookingRefs}::text[])`;
  const hot = { table: sql`booking_item`, ofBookings };
  if (archiveMonths.length === 0) return [hot];
  const ofMonths = sql`${ofBookings} and item.closed_month = any(${archiveMonths}::date[])`;
  return [hot, { table: sql`booking_item_archive`, ofBookings: ofMonths }];
}

/** Who travelled, without who they are: what stays is named here, so that a field that is added later goes. */
const NAMELESS = sql`(select coalesce(jsonb_agg(jsonb_build_object('travelerId', one -> 'travelerId',
    'passengerType', one -> 'passengerType', 'firstName', '', 'lastName', '') order by place), '[]'::jsonb)
  from jsonb_array_elements(travelers) with ordinality as all_of_them (one, place))`;
const NO_CONTACT = sql`'{"email": "", "phone": ""}'::jsonb`;

async function eraseTrips(tx: Tx, { organizationId, tripIds }: Scope, at: Date): Promise<void> {
  await sql`
    update trip set travelers = ${NAMELESS}, contact = case when contact is null then null else ${NO_CONTACT} end,
      metadata = '{}'::jsonb, end_user_id = null, version = version + 1, personal_data_erased_at = ${at}
    where organization_id = ${organizationId} and trip_id = any(${tripIds}::text[])`.execute(tx.q);
}

async function eraseBookings(tx: Tx, scope: Scope, at: Date): Promise<void> {
  const { organizationId, bookingRefs } = scope;
  await sql`
    update booking set travelers = ${NAMELESS}, contact = ${NO_CONTACT}, last_name_folded = ${NO_NAME},
      end_user_id = null, version = version + 1, personal_data_erased_at = ${at}
    where organization_id = ${organizationId} and booking_ref = any(${bookingRefs}::text[])`.execute(tx.q);
  for (const { table, ofBookings } of itemTables(scope))
    await sql`update ${table} as item set failure = ${ERASED_TEXT} where ${ofBookings} and item.failure is not null`.execute(
      tx.q,
    );
  await sql`
    update booking_note set text = ${ERASED_TEXT}
    where organization_id = ${organizationId} and booking_ref = any(${bookingRefs}::text[])`.execute(tx.q);
  await sql`
    update booking_change set failure = case when failure is null then null else ${ERASED_TEXT} end,
      terms = case when terms -> 'manualReason' is null then terms
        else jsonb_set(terms, '{manualReason}', ${JSON.stringify(ERASED_TEXT)}::jsonb) end
    where organization_id = ${organizationId} and booking_ref = any(${bookingRefs}::text[])
      and (failure is not null or terms -> 'manualReason' is not null)`.execute(tx.q);
}

/** Why a supplier refused, in its own words: they may name a passenger. */
async function eraseSupplierReasons(tx: Tx, scope: Scope): Promise<void> {
  const { organizationId, bookingRefs } = scope;
  for (const { table, ofBookings } of itemTables(scope))
    await sql`
    update supplier_booking as told set reason = ${ERASED_TEXT}
    from ${table} as item
    where ${ofBookings} and told.organization_id = ${organizationId} and told.supplier = item.supplier_id
      and told.reference = item.reference and told.reason is not null`.execute(tx.q);
  await sql`
    update supplier_cancellation as told set reason = ${ERASED_TEXT}
    from booking_change as change
    where change.organization_id = ${organizationId} and change.booking_ref = any(${bookingRefs}::text[])
      and told.organization_id = ${organizationId} and told.change_reference = change.reference
      and told.reason is not null`.execute(tx.q);
}

async function eraseOfTrip(tx: Tx, { organizationId, tripIds }: Scope): Promise<void> {
  const ofTrips = sql`organization_id = ${organizationId} and trip_id = any(${tripIds}::text[])`;
  await sql`delete from mail_language where ${ofTrips}`.execute(tx.q);
  await sql`
    update mandate_proposal set judgements = '[]'::jsonb, note = null,
      decided_reason = case when decided_reason is null then null else ${ERASED_TEXT} end
    where ${ofTrips}`.execute(tx.q);
  await sql`
    update ucp_checkout set attribution = null, party = null
    where organization_id = ${organizationId} and checkout_id = any(${tripIds}::text[])`.execute(tx.q);
  await sql`
    update ap2_mandate set mandate = ''
    where organization_id = ${organizationId} and checkout_id = any(${tripIds}::text[])`.execute(tx.q);
  await sql`
    update payment set card_brand = null, card_last4 = null, card_wallet = null where ${ofTrips}`.execute(tx.q);
  // Pages of checkouts are found no more. The reference stays taken.
  await sql`
    delete from guest_directory where kind = 'session' and ref in (
      select session_id from payment where ${ofTrips})`.execute(tx.q);
}

/** Takes names out of mandates that ended before an instant; answers how many there were. */
export async function eraseEndedMandates(
  h: Handle,
  organizationId: OrganizationId,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update mandate set reason = null, decided_reason = null, terms = jsonb_set(terms, '{rules}', (
        select coalesce(jsonb_agg(case when rule ->> 'type' = 'traveler'
          then jsonb_set(rule, '{allow}', jsonb_build_array(${ERASED_TEXT}::text)) else rule end order by place), '[]'::jsonb)
        from jsonb_array_elements(coalesce(terms -> 'rules', '[]'::jsonb)) with ordinality as all_of_them (rule, place)))
    where organization_id = ${organizationId} and mandate_id in (
      select mandate_id from mandate where organization_id = ${organizationId}
        and coalesce(ended_at, valid_until) < ${before} and valid_until < ${before}
        and (reason is not null or decided_reason is not null or exists (
          select 1 from jsonb_array_elements(coalesce(terms -> 'rules', '[]'::jsonb)) as one (rule)
          where rule ->> 'type' = 'traveler' and rule -> 'allow' <> jsonb_build_array(${ERASED_TEXT}::text)))
      limit ${limit})`.execute(h.q);
  return Number(numAffectedRows ?? 0);
}
