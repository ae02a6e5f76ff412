/**
 * Every point between two steps of the money path, of the mail and of the webhooks at its end, where a fault test may
 * end the process without any clean-up. The fault tests walk this list: a step added without a point is a step without
 * proof.
 */
export const FAULT_POINTS = [
  'checkout.after_lease',
  'checkout.after_pricing',
  'checkout.after_quote',
  'execute.after_quote',
  'execute.after_reserve',
  'execute.after_payment',
  'execute.before_settle_commit',
  'execute.after_settle',
  'pay.after_attempt_intent',
  'pay.after_open',
  'pay.after_submit_call',
  'pay.before_outcome_commit',
  'pay.after_outcome',
  'fulfil.start',
  'fulfil.after_book_intent',
  'fulfil.after_book_call',
  'fulfil.before_book_commit',
  'fulfil.after_book_result',
  'fulfil.after_capture_call',
  'fulfil.before_end_commit',
  'fulfil.after_end',
  'fulfil.after_cancel_intent',
  'fulfil.after_cancel_call',
  'release.after_intent',
  'release.after_call',
  'order.after_intent',
  'order.after_begin',
  'order.after_call',
  'order.after_settle',
  'cancellation.after_intent',
  'cancellation.after_begin',
  'cancellation.after_call',
  'cancellation.after_settle',
  'exchange.after_intent',
  'exchange.after_begin',
  'exchange.after_call',
  'exchange.after_settle',
  'services.after_intent',
  'services.after_begin',
  'services.after_call',
  'services.after_settle',
  'stripe.after_page_intent',
  'stripe.after_page_call',
  'stripe.after_page_saved',
  'stripe.after_token_intent',
  'stripe.after_token_call',
  'stripe.after_token_saved',
  'mail.after_send',
  'invoice.before_commit',
  'invoice.after_commit',
  'webhook.before_send',
  'webhook.after_send',
  'webhook.after_record',
  'ucp.after_trip',
  'ucp.after_stored',
  'ucp.after_replaced',
  'ucp.after_session_replaced',
  'ucp.after_canceled',
  'ucp.after_mandate',
  'ucp.before_answer',
  'change.after_quote',
  'change.after_paying',
  'change.after_commit',
  'change.after_call',
  'change.before_result_commit',
  'change.after_result',
  'change.after_refund_call',
  'change.after_capture_call',
  'change.before_end_commit',
  'change.after_end',
  'schedule.after_begin',
  'schedule.after_call',
  'schedule.after_settle',
  'archive.after_list',
  'archive.after_partition',
  'archive.after_move',
  'archive.after_trips',
  'archive.after_commit',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/**
 * The points of one App. A fault test passes its own to `createApp`, which throws at the armed point and cuts the App
 * off from its database, so that nothing after that point takes effect: a `kill -9` without the process.
 */
export interface FaultPoints {
  /** Marks a step as done. Throws only where a fault test has armed this point. */
  pass(point: FaultPoint): void;
}

/** What every process runs with outside of fault tests: passing a point does nothing. */
export const noFaultPoints: FaultPoints = { pass: () => undefined };
