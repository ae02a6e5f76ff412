import * as z from 'zod';
import { type Money, money, presentValue } from '../travel/money.ts';
import { DOCUMENT_KINDS, type IssuedDocument, LINE_KINDS } from './model/issued-document.ts';

const ValueAmount = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });

/** `GET /v1/bookings/{booking_ref}/invoices`. */
export const BookingInvoicesResponse = z.looseObject({
  invoices: z
    .array(
      z.looseObject({
        type: z.enum(DOCUMENT_KINDS).describe('An invoice, or a credit note that gives a part of invoices back.'),
        number: z.int().describe('1, 2, 3 … of your organization without gaps; each type has a series of its own.'),
        issued_at: z.iso.datetime().describe('When it was issued, on the clock of your organization.'),
        cause: z
          .string()
          .describe(
            'What it was issued for: `sale`, or the reference of the change (`exc_…`, `rfq_…`, `svc_…`), with `:by_hand` where a rest of it was given back by hand later.',
          ),
        corrects: z.array(z.int()).describe('Of a credit note: the numbers of the invoices it is about.'),
        total: ValueAmount.describe('What was charged, or what went back.'),
        lines: z
          .array(
            z.looseObject({
              what: z.enum(LINE_KINDS).describe('What the line is for.'),
              item_id: z.string().optional().describe('The item of the booking; absent on a line for all of it.'),
              amount: ValueAmount.describe('They add up to the total.'),
              taxes: ValueAmount.optional().describe(
                'Inside the amount; absent where its supplier did not state them.',
              ),
            }),
          )
          .describe('As they were issued: nothing that happens later changes them.'),
        url: z
          .string()
          .optional()
          .describe('Its page, for whoever has the link; `/pdf` behind it is the file. Absent once nothing was sold.'),
      }),
    )
    .describe('In the order of issue. Empty where your organization has not said who issues its invoices.'),
});

/** The wire shape of the documents of a booking. `urls`: of each, in their order. */
export function presentInvoices(
  documents: readonly IssuedDocument[],
  urls: readonly (string | undefined)[],
): z.infer<typeof BookingInvoicesResponse> {
  return {
    invoices: documents.map(({ kind, number, issuedAt, cause, corrects, total, lines }, at) => {
      const url = urls[at];
      return {
        type: kind,
        number,
        issued_at: issuedAt.toISOString(),
        cause,
        corrects,
        total: present(total),
        lines: lines.map(({ what, itemId, amount, taxes }) => ({
          what,
          ...(itemId !== undefined && { item_id: itemId }),
          amount: present(money(amount, total.currency)),
          ...(taxes !== undefined && { taxes: present(money(taxes, total.currency)) }),
        })),
        ...(url !== undefined && { url }),
      };
    }),
  };
}

const present = (amount: Money) => ({ ...presentValue(amount) });
