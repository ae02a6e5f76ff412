/** A PaymentIntent as the stub holds it: the wire's own names. */
export interface StubIntent {
  id: string;
  object: 'payment_intent';
  created: number;
  livemode: false;
  status: IntentStatus;
  amount: number;
  currency: string;
  amount_capturable: number;
  amount_received: number;
  capture_method: string;
  description: string | null;
  metadata: Readonly<Record<string, string>>;
  latest_charge: StubCharge | null;
  last_payment_error: StubDecline | null;
  cancellation_reason: string | null;
}

/** The states of a PaymentIntent. */
type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

/** What a payment was made with. */
export interface StubCharge {
  id: string;
  object: 'charge';
  payment_method_details:
    | {
        type: 'card';
        card: { capture_before: number; brand: string; last4: string; wallet: { type: string } | null };
      }
    | { type: 'link'; link: { country: null } };
}

/** Why the latest attempt to pay failed. */
export interface StubDecline {
  readonly type: string;
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

/** A Checkout Session, with what only the stub knows of the PaymentIntent it will make (the last three). */
export interface StubSession {
  id: string;
  object: 'checkout.session';
  created: number;
  livemode: false;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid';
  url: string | null;
  payment_intent: StubIntent | null;
  client_reference_id: string | null;
  metadata: Readonly<Record<string, string>>;
  amount_total: number;
  currency: string;
  expires_at: number;
  success_url: string;
  cancel_url: string;
  intentMetadata: Readonly<Record<string, string>>;
  captureMethod: string;
  description: string | null;
}

/** A refund. */
export interface StubRefund {
  id: string;
  object: 'refund';
  status: 'succeeded' | 'pending' | 'failed';
  amount: number;
  payment_intent: string;
  metadata: Readonly<Record<string, string>>;
}

/** Whatever an event can be about. */
export type StubObject = StubSession | StubIntent | StubRefund;

/** A session on the wire: its PaymentIntent as an id unless `expand` names it, and nothing that only the stub knows. */
export function presentSession(
  { intentMetadata, captureMethod, description, ...session }: StubSession,
  expand: readonly string[],
): object {
  const intent = session.payment_intent;
  const isExpanded = expand.some((path) => path === 'payment_intent' || path.startsWith('payment_intent.'));
  const inner = expand.map((path) => path.replace(/^payment_intent\./, ''));
  return { ...session, payment_intent: intent && (isExpanded ? presentIntent(intent, inner) : intent.id) };
}

/** A PaymentIntent on the wire: its charge as an id unless `expand` names it. */
export function presentIntent(intent: StubIntent, expand: readonly string[]): object {
  return expand.includes('latest_charge') ? intent : { ...intent, latest_charge: intent.latest_charge?.id ?? null };
}

/** The object of an event: nothing is expanded in it. */
export function presentObject(object: StubObject): object {
  switch (object.object) {
    case 'checkout.session':
      return presentSession(object, []);
    case 'payment_intent':
      return presentIntent(object, []);
    case 'refund':
      return object;
    default:
      return object satisfies never;
  }
}
