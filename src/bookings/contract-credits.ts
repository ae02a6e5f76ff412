import * as z from 'zod';
import type { Money } from '../travel/money.ts';
import type { TravelCredit } from '../travel/cancellation.ts';

/** What an airline gives instead of money, on the wire; `amount` as the surface writes amounts. */
export function travelCreditShape<Amount extends z.ZodType>(amount: Amount) {
  return z.looseObject({
    type: z.enum(['airline_credit', 'voucher']),
    credit_id: z.string().nullable(),
    name: z.string().nullable(),
    code: z.string().nullable().describe('What it is redeemed by; null before it is issued.'),
    amount: amount.nullable(),
    issued_on: z.iso.date().nullable(),
    expires_on: z.iso.date().nullable().describe('Null where the airline does not say.'),
    pax_ref_id: z.string().nullable().describe('Who may spend it.'),
  });
}

/** The wire shape of credits; what the airline does not say is null. */
export function presentCredits<Amount>(credits: readonly TravelCredit[], present: (amount: Money) => Amount) {
  return credits.map(({ kind, creditId, name, code, amount, issuedOn, expiresOn, travelerId }) => ({
    type: kind,
    credit_id: creditId ?? null,
    name: name ?? null,
    code: code ?? null,
    amount: amount === undefined ? null : present(amount),
    issued_on: issuedOn ?? null,
    expires_on: expiresOn ?? null,
    pax_ref_id: travelerId ?? null,
  }));
}
