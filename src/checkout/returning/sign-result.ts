import type { App } from '../../context.ts';
import { RESULT_PARAMETER } from '../../identity/profile/model/return-address.ts';
import { randomText } from '../../platform/ids.ts';
import { presentAmount } from '../../travel/money.ts';
import type { CheckoutSession } from '../model/session.ts';
import { presentIssuer } from '../signed/present-quote.ts';
import { sellerOf } from '../signed/sign-quote.ts';
import type { LeavingFacts } from './outcome.ts';

/** A receiver looks at a result when its user arrives: an hour is for clocks that are wrong and slow telephones. */
const resultLifetimeSeconds = 60 * 60;
const idLength = 24;

/**
 * The address with the outcome of a session, signed with the keys of quotes (ES256, compact JWS). It is of one session,
 * for one host (`aud`), for an hour of real time, and each has an id of its own: a receiver that remembers which
 * session it has settled is not fooled by a repeat.
 */
export async function signedAddress(
  app: App,
  session: CheckoutSession,
  { address, facts }: { readonly address: string; readonly facts: LeavingFacts },
): Promise<string> {
  const url = new URL(address);
  const now = Math.floor(app.clock.now().getTime() / 1_000);
  const { outcome, bookingRef, paid } = facts;
  const { jws } = await app.signer.sign({
    ...presentIssuer(await sellerOf(app, session), session),
    type: 'checkout_result',
    jti: randomText(idLength),
    aud: url.host,
    sub: session.sessionId,
    iat: now,
    exp: now + resultLifetimeSeconds,
    session_id: session.sessionId,
    trip_id: session.tripId,
    outcome,
    ...(bookingRef === undefined ? {} : { booking_ref: bookingRef }),
    ...(paid === undefined ? {} : { total_paid: { ...presentAmount(paid) } }),
  });
  url.searchParams.set(RESULT_PARAMETER, jws);
  return url.href;
}
