import * as z from 'zod';
import { integerText } from '../platform/http/input/integer-text.ts';
import { USER_ROLES } from '../platform/security/roles.ts';
import { AUDIT_ACTIONS, type AuditEvent } from './model/audit.ts';
import { isPlainlySpelt, type User } from './model/user.ts';
import type { OpenInvitation } from './members/invitation-store.ts';
import type { KeyWithText } from './keys/make-key-for-user.ts';
import type { AuditPage } from './read-audit-log.ts';
import type { ApiKey } from './read-organization.ts';
import { ALL_SCOPES } from './model/api-key.ts';

const nameLengthMax = 100;
const idLengthMax = 64;
/** Addresses are no longer (RFC 5321, 4.5.3.1.3). */
const emailLengthMax = 254;
const languageTagLengthMax = 35;
/** What an organization without limits may give a key; all others no more than a new key has. */
const quotaMax = 1_000_000_000;
const rateMax = 100_000;
const auditLimitMax = 100;
const auditLimitDefault = 20;
const pageTokenLengthMax = 1_024;

const Scopes = z.array(z.enum(['search', 'book', 'manage']));
const Role = z.enum(USER_ROLES).meta({
  description:
    '`owner`: everything, members too. `admin`: all else. `member`: as `admin`, decides no refund. `support`: trips and bookings. `read_only`: looks.',
});

/** `{id}` of a key, a member or an invitation. */
export const IdParams = z.object({ id: z.string().min(1).max(idLengthMax) });

/** Body of POST /v1/api_keys. */
export const MakeKeyRequest = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(nameLengthMax)
    .refine((name) => !/\p{C}/u.test(name), 'must hold printable characters only'),
  scopes: Scopes.min(1)
    .max(ALL_SCOPES.length)
    .optional()
    .meta({ description: 'What the key may do; none that your own credential may not. Omitted: all you may.' }),
  mandate_only: z.boolean().default(false).meta({
    description: 'True: it buys out of mandates alone. It searches, builds trips, proposes, executes and reads.',
  }),
  quota: z.int().min(1).max(quotaMax).optional().meta({
    description:
      'Calls per rolling 30 days: 1,000 unless told, and at most that unless the organization has no limits.',
  }),
  rate: z
    .object({ per_second: z.int().min(1).max(rateMax), burst: z.int().min(1).max(rateMax) })
    .optional()
    .meta({
      description:
        '25 per second and a burst of 100 unless told, and at most that unless the organization has no limits.',
    }),
});
/** Body of POST /v1/members/invitations. */
export const InviteRequest = z.object({
  email: z.email().max(emailLengthMax).refine(isPlainlySpelt, 'is not a plainly spelt address'),
  role: Role,
  locale: z.string().min(1).max(languageTagLengthMax).optional().meta({
    description: 'The language of the mail: en, fr, de, es or ja. Omitted: that of Accept-Language, else English.',
  }),
});
/** Body of PATCH /v1/members/{id}. */
export const ChangeMemberRequest = z.object({ role: Role });
/** Query of GET /v1/audit_log. */
export const AuditQuery = z.object({
  action: z.enum(AUDIT_ACTIONS).optional(),
  limit: integerText(1, auditLimitMax, auditLimitDefault),
  page_token: z.string().min(1).max(pageTokenLengthMax).optional(),
});

/** A key on the wire, without its text. */
const KeyResource = z.looseObject({
  key_id: z.string(),
  name: z.string(),
  prefix: z.string().meta({ description: 'The first characters of the key, to tell keys apart.' }),
  scopes: z.array(z.string()),
  quota: z.int().nullable().meta({
    description:
      'Calls per rolling 30 days. Null: the key has no quota, as the one printed at the first start of a sandbox.',
  }),
  rate: z.looseObject({ per_second: z.int(), burst: z.int() }),
  mandate_only: z.boolean().meta({ description: 'It buys out of mandates alone.' }),
  created_at: z.string(),
  created_by: z
    .string()
    .optional()
    .meta({ description: 'The user who made it; absent for keys made on the command line.' }),
  created_through: z.string().optional().meta({
    description: "The program that made it in that user's name, by OAuth; told for as long as the audit log is kept.",
  }),
  last_used_at: z.string().optional().meta({ description: 'To the minute; absent until the first use.' }),
});
/** A new key with its text, which is shown this once. */
export const KeyResourceWithText = KeyResource.extend({ key: z.string() });
export const KeyList = z.looseObject({ api_keys: z.array(KeyResource) });
export const KeyRevoked = z.looseObject({ key_id: z.string(), revoked: z.literal(true) });

