import * as z from 'zod';
import { integerText } from '../platform/http/input/integer-text.ts';
import type { App } from '../context.ts';
import type { IdempotentRun } from '../platform/http/route.ts';
import { money, presentAmount } from '../travel/money.ts';
import { AmountShape } from '../trips/contract.ts';
import { approvalUrlOfMandate } from './approval-url.ts';
import { presentTerms, readTerms, TermsBody, TermsShape } from './contract-terms.ts';
import { type Mandate, remainingOf, statusAt } from './model/mandate.ts';
import type { MandateRequest } from './request-mandate.ts';

const idLengthMax = 64;
const nameLengthMax = 120;
const textLengthMax = 500;
const pageMax = 100;
const pageDefault = 20;
const MandateIdText = z.string().min(1).max(idLengthMax).describe('mdt_…');
const STATUSES = ['proposed', 'active', 'exhausted', 'expired', 'revoked', 'declined'] as const;

/** `POST /v1/mandate_request`. */
export const MandateRequestBody = TermsBody.extend({
  name: z.string().trim().min(1).max(nameLengthMax).describe('What the person who grants it reads first.'),
  reason: z.string().trim().min(1).max(textLengthMax).optional().describe('Shown to people, quoted.'),
  api_key_id: z.string().min(1).max(idLengthMax).optional().describe('The key that may use it. Omitted: the caller.'),
  valid_from: z.iso.datetime({ offset: true }).optional().describe('Omitted: from its grant on.'),
  valid_until: z.iso.datetime({ offset: true }).describe('At most 400 days ahead.'),
});
export type MandateRequestBody = z.infer<typeof MandateRequestBody>;

/** `{mandate_id}` in a path. */
export const MandateParams = z.object({ mandate_id: MandateIdText });
/** Query of `GET /v1/mandates`. */
export const MandatesQuery = z.object({
  limit: integerText(1, pageMax, pageDefault).describe('Mandates per page.'),
  page_token: z.string().min(1).max(512).optional().describe('next_page_token of an earlier answer.'),
});
/** `POST /v1/mandate_revoke`. */
export const MandateRevokeBody = z.object({
  mandate_id: MandateIdText,
  reason: z.string().trim().min(1).max(textLengthMax).optional().describe('Shown to people, quoted.'),
});

/** `POST /v1/sandbox/approve`. */
export const SandboxApproveBody = z
  .object({
    mandate_id: MandateIdText.optional(),
    proposal_id: z.string().min(1).max(idLengthMax).optional().describe('prp_…'),
    decision: z.enum(['approve', 'decline']).describe('What the owner says.'),
    reason: z.string().trim().min(1).max(textLengthMax).optional().describe('Shown to people, quoted.'),
  })
  .refine(
    (body) => (body.mandate_id === undefined) !== (body.proposal_id === undefined),
    'must have exactly one of mandate_id and proposal_id',
  );
/** Its answer. */
export const SandboxApproveResponse = z.looseObject({
  mandate_id: z.string().optional(),
  proposal_id: z.string().optional(),
  status: z.string(),
  decided_at: z.iso.datetime(),
});

/** A mandate on the wire. */
export const MandateResource = z.looseObject({
  mandate_id: z.string(),
  status: z.enum(STATUSES),
  name: z.string(),
  reason: z.string().optional(),
  agent: z.looseObject({ kind: z.enum(['api_key', 'program', 'user']), name: z.string() }),
  terms: TermsShape,
  valid_from: z.iso.datetime(),
  valid_until: z.iso.datetime(),
  reserved: AmountShape.describe('Held for purchases under way.'),
  spent: AmountShape,
  remaining: AmountShape,
  trips_used: z.int(),
  decided_at: z.iso.datetime().optional(),
  decline_reason: z.string().optional(),
  ended_at: z.iso.datetime().optional(),
  created_at: z.iso.datetime(),
  approval_jws: z.string().optional().describe('The signed approval, once granted; of get_mandate alone.'),
  approval_url: z.url().optional().describe('Where an owner grants it, while it is proposed.'),
});
export const MandateList = z.looseObject({
  mandates: z.array(MandateResource),
  next_page_token: z.string().optional(),
});

/** The body as the operation takes it. */
export function readMandateRequest(body: MandateRequestBody, idempotency: IdempotentRun | undefined): MandateRequest {
  return {
    keyId: body.api_key_id,
    name: body.name,
    reason: body.reason,
    terms: readTerms(body),
    validFrom: body.valid_from === undefined ? undefined : new Date(body.valid_from),
    validUntil: new Date(body.valid_until),
    idempotency,
  };
}

/** A mandate as it stands at a moment. */
export function presentMandate(config: App['config'], mandate: Mandate, now: Date): z.infer<typeof MandateResource> {
  const { terms, decision, reason, endedAt } = mandate;
  const approvalUrl = approvalUrlOfMandate(config, mandate, now);
  const amount = (value: number) => presentAmount(money(value, terms.currency));
  return {
    mandate_id: mandate.mandateId,
    status: statusAt(mandate, now),
    name: mandate.name,
    ...(reason === undefined ? {} : { reason }),
    agent: { kind: mandate.agent.kind, name: mandate.agent.name },
    terms: presentTerms(mandate),
    valid_from: mandate.validFrom.toISOString(),
    valid_until: mandate.validUntil.toISOString(),
    reserved: amount(mandate.reserved),
    spent: amount(mandate.spent),
    remaining: presentAmount(remainingOf(mandate)),
    trips_used: mandate.tripsUsed,
    ...(decision && { decided_at: decision.at.toISOString() }),
    ...(decision?.reason === undefined ? {} : { decline_reason: decision.reason }),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
    created_at: mandate.createdAt.toISOString(),
    ...(approvalUrl === undefined ? {} : { approval_url: approvalUrl }),
  };
}
