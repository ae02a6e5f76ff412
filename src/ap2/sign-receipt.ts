import type { App } from '../context.ts';
import type { MandateProblem } from './model/problem.ts';

/** What became of a mandate: an order, or why there is none. */
export type MandateOutcome =
  | { readonly orderId: string }
  | { readonly error: MandateProblem['error'] | 'purchase_failed'; readonly description: string };

/** A checkout receipt of AP2 0.2, signed with the keys of quotes: it names the closed mandate by its hash. */
export async function signCheckoutReceipt(
  { signer, config }: Pick<App, 'signer' | 'config'>,
  reference: string,
  outcome: MandateOutcome,
  now: Date,
): Promise<string> {
  const { jws } = await signer.sign({
    iss: config.publicUrl,
    iat: Math.floor(now.getTime() / 1_000),
    reference,
    ...('orderId' in outcome
      ? { status: 'Success', order_id: outcome.orderId }
      : { status: 'Error', error: outcome.error, error_description: outcome.description }),
  });
  return jws;
}
