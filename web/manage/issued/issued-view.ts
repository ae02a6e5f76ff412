import type { IsoDate } from '../../../src/travel/dates.ts';
import type { Money } from '../../../src/travel/money.ts';

/** Who issued a document, as they were then. */
export interface IssuerView {
  readonly seller: {
    readonly name: string;
    readonly address: {
      readonly lines: readonly string[];
      readonly postalCode: string | undefined;
      readonly city: string;
      readonly region: string | undefined;
    };
    /** ISO 3166-1, two letters. */
    readonly country: string;
    readonly vatId: string | undefined;
  };
}

/** An invoice or a credit note among the documents of its booking. */
export interface IssuedLinkView {
  readonly type: 'invoice' | 'credit_note';
  readonly number: number;
  readonly issuedOn: IsoDate;
  readonly total: Money;
  readonly url: string;
}
/** Which product a line of an issued document is about. */
export type IssuedSubjectView = { readonly from: IsoDate; readonly until: IsoDate } & (
  | {
      readonly kind: 'flight';
      readonly originCity: string;
      readonly destinationCity: string;
      readonly isReturn: boolean;
    }
  | { readonly kind: 'hotel'; readonly hotelName: string; readonly rooms: number }
  | {
      readonly kind: 'car';
      readonly category: { readonly letter: string; readonly name: string } | undefined;
      readonly model: string;
    }
);
export interface IssuedLineView {
  readonly what: 'item' | 'service_fee' | 'services' | 'difference' | 'change_fee' | 'booking';
  readonly subject: IssuedSubjectView | undefined;
  readonly amount: Money;
  /** Inside the amount; undefined where nobody stated them. */
  readonly taxes: Money | undefined;
}
/** An invoice or a credit note as it was issued. */
export interface IssuedView extends IssuerView {
  readonly kind: 'issued';
  readonly type: 'invoice' | 'credit_note';
  readonly number: number;
  readonly issuedOn: IsoDate;
  readonly corrects: readonly number[];
  readonly bookingRef: string;
  /** Both empty once they were erased. */
  readonly customer: { readonly name: string; readonly email: string };
  readonly lines: readonly IssuedLineView[];
  readonly total: Money;
  readonly pdfUrl: string;
}

/** The card of a payment, as far as its processor says. */
export interface PaidCardView {
  /** As the processor names it: `visa`. */
  readonly brand: string | undefined;
  readonly last4: string;
  readonly wallet: string | undefined;
}
