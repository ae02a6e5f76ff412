import { type RawBuilder, sql } from 'kysely';

/**
 * A column for queries of `booking`: minor units that the processor refused to give back of what was paid for its trip.
 * Read from the refunds themselves, so that it is true from the moment of the refusal on; nothing is looked up where
 * nothing was to be given back. `organization`: the one of all bookings that are read, or the column where they are of
 * several; named as a value it takes a distributed database to one node.
 */
export const refusedRefunds = (organization: RawBuilder<unknown>) =>
  refusedRefundsOf(organization).as('total_refund_refused');

/** `refusedRefunds` within a larger expression. */
export const refusedRefundsOf = (organization: RawBuilder<unknown>) =>
  sql<number>`(case when booking.total_refunded = 0 then 0 else (
  select coalesce(sum(refund.amount), 0) from payment
  join payment_refund as refund on refund.organization_id = payment.organization_id and refund.payment_id = payment.payment_id
  where payment.organization_id = ${organization} and payment.trip_id = booking.trip_id and refund.status = 'refused') end)::bigint`;
