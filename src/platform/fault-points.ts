import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Every place between two steps of the money path, and of the mail and the webhooks at its end, where a test may kill
 * the process (`kill -9`, no clean-up). The fault tests walk this list, so a step that is added without a point is a
 * step without proof.
 */
export const FAULT_POINTS = [
  'checkout.after_lease',
  'checkout.after_pricing',
  'checkout.after_quote',
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
  'stripe.after_page_intent',
  'stripe.after_page_call',
  'stripe.after_page_saved',
  'stripe.after_token_intent',
  'stripe.after_token_call',
  'stripe.after_token_saved',
  'mail.after_send',
  'webhook.before_send',
  'webhook.after_send',
  'webhook.after_record',
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
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/**
 * `BLY_FAULT_FILE` names a file that holds the point to die at, `<point>` or `<point>#<n>` for the n-th time it is
 * passed; read anew at each point so that a running server can be armed. `trace` writes each point passed to
 * `<file>.trace` instead.
 */
const faultFile = process.env['BLY_ENVIRONMENT'] === 'production' ? undefined : process.env['BLY_FAULT_FILE'];
let armed = { text: '', passesLeft: 0 };

/** Dies here when a fault test has armed this point; nothing at all otherwise. */
export function faultPoint(point: FaultPoint): void {
  if (faultFile === undefined) return;
  const text = readFileSync(faultFile, 'utf8').trim();
  const [name, pass = '1'] = text.split('#');
  if (text !== armed.text) armed = { text, passesLeft: Number(pass) };
  if (name === 'trace') appendFileSync(`${faultFile}.trace`, `${point}\n`);
  if (name !== point) return;
  armed.passesLeft -= 1;
  if (armed.passesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
