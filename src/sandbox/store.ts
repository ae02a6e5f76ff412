import { sql } from 'kysely';
import type { Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';

/**
 * What a reset deletes. Every table with an organization stands here or in `KEPT_TABLES`; a test fails for one that
 * stands in neither, so a new table cannot be forgotten. Trip, booking and its items, change, payment: in the order in
 * which work that is under way locks them, lest the two wait for each other.
 */
export const DELETED_TABLES = [
  'job',
  'mail_message',
  'issued_document',
  'mail_language',
  'webhook_delivery',
  'webhook_event',
  'guest_directory',
  'trip',
  'trip_archive',
  'booking',
  'booking_item',
  'booking_item_archive',
  'booking_change',
  'booking_note',
  'schedule_change',
  'supplier_booking',
  'supplier_cancellation',
  'supplier_answer',
  'payment',
  'payment_refund',
  'signed_document',
  'mcp_offer_handle',
  'ucp_order_attempt',
  'ucp_order_event',
  'ap2_mandate',
  'ucp_checkout',
  'ledger_transfer',
  'price_monitor',
  'mandate_proposal',
  'mandate_execution',
  'mandate_transfer',
  'mandate',
  'sandbox_payment',
  'stripe_payment',
  'sandbox_order',
  'sandbox_cancellation',
  'sandbox_schedule_change',
  'sandbox_assigned_seat',
  'sandbox_added_services',
] as const;

/**
 * Who the organization is, what it may do and what it has used; the clock and the balance have operations of their own.
 * Idempotency-Keys go with what they made, and stay with what stays. Sold seats, rooms and cars are set to none
 * instead: a process that has counted them sees rows that change, not rows that are gone.
 */
export const KEPT_TABLES = [
  'organization',
  'organization_profile',
  'organization_logo',
  'api_key',
  'user_account',
  'member_invitation',
  'audit_event',
  'oauth_grant',
  'web_session',
  'user_password',
  'user_link',
  'credit_balance',
  'usage_minute',
  'usage_day',
  'request_log',
  'request_log_gap',
  'idempotency_key',
  'organization_clock',
  'webhook_endpoint',
  'supplier_account',
  'organization_supply',
  'sale_switch',
  'mandate_issuers',
  'pricing_rules',
  'sandbox_sold_seats',
  'sandbox_sold_stock',
] as const;

/** Keys of writes whose outcome a reset keeps: webhooks, API keys, members, and the reset itself. */
const KEPT_KEY_PATHS = '^(/v1/(webhooks|api_keys|members|organization|supplier_accounts)(/|$)|/v1/sandbox/reset$)';

/** Deletes every row of an organization's trips, bookings, payments and events, the ledger's included. */
export async function deleteOrganizationRows(tx: Tx, organizationId: OrganizationId): Promise<void> {
  // The ledger's triggers refuse every delete but this transaction's, of this organization. On a distributed database
  // they run on its node, which receives what is set so; elsewhere nobody reads the first of the two.
  await sql`set local citus.propagate_set_commands = 'local'`.execute(tx.q);
  await sql`set local bly.reset_organization = ${sql.lit(organizationId)}`.execute(tx.q);
  for (const table of DELETED_TABLES)
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(tx.q);
  for (const table of ['sandbox_sold_seats', 'sandbox_sold_stock']) {
    await sql`update ${sql.table(table)} set sold = 0, changed_at = now() where organization_id = ${organizationId} and sold > 0`.execute(
      tx.q,
    );
  }
  // A key is forgotten with what it made: its answer would name what is no more. One whose run has made nothing yet
  // stays that run's.
  await sql`
    delete from idempotency_key where organization_id = ${organizationId} and (state = 'done' or result is not null) and path !~ ${KEPT_KEY_PATHS}`.execute(
    tx.q,
  );
  await sql`update webhook_endpoint set failing_since = null where organization_id = ${organizationId}`.execute(tx.q);
}
