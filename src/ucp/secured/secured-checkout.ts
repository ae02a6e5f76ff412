import canonicalize from 'canonicalize';
import { acceptMandate } from '../../ap2/accept-mandate.ts';
import type { MandateProblem } from '../../ap2/model/problem.ts';
import { type MandateOutcome, signCheckoutReceipt } from '../../ap2/sign-receipt.ts';
import { findAp2Mandate, type PresentedMandate, readIssuers, settleAp2Mandate } from '../../ap2/known-mandates.ts';
import type { App } from '../../context.ts';
import type { Identity } from '../../platform/http/gate.ts';
import type { UcpAnswer, UcpCall } from '../call.ts';
import type { ErrorMessage } from '../model/messages.ts';
import { AP2_MANDATE } from '../model/names.ts';
import { type Capability, knows } from '../model/negotiate.ts';
import { presentCheckout, type ShownCheckout } from '../present-checkout.ts';
import { readProgress } from '../read-progress.ts';
import type { StoredCheckout } from '../model/stored-checkout.ts';

/** What an answer about a secured checkout says besides. */
export interface SecuredOptions {
  /** The receipt of a mandate that was just refused. */
  readonly refusedReceipt?: string | undefined;
}

/** Without mandates for organizations that trust nobody's: no platform could complete a checkout there. */
export async function withoutUntrusted(
  { db }: Pick<App, 'db'>,
  { organizationId }: Pick<Identity, 'organizationId'>,
  shared: readonly Capability[],
): Promise<readonly Capability[]> {
  if (!knows(shared, AP2_MANDATE)) return shared;
  const { issuers } = await readIssuers(db, organizationId);
  return issuers.length > 0 ? shared : shared.filter(({ name }) => name !== AP2_MANDATE);
}

/**
 * The answer with `ap2`: this seller's detached signature (RFC 7515, appendix F) over the RFC 8785 form of everything
 * else, who the seller is in mandates, and the receipt of the mandate once it is known what became of the purchase.
 */
export async function secureAnswer(
  call: UcpCall,
  stored: StoredCheckout,
  answer: UcpAnswer,
  { refusedReceipt }: SecuredOptions,
): Promise<UcpAnswer> {
  const { app } = call.context;
  const { name } = await app.sellers.of(stored.organizationId);
  const receipt = refusedReceipt ?? (await findReceipt(call, stored, answer));
  return {
    ...answer,
    body: {
      ...answer.body,
      ap2: {
        merchant_authorization: await signDetached(app, answer.body),
        merchant: { id: stored.organizationId, name, website: app.config.publicUrl },
        ...(receipt === undefined ? {} : { checkout_receipt: receipt }),
      },
    },
  };
}

async function signDetached({ signer }: Pick<App, 'signer'>, body: UcpAnswer['body']): Promise<string> {
  const key = await signer.messageKey();
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const header = encode(JSON.stringify({ alg: 'ES256', kid: key.kid }));
  const payload = encode(canonicalize(toWire(body)) ?? '');
  const signature = await key.sign(Buffer.from(`${header}.${payload}`));
  return `${header}..${signature.toString('base64url')}`;
}

/** As it is sent: without members that are undefined. */
function toWire(body: UcpAnswer['body']): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(body));
}

/** The receipt of the mandate that was accepted; made by the first answer that knows what became of the purchase. */
async function findReceipt(call: UcpCall, stored: StoredCheckout, answer: UcpAnswer): Promise<string | undefined> {
  const mandate = await findAp2Mandate(call.context.app.db, stored.organizationId, stored.tripId);
  if (mandate === undefined || mandate.receipt !== undefined) return mandate?.receipt;
  const { status, order } = answer.body;
  if (status === 'canceled') return await settle(call, mandate, PURCHASE_FAILED);
  if (status !== 'completed') return undefined;
  const orderId = typeof order === 'object' && order !== null && 'id' in order ? String(order.id) : '';
  return await settle(call, mandate, { orderId });
}

const PURCHASE_FAILED = {
  error: 'purchase_failed',
  description: 'Nothing was bought with this mandate. It may be presented again.',
} as const;

async function settle(call: UcpCall, mandate: PresentedMandate, outcome: MandateOutcome): Promise<string | undefined> {
  const { app } = call.context;
  const now = await app.organizationNow(mandate.organizationId);
  const receipt = await signCheckoutReceipt(app, mandate.reference, outcome, now);
  await settleAp2Mandate(app.db, mandate, { receipt, error: 'error' in outcome ? outcome.error : undefined });
  // Of two answers that sign at once, both send the one that was stored.
  return (await findAp2Mandate(app.db, mandate.organizationId, mandate.checkoutId))?.receipt;
}

/**
 * The payment that a mandate was accepted for was declined or refused, and none is under way: what the person signed is
 * free to be presented again. A mandate that was presented since is another one, whatever it says.
 */
export async function refusePurchase(call: UcpCall, accepted: AcceptedMandate): Promise<void> {
  const { organizationId, checkoutId, presentationId } = accepted;
  const { isOpen, attempt } = await readProgress(call.context.app, organizationId, checkoutId);
  if (!isOpen || attempt !== undefined) return;
  const mandate = await findAp2Mandate(call.context.app.db, organizationId, checkoutId);
  if (mandate?.presentationId === presentationId && mandate.receipt === undefined)
    await settle(call, mandate, PURCHASE_FAILED);
}

/** A mandate that does not complete a checkout: the error for the platform, and the receipt for its agent. */
interface RefusedCompletion {
  readonly refusal: ErrorMessage;
  readonly receipt: string | undefined;
}

/** A mandate that a checkout may be completed with. */
export type AcceptedMandate = Pick<PresentedMandate, 'organizationId' | 'checkoutId' | 'presentationId'>;

/** Takes the mandate that a secured checkout is completed with, or answers why not. */
export async function presentMandate(
  call: UcpCall,
  shown: ShownCheckout,
  mandate: string | undefined,
): Promise<RefusedCompletion | AcceptedMandate> {
  if (mandate === undefined || mandate === '') return { refusal: MANDATE_REQUIRED, receipt: undefined };
  const { app } = call.context;
  const { organizationId, tripId: checkoutId } = shown.stored;
  const now = await app.organizationNow(organizationId);
  const checkout = toWire(presentCheckout(call, shown).body);
  const taken = await acceptMandate(app, { organizationId, checkoutId, mandate, checkout, now });
  return 'problem' in taken ? { refusal: describe(taken.problem), receipt: taken.receipt } : taken;
}

const PATH = '$.ap2.checkout_mandate';
const MANDATE_REQUIRED: ErrorMessage = {
  code: 'mandate_required',
  content: 'Both sides agreed on mandates, so this checkout is completed with ap2.checkout_mandate. Nothing was paid.',
  severity: 'recoverable',
  path: PATH,
};

/** The words that UCP has for what is wrong with a mandate. */
const CODES: Readonly<Record<MandateProblem['reason'], string>> = {
  unreadable: 'mandate_invalid_signature',
  signature: 'mandate_invalid_signature',
  expired: 'mandate_expired',
  scope: 'mandate_scope_mismatch',
  replayed: 'mandate_scope_mismatch',
  constraint: 'mandate_scope_mismatch',
  merchant_signature: 'merchant_authorization_invalid',
};

function describe({ error, reason, description }: MandateProblem): ErrorMessage {
  const content = `${description} Nothing was paid.`;
  // Where rules do not decide, a person can on our page.
  const severity = error === 'unresolved_constraint' ? 'requires_buyer_review' : 'recoverable';
  return { code: CODES[reason], content, severity, path: PATH };
}
