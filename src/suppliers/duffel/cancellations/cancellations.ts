import type { CancellationService } from '../../ports/servicing.ts';
import type { CancellationTools } from './cancellation-tools.ts';
import { giveUpOrder } from './give-up-order.ts';
import { lookUpCancellation } from './look-up-cancellation.ts';
import { readCreditsAgain } from './read-credits-again.ts';
import { quoteRefund } from './quote-refund.ts';

/** Giving up what was sold, behind the port. */
export function createDuffelCancellations(tools: CancellationTools): CancellationService {
  return {
    quote: (reference, context) => quoteRefund(tools, reference, context),
    cancel: (request, context) => giveUpOrder(tools, request, context),
    lookUp: (names, context) => lookUpCancellation(tools, names, context),
    readCredits: (names, context) => readCreditsAgain(tools, names, context),
  };
}
