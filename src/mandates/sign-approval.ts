import { sellerOf } from '../checkout/signed/sign-quote.ts';
import type { App } from '../context.ts';
import { hashOf } from '../signatures/model/signed-json.ts';
import { signOnce } from '../signatures/signed-documents.ts';
import type { Mandate } from './model/mandate.ts';
import { presentMandateApproval, presentPurchaseApproval } from './model/present-approval.ts';
import type { Proposal } from './model/proposal.ts';

/**
 * The signed approval of a mandate that was granted, as a JWS; undefined for one that nobody has granted. Signed when it
 * is first asked for, of what was stored with the decision, and the same bytes ever after.
 */
export async function readMandateApproval(app: App, mandate: Mandate): Promise<string | undefined> {
  const { organizationId, mandateId, decision, status } = mandate;
  if (decision === undefined || status === 'declined') return undefined;
  const name = { organizationId, kind: 'approval', documentId: mandateId } as const;
  const digest = (text: string) => app.sealer.keyedHash('document_signature', text);
  const signed = await signOnce(app, name, async () => {
    const document = presentMandateApproval(mandate, decision, { seller: await sellerOf(app, mandate), digest });
    return { ...name, tripId: undefined, contentHash: hashOf(document['terms'] ?? null), document };
  });
  return signed.jws;
}

/** The signed approval of a purchase, likewise; undefined for one that nobody has approved. */
export async function readPurchaseApproval(app: App, proposal: Proposal): Promise<string | undefined> {
  const { organizationId, proposalId, tripId, contentHash, answer, status } = proposal;
  if (answer === undefined || status !== 'approved') return undefined;
  const name = { organizationId, kind: 'approval', documentId: proposalId } as const;
  const signed = await signOnce(app, name, async () => ({
    ...name,
    tripId,
    contentHash,
    document: presentPurchaseApproval(proposal, answer, { seller: await sellerOf(app, proposal) }),
  }));
  return signed.jws;
}
