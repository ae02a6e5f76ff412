import type { OrganizationId } from '../../platform/ids.ts';
import type { Money } from '../../travel/money.ts';
import type { SupplierContext } from './supplier.ts';

/** A card as typed by the payer. Lives only in memory between the page and the processor; never logged or stored. */
export interface CardDetails {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly securityCode: string;
  readonly holder: string;
  /** Sandbox only: the built-in processor makes its verdict known this much later on the organization's clock. */
  readonly authoriseDelaySeconds?: number | undefined;
}

/** With which card a payment was made, as far as its processor says: for receipts, never for a decision. */
export interface PaidCard {
  /** In the processor's word (`visa`); undefined where it names none. */
  readonly brand: string | undefined;
  readonly last4: string;
  /** `apple_pay`, `google_pay`, `link`: where it came out of a wallet. */
  readonly wallet: string | undefined;
}

/** How a processor sees one payment. Amounts in minor units of `amount.currency`. */
export interface ProcessorPayment {
  readonly processorRef: string;
  readonly status: 'open' | 'requires_action' | 'processing' | 'authorised' | 'captured' | 'released' | 'declined';
  readonly amount: Money;
  readonly amountCaptured: Money;
  readonly amountRefunded: Money;
  /** When a hold lapses. */
  readonly captureBefore: Date | undefined;
  /** Why it was declined, a word of the field (`insufficient_funds`, `card_declined`, …). */
  readonly declineReason: string | undefined;
  /** Undefined where the processor does not say, or it was no card. */
  readonly card?: PaidCard | undefined;
  /**
   * The payer can still pay on the processor's own page, whatever the last attempt there came to: the payment is not
   * over.
   */
  readonly isAwaitingPayer?: boolean;
}

export type ProcessorAnswer =
  | { readonly kind: 'known'; readonly payment: ProcessorPayment }
  | { readonly kind: 'unknown'; readonly detail: string };

/** A shared payment token as the processor shows it to the seller it was granted to. */
export interface SharedToken {
  /**
   * Why nothing can be paid with it any more, in the processor's word (`consumed`, `expired`, `revoked`, …); undefined
   * while the processor says of no end.
   */
  readonly endedBy: string | undefined;
  /** The most that can still be charged; undefined where the processor does not state it. */
  readonly limit: Money | undefined;
}

/** `absent`: proven not to be granted to this seller. `unknown`: it could not be read. */
export type SharedTokenAnswer =
  | { readonly kind: 'known'; readonly token: SharedToken }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Where the payer is to be sent, or what there is to know instead: a payment that takes no more attempts. */
export type PayerPage = { readonly kind: 'page'; readonly url: string } | ProcessorAnswer;

/** What a processor's own callback is about. Only that: what it says of the payment is looked up, never believed. */
export type ProcessorCallback =
  | { readonly kind: 'forged' }
  | { readonly kind: 'ignored'; readonly what: string }
  | {
      readonly kind: 'payment';
      readonly organizationId: OrganizationId;
      readonly reference: string;
      readonly what: string;
    };

/**
 * A payment processor. Every call is idempotent by (processorRef, operation); unknown outcomes are resolved with `get`.
 */
export interface PaymentProcessor {
  readonly id: string;
  /**
   * `form`: the hosted page takes the card and calls `submitCard`; `redirect`: the payer is sent to the processor's own
   * page.
   */
  readonly entry: 'form' | 'redirect';
  /** Origins of the processor's own page, which a form of ours may lead to. */
  readonly pageOrigins?: readonly string[];
  /** Why it cannot charge exactly this amount, in a sentence; undefined when it can. */
  findObstacle?(amount: Money): string | undefined;
  /** Names a payment with manual capture. `reference` is ours; opening it twice answers the same payment. */
  open(
    request: {
      readonly reference: string;
      readonly amount: Money;
      readonly description: string;
      readonly expiresAt: Date;
      readonly returnUrl: string;
    },
    context: SupplierContext,
  ): Promise<{ readonly processorRef: string }>;
  /**
   * `redirect` only: the page to pay on, the same as long as it can be paid; it closes at `expiresAt` (organization's
   * clock) or a little later.
   */
  openPage?(processorRef: string, expiresAt: Date, context: SupplierContext): Promise<PayerPage>;
  /** Checks the signature of a callback and answers whose payment it is about. */
  readCallback?(callback: {
    readonly body: Buffer;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  }): ProcessorCallback;
  submitCard(processorRef: string, card: CardDetails, context: SupplierContext): Promise<ProcessorAnswer>;
  /** Answers the 3DS challenge of a payment that requires action. */
  completeAction(
    processorRef: string,
    result: 'approve' | 'reject',
    context: SupplierContext,
  ): Promise<ProcessorAnswer>;
  /** What a token is good for, read without using it. Left out by a processor that cannot say. */
  readSharedToken?(token: string, context: SupplierContext): Promise<SharedTokenAnswer>;
  submitSharedToken(processorRef: string, token: string, context: SupplierContext): Promise<ProcessorAnswer>;
  get(processorRef: string, context: SupplierContext): Promise<ProcessorAnswer>;
  capture(processorRef: string, amount: Money, context: SupplierContext): Promise<ProcessorAnswer>;
  /** Releases what is not captured; a payment never authorised is closed. */
  release(processorRef: string, context: SupplierContext): Promise<ProcessorAnswer>;
  refund(processorRef: string, amount: Money, reference: string, context: SupplierContext): Promise<ProcessorAnswer>;
}
