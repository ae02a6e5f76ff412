import * as z from 'zod';
import type { CommittedCancellation } from './commit-cancellation.ts';
import { CheckShape, OutcomeShape, presentCheck, presentOutcome, RefundStatusBody } from './contract-refund.ts';
import type { CancellationCheck } from './weigh-terms.ts';

/** `POST /v1/hotel_cancel`, `POST /v1/car_cancel`. */
export const CancelBody = RefundStatusBody.extend({
  action: z
    .enum(['preview', 'commit', 'status'])
    .describe('preview: quotes the refund. commit: cancels. status: how far the refund is.'),
});

/** The answer to each action. */
export const CancelResponse = z.discriminatedUnion('action', [
  z.looseObject({ action: z.literal('preview'), ...CheckShape }),
  z.looseObject({ action: z.literal('commit'), ...OutcomeShape }),
  z.looseObject({ action: z.literal('status'), ...OutcomeShape }),
]);

/** The wire shape of a preview. */
export function presentPreview(check: CancellationCheck): z.infer<typeof CancelResponse> {
  return { action: 'preview', ...presentCheck(check) };
}

/** The wire shape of a commit or a status. */
export function presentCancel(
  action: 'commit' | 'status',
  committed: CommittedCancellation,
): z.infer<typeof CancelResponse> {
  return { action, ...presentOutcome(committed) };
}
