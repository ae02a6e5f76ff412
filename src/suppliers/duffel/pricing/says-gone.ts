import type { DuffelRefusal } from '../replies.ts';

/** Codes of an offer that cannot be bought any more. */
const GONE_CODES: ReadonlySet<string> = new Set([
  'offer_no_longer_available',
  'offer_expired',
  'offer_request_already_booked',
  'not_found',
]);

/** Whether a refusal says that what was asked for is not on sale any more. */
export function saysGone({ codes }: DuffelRefusal): boolean {
  return codes.some((code) => GONE_CODES.has(code));
}
