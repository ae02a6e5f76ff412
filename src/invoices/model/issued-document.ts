import * as z from 'zod';
import type { LegalEntity } from '../../identity/profile/model/seller-profile.ts';
import type { Booking } from '../../bookings/model/booking.ts';
import type { Money } from '../../travel/money.ts';

/** What is numbered: each kind has a series of its own per organization. */
export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const;
export type IssuedKind = (typeof DOCUMENT_KINDS)[number];

/** The cause of the first invoice; every other document is issued for a change, by its id. */
export const SALE = 'sale';

const StoredSubject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('flight'),
    /** Codes of airports or cities: named in the reader's language. */
    origin: z.string(),
    destination: z.string(),
    isReturn: z.boolean(),
    from: z.string(),
    until: z.string(),
  }),
  z.object({ kind: z.literal('hotel'), name: z.string(), from: z.string(), until: z.string(), rooms: z.int() }),
  z.object({
    kind: z.literal('car'),
    categoryLetter: z.string().optional(),
    categoryName: z.string().optional(),
    model: z.string(),
    from: z.string(),
    until: z.string(),
  }),
]);
/** What a line is for. */
export const LINE_KINDS = ['item', 'service_fee', 'services', 'difference', 'change_fee', 'booking'] as const;

const StoredLine = z.object({
  what: z.enum(LINE_KINDS),
  itemId: z.string().optional(),
  subject: StoredSubject.optional(),
  amount: z.int(),
  taxes: z.int().optional(),
});

/** The body of a document as it is stored. */
export const StoredBody = z.object({
  lines: z.array(StoredLine),
  /** Numbers of the invoices that a credit note takes something back of. */
  corrects: z.array(z.int()),
});
/** What is frozen of a document beside number, day and seller. Amounts in minor units of its currency. */
export type IssuedBody = z.infer<typeof StoredBody>;
/**
 * One line. `item`: a product as it was bought, or what comes back of it; `services`: bags and seats added later;
 * `difference`: of an exchange; `booking`: the whole of it, where its parts do not add up to what was charged.
 * `taxes`: those inside the amount, where its supplier stated them.
 */
export type IssuedLine = z.infer<typeof StoredLine>;
/** Which product: nothing in it says who travels. */
export type LineSubject = z.infer<typeof StoredSubject>;

/** An invoice or a credit note as it was issued; nothing of it changes any more. */
export interface IssuedDocument extends IssuedBody {
  readonly kind: IssuedKind;
  readonly number: number;
  readonly cause: string;
  /** The organization's clock. */
  readonly issuedAt: Date;
  /** As they were when the booking's first document was issued. */
  readonly seller: LegalEntity;
  readonly total: Money;
}

/** A document that is to be issued. */
export type NewDocument = Pick<IssuedDocument, 'kind' | 'cause' | 'total' | 'lines'>;

/** Whose documents. */
export type InvoicedBooking = Pick<Booking, 'organizationId' | 'bookingRef'>;