/** A member on the wire. */
export const MemberResource = z.looseObject({
  user_id: z.string(),
  role: z.string(),
  email: z.string().optional(),
  name: z.string().optional(),
  is_email_verified: z.boolean(),
  joined_at: z.string(),
});
export const MemberList = z.looseObject({ members: z.array(MemberResource) });
export const MemberRemoved = z.looseObject({ user_id: z.string(), removed: z.literal(true) });

/** An open invitation on the wire. Its link is only in the mail. */
export const InvitationResource = z.looseObject({
  invitation_id: z.string(),
  email: z.string(),
  role: z.string(),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export const InvitationList = z.looseObject({ invitations: z.array(InvitationResource) });
export const InvitationWithdrawn = z.looseObject({ invitation_id: z.string(), withdrawn: z.literal(true) });

export const AuditLog = z.looseObject({
  events: z.array(
    z.looseObject({
      audit_id: z.string(),
      at: z.string(),
      action: z.string().meta({ description: 'More will be added.' }),
      actor: z.looseObject({
        kind: z.string().meta({ description: '`user`, `api_key`, `admin` (the command line) or `system`.' }),
        id: z.string().optional(),
      }),
      target: z.string().optional().meta({ description: 'The id of what was acted upon.' }),
      detail: z.record(z.string(), z.unknown()),
      request_id: z.string().optional(),
      remote_address: z.string().optional(),
    }),
  ),
  next_page_token: z.string().optional(),
});

/** A key without its text. `createdThrough`: the program that made it. */
export function presentKey(key: ApiKey, createdThrough: string | undefined): z.infer<typeof KeyResource> {
  return {
    key_id: key.keyId,
    name: key.name,
    prefix: key.prefix,
    scopes: [...(key.scopes ?? ALL_SCOPES)],
    quota: key.quotaCalls ?? null,
    rate: { per_second: key.rate.perSecond, burst: key.rate.burst },
    mandate_only: key.isMandateOnly,
    created_at: key.createdAt.toISOString(),
    ...(key.createdBy === undefined ? {} : { created_by: key.createdBy }),
    ...(createdThrough === undefined ? {} : { created_through: createdThrough }),
    ...(key.lastUsedAt === undefined ? {} : { last_used_at: key.lastUsedAt.toISOString() }),
  };
}

/** A key just made, with its text. */
export function presentKeyWithText({ key, text, createdThrough }: KeyWithText): z.infer<typeof KeyResourceWithText> {
  return { ...presentKey(key, createdThrough), key: text };
}

/** A member. */
export function presentMember({
  userId,
  role,
  email,
  name,
  emailVerifiedAt,
  createdAt,
}: User): z.infer<typeof MemberResource> {
  return {
    user_id: userId,
    role,
    is_email_verified: emailVerifiedAt !== undefined,
    joined_at: createdAt.toISOString(),
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
  };
}

/** An open invitation. */
export function presentInvitation({
  invitationId,
  email,
  role,
  invitedBy,
  createdAt,
  expiresAt,
}: OpenInvitation): z.infer<typeof InvitationResource> {
  return {
    invitation_id: invitationId,
    email,
    role,
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

/** A page of the audit log. */
export function presentAuditLog({ events, nextPageToken }: AuditPage): z.infer<typeof AuditLog> {
  return {
    events: events.map(presentEvent),
    ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }),
  };
}

function presentEvent({
  auditId,
  at,
  action,
  actor,
  target,
  detail,
  requestId,
  remoteAddress,
}: AuditEvent): z.infer<typeof AuditLog>['events'][number] {
  return {
    audit_id: auditId,
    at: at.toISOString(),
    action,
    actor: { kind: actor.kind, ...(actor.id === undefined ? {} : { id: actor.id }) },
    detail,
    ...(target === undefined ? {} : { target }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(remoteAddress === undefined ? {} : { remote_address: remoteAddress }),
  };
}
