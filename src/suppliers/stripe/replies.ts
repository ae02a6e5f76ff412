import * as z from 'zod';

/**
 * What became of a request to Stripe. `refused`: proven to have done nothing. `unknown`: it may have happened; look it
 * up, never send another in its place.
 */
export type StripeReply<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly declineCode: string | undefined;
      readonly message: string;
    }
  | { readonly kind: 'unknown'; readonly detail: string };

/** What the package throws, as far as it matters. */
const PackageFailure = z.object({
  type: z.string().startsWith('Stripe'),
  statusCode: z.int().optional(),
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
  message: z.string(),
  requestId: z.string().optional(),
});
/**
 * Answers that prove that nothing was done; 401, 403, 409, 429 and 5xx do not: another key, a moment later, they may be
 * answered.
 */
const REFUSED_STATUSES: readonly number[] = [400, 402, 404];
const DEADLINE_ERRORS: readonly string[] = ['AbortError', 'TimeoutError'];

/** A request whose outcome is not known. */
export function unknownReply(detail: string): { readonly kind: 'unknown'; readonly detail: string } {
  return { kind: 'unknown', detail };
}

/** What a failed request means; whatever is not Stripe's or a deadline's is a mistake of ours and thrown on. */
export function judgeFailure(failure: unknown): StripeReply<never> {
  if (failure instanceof Error && DEADLINE_ERRORS.includes(failure.name))
    return unknownReply('Stripe did not answer in time');
  const parsed = PackageFailure.safeParse(failure);
  if (!parsed.success) throw failure;
  const { type, statusCode, code, decline_code: declineCode, requestId } = parsed.data;
  const facts = [type, code, statusCode, requestId].filter((fact) => fact !== undefined && fact !== null).join(' ');
  // Changed parameters under a used key: the request that used it first is the one to ask about.
  const isRefused =
    statusCode !== undefined && REFUSED_STATUSES.includes(statusCode) && type !== 'StripeIdempotencyError';
  return isRefused
    ? {
        kind: 'refused',
        code: code ?? '',
        declineCode: declineCode ?? undefined,
        message: `Stripe refused the request (${facts}).`,
      }
    : unknownReply(`Stripe: ${facts}`);
}
