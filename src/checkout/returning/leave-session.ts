import type { App } from '../../context.ts';
import type { PageAnswer } from '../../platform/http/route.ts';
import type { PayerSession } from '../model/session.ts';
import { readSession } from '../view-session.ts';
import { addressOf, leavingFactsOf } from './outcome.ts';
import { isStillListed } from './return-addresses.ts';
import { signedAddress } from './sign-result.ts';

/** Signatures one session may ask for in a burst, and how fast that comes back. */
const leaveBucket = { burst: 20, perSecond: 0.5 } as const;

/** Where `GET /checkout/{session_id}/return` leads. */
export type Leaving =
  | { readonly kind: 'to'; readonly url: string }
  | { readonly kind: 'moved'; readonly sessionId: string }
  | { readonly kind: 'nowhere' | 'too_often' };

/**
 * Where a payer who leaves the page now is led, with the outcome as it is at this moment. The address is that of the
 * checkout, judged once more: nothing of the request has a say in it.
 */
export async function leaveSession(app: App, guest: PayerSession): Promise<Leaving> {
  const { session } = guest;
  const { isAllowed } = await app.shared.takeToken(`checkout-return:${session.sessionId}`, leaveBucket, 1);
  if (!isAllowed) return { kind: 'too_often' };
  const state = await readSession(app, guest);
  if (state.kind === 'moved') return { kind: 'moved', sessionId: state.sessionId };
  const facts = leavingFactsOf(state.view);
  const address = facts && addressOf(facts.outcome, session.returnTo);
  if (facts === undefined || address === undefined || !(await isStillListed(app, session.organizationId, address)))
    return { kind: 'nowhere' };
  return { kind: 'to', url: await signedAddress(app, session, { address, facts }) };
}

/** A redirect that names its target to nobody but the browser. */
export function leadTo(url: string): PageAnswer {
  return { status: 303, location: url, headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } };
}
