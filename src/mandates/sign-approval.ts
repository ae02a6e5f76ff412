import { sellerOf } from '../checkout/signed/sign-quote.ts';
import type { App } from '../context.ts';
import { hashOf } from '../signatures/model/signed-json.ts';
import { signOnce } from '../signatures/signed-documents.ts';
import type { Mandate } from './model/mandate.ts';
import { presentMandateApproval, presentPurchaseApproval } from './model/present-approval.ts';
import type { Proposal } from './model/proposal.ts';

/** A signed approval as a member of an answer; nothing where nobody has approved. */
interface ShownApproval {
  readonly approval_jws?: string;
}

/**
 * The signed approval of a mandate that was granted. Signed when it is first read, from what was stored with the
 * decision, and the same bytes ever after.
 */
export async function readMandateApproval(app: App, mandate: Mandate): Promise<ShownApproval> {
  const { organizationId, mandateId, decision, status } = mandate;
  if (decision === undefined || status === 'declined') return {};
  const name = { organizationId, kind: 'approval', documentId: mandateId } as const;
  const digest = (text: string) => app.sealer.keyedHash('document_signature', text);
  const { jws } = await signOnce(app, name, async () => {
    const document = presentMandateApproval(mandate, decision, { seller: await sellerOf(app, mandate), digest });
    return { ...name, tripId: undefined, contentHash: hashOf(document['terms'] ?? null), document };
  });
  return { approval_jws: jws };
}

/** The signed approval of a purchase, likewise. */
export async function readPurchaseApproval(app: App, proposal: Proposal): Promise<ShownApproval> {
  const { organizationId, proposalId, tripId, contentHash, answer, status } = proposal;
  if (answer === undefined || status !== 'approved') return {};
  const name = { organizationId, kind: 'approval', documentId: proposalId } as const;
  const { jws } = await signOnce(app, name, async () => ({
    ...name,
    tripId,
    contentHash,
    document: presentPurchaseApproval(proposal, answer, { seller: await sellerOf(app, proposal) }),
  }));
  return { approval_jws: jws };
}
