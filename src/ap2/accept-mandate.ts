import { randomUUID } from 'node:crypto';
import type { App } from '../context.ts';
import type { OrganizationId, TripId } from '../platform/ids.ts';
import { judgeCheckout } from './model/judge-checkout.ts';
import { type MandateProblem, MandateRefused } from './model/problem.ts';
import { readChain } from './model/read-chain.ts';
import { verifyChain } from './model/verify-chain.ts';
import { signCheckoutReceipt } from './sign-receipt.ts';
import { type PresentedMandate, readIssuers, storeMandate } from './store.ts';
import type { JsonObject } from '../platform/text/json-object.ts';

/** A mandate as it was presented, and the checkout it is to complete. */
export interface Presentation {
  readonly organizationId: OrganizationId;
  readonly checkoutId: TripId;
  readonly mandate: string;
  /** The checkout on the wire, as it would be shown now. */
  readonly checkout: JsonObject;
  readonly now: Date;
}

/** A mandate that was not accepted, with the receipt that its agent is owed where the mandate can be named. */
export interface RefusedMandate {
  readonly problem: MandateProblem;
  readonly receipt: string | undefined;
}

/**
 * Accepts the mandate that a checkout is completed with, or answers why not: it must be signed by an issuer that the
 * organization trusts, be for this checkout at this price, and not have bought anything yet. The same mandate may be
 * presented again for the same checkout while that is not paid.
 */
export async function acceptMandate(app: App, presented: Presentation): Promise<RefusedMandate | PresentedMandate> {
  try {
    return await verifyAndStore(app, presented);
  } catch (error) {
    if (!(error instanceof MandateRefused)) throw error;
    const { problem } = error;
    const reference = problem.reason === 'unreadable' ? undefined : readChain(presented.mandate).at(-1)?.hash;
    const receipt =
      reference === undefined ? undefined : await signCheckoutReceipt(app, reference, problem, presented.now);
    return { problem, receipt };
  }
}

async function verifyAndStore(app: App, presented: Presentation): Promise<PresentedMandate> {
  const { organizationId, checkoutId, mandate, checkout, now } = presented;
  const { issuers } = await readIssuers(app.db, organizationId);
  const chain = await verifyChain(mandate, { audience: app.config.publicUrl, issuers, now });
  const ownKeys = (await app.signer.publicKeys()).map((key) => ({ ...key }));
  await judgeCheckout(chain, { merchantId: organizationId, ownKeys, body: checkout });
  const { reference, openReference, issuer } = chain;
  const accepted = {
    organizationId,
    checkoutId,
    reference,
    openReference,
    issuer,
    presentationId: randomUUID(),
    mandate,
    presentedAt: now,
    receipt: undefined,
    error: undefined,
  };
  if (await storeMandate(app.db, accepted)) return accepted;
  const description = 'The mandate was presented for another purchase, which may have been made with it.';
  throw new MandateRefused({ error: 'invalid_mandate', reason: 'replayed', description });
}
