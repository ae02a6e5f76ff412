/** Reasons a payer may read; they are the field's and ours (`CardDetails`, the hosted page). */
const TOLD: ReadonlySet<string> = new Set([
  'card_declined',
  'insufficient_funds',
  'processing_error',
  'incorrect_number',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'expired_card',
  'invalid_cvc',
  'authentication_failed',
]);
const SAME_AS: Readonly<Record<string, string>> = {
  incorrect_cvc: 'invalid_cvc',
  payment_intent_authentication_failure: 'authentication_failed',
  authentication_required: 'authentication_failed',
  payment_intent_payment_attempt_failed: 'processing_error',
};

/**
 * Why a payment failed, for the payer: the bank's code if it may be shown, else Stripe's. Every other one (a lost or
 * stolen card, suspected fraud) is shown as a plain decline.
 */
export function declineReasonOf(codes: {
  readonly code?: string | null | undefined;
  readonly decline_code?: string | null | undefined;
}): string {
  for (const code of [codes.decline_code, codes.code]) {
    const word = SAME_AS[code ?? ''] ?? code ?? '';
    if (TOLD.has(word)) return word;
  }
  return 'card_declined';
}
