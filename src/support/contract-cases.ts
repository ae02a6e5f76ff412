import * as z from 'zod';
import { money, presentValue } from '../travel/money.ts';
import type { ManualCase } from '../servicing/manual-cases.ts';
import type { ManualDecision } from './manual-changes.ts';

const ID_LENGTH_MAX = 64;
const REASON_LENGTH_MAX = 500;
const AmountShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });

/** `{change_id}` of the path. */
export const ChangeParams = z.object({
  change_id: z.string().min(1).max(ID_LENGTH_MAX).describe('Of list_manual_changes.'),
});

/** Body of POST /v1/manual_changes/{change_id}/decide. */
export const DecideRequest = z
  .object({
    decision: z
      .enum(['refund', 'decline', 'settled'])
      .describe(
        'refund: it is given up, and this comes back. decline: it stands. settled: its money was moved by hand (waits_for money).',
      ),
    refund: z
      .object({
        value: z.int().min(0).describe('In minor units: 12050 is 120.50.'),
        currency: z.string().length(3).describe('The currency of the booking.'),
      })
      .optional()
      .describe('What the payer gets, in minor units of the currency of the booking. With `refund` alone.'),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(REASON_LENGTH_MAX)
      .optional()
      .describe('With `decline`, mailed to the traveler; with `settled`, how, for the audit log.'),
  })
  .refine(
    ({ decision, refund, reason }) =>
      decision === 'refund'
        ? refund !== undefined && reason === undefined
        : reason !== undefined && refund === undefined,
    'refund takes an amount, decline and settled a reason',
  );

export const ManualChangeList = z.looseObject({
  changes: z.array(
    z.looseObject({
      change_id: z.string(),
      reference: z.string().describe('As the traveler sees it.'),
      kind: z.string(),
      booking_ref: z.string(),
      item_id: z.string(),
      traveler: z.string(),
      contact: z.looseObject({ email: z.string(), phone: z.string() }),
      product: z.string(),
      provider: z.string(),
      order_id: z.string().optional(),
      confirmation_number: z.string().optional(),
      since: z.iso.datetime(),
      waits_for: z
        .enum(['decision', 'charge', 'money', 'supplier'])
        .describe(
          '`decision`, `charge`: you decide what comes back. `money`: the processor refused it; give it back by hand, then say `settled`. `supplier`: people there decide.',
        ),
      why: z.string().optional(),
      can_decline: z.boolean(),
      total_paid: AmountShape,
      refund_max: AmountShape,
      refund_amount: AmountShape.nullable().describe('What was agreed to come back; null where that is to be decided.'),
    }),
  ),
});
export const DecidedResponse = z.looseObject({
  change_id: z.string(),
  decision: z.enum(['refund', 'decline', 'settled']),
});

/** The decision of a body that was validated. */
export function readDecision({ decision, refund, reason = '' }: z.infer<typeof DecideRequest>): ManualDecision {
  if (refund !== undefined) return { kind: 'refund', amount: money(refund.value, refund.currency) };
  return { kind: decision === 'settled' ? 'settled' : 'decline', reason };
}

/** A case on the wire. */
export function presentCase(one: ManualCase): z.infer<typeof ManualChangeList>['changes'][number] {
  return {
    change_id: one.changeId,
    reference: one.reference,
    kind: one.kind,
    booking_ref: one.bookingRef,
    item_id: one.itemId,
    traveler: one.traveler,
    contact: { email: one.contact.email, phone: one.contact.phone },
    product: one.product,
    provider: one.supplier,
    ...(one.orderId === undefined ? {} : { order_id: one.orderId }),
    ...(one.confirmationNumber === undefined ? {} : { confirmation_number: one.confirmationNumber }),
    since: one.since.toISOString(),
    waits_for: one.waitsFor,
    ...(one.why === undefined ? {} : { why: one.why }),
    can_decline: one.canDecline,
    total_paid: { ...presentValue(one.paid) },
    refund_max: { ...presentValue(one.refundMax) },
    refund_amount: one.agreed === undefined ? null : { ...presentValue(one.agreed) },
  };
}
