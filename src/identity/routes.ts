import { chooseLanguage } from '../../web/checkout/messages.ts';
import { type AnyRoute, defineRoute, type RequestInfo } from '../platform/http/route.ts';
import { asId } from '../platform/ids.ts';
import { changeRole, listMembers, removeMember } from './members/change-members.ts';
import {
  AuditLog,
  AuditQuery,
  ChangeMemberRequest,
  IdParams,
  InvitationList,
  InvitationResource,
  InvitationWithdrawn,
  InviteRequest,
  KeyList,
  KeyResourceWithText,
  KeyRevoked,
  MakeKeyRequest,
  MemberList,
  MemberRemoved,
  MemberResource,
  presentAuditLog,
  presentInvitation,
  presentKey,
  presentKeyWithText,
  presentMember,
} from './contract.ts';
import { inviteMember, listInvitations, withdrawInvitation } from './members/invite-member.ts';
import { makeKeyForUser, requireKeyOfReplay } from './keys/make-key-for-user.ts';
import { readAuditLog } from './read-audit-log.ts';
import { listKeys, listProgramsOfKeys } from './read-organization.ts';
import { actorOf } from './record-audit.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';

/** A user's credential that may only search or book manages nothing: otherwise it could make itself a key that does. */
const shared = { tag: 'Account', access: 'user', scope: 'manage', cost: 0 } as const;
const writes = { isReadOnly: false, isIdempotent: false, isDestructive: false } as const;
const destroys = { ...writes, isDestructive: true } as const;
const reads = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;

const listKeysRoute = defineRoute({
  ...shared,
  operationId: 'list_api_keys',
  method: 'GET',
  path: '/v1/api_keys',
  summary: 'List active API keys',
  description: 'Names, scopes, limits and last use; never the keys themselves.',
  isWrite: false,
  response: KeyList,
  refusals: [],
  tool: reads,
  async handle({ app, caller }) {
    const keys = await listKeys(app, caller.organizationId);
    const programs = await listProgramsOfKeys(
      app,
      caller.organizationId,
      keys.map(({ keyId }) => keyId),
    );
    return { api_keys: keys.map((key) => presentKey(key, programs.get(key.keyId))) };
  },
});

const makeKeyRoute = defineRoute({
  ...shared,
  operationId: 'create_api_key',
  method: 'POST',
  path: '/v1/api_keys',
  summary: 'Create an API key',
  description:
    'The answer holds the key in full, once. A key is never edited: to rotate, make a new one, switch over, revoke the old one. At most 100 keys work at a time. ' +
    'An Idempotency-Key repeats the answer only to the very credential that made the key, and only while the key works.',
  isWrite: true,
  body: MakeKeyRequest,
  response: KeyResourceWithText,
  status: 201,
  refusals: ['state_conflict', 'resource_not_found'],
  tool: writes,
  example: { name: 'checkout server', scopes: ['search', 'book'] },
  isIdempotentPerCredential: true,
  checkReplay: requireKeyOfReplay,
  async handle({ app, caller, body, request }) {
    const { name, scopes, quota, rate, mandate_only: isMandateOnly } = body;
    return presentKeyWithText(
      await makeKeyForUser(
        app,
        { caller, request },
        {
          name,
          scopes,
          isMandateOnly,
          quotaCalls: quota,
          rate: rate && { perSecond: rate.per_second, burst: rate.burst },
          idempotency: request.idempotency,
        },
      ),
    );
  },
});

const revokeKeyRoute = defineRoute({
  ...shared,
  operationId: 'delete_api_key',
  method: 'DELETE',
  path: '/v1/api_keys/:id',
  summary: 'Revoke an API key',
  description: 'It stops working within a second, everywhere.',
  isWrite: true,
  params: IdParams,
  unknownId: 'No API key has this id.',
  response: KeyRevoked,
  refusals: ['resource_not_found'],
  tool: destroys,
  async handle({ app, caller, params, request }) {
    const keyId = asId('apiKey', params.id);
    await revokeApiKey(app, { organizationId: caller.organizationId, keyId, actor: actorOf(caller), request });
    return { key_id: keyId, revoked: true as const };
  },
});

const listMembersRoute = defineRoute({
  ...shared,
  operationId: 'list_members',
  method: 'GET',
  path: '/v1/members',
  summary: 'List members',
  description: 'Who they are, their roles and since when they belong.',
  isWrite: false,
  response: MemberList,
  refusals: [],
  tool: reads,
  async handle({ app, caller }) {
    return { members: (await listMembers(app, caller)).map(presentMember) };
  },
});

const changeMemberRoute = defineRoute({
  ...shared,
  operationId: 'update_member',
  method: 'PATCH',
  path: '/v1/members/:id',
  summary: "Update a member's role",
  description: 'Owners only. The last owner stays one.',
  isWrite: true,
  params: IdParams,
  unknownId: 'No member has this id.',
  body: ChangeMemberRequest,
  response: MemberResource,
  refusals: ['owner_required', 'resource_not_found', 'state_conflict'],
  tool: { ...writes, isIdempotent: true },
  example: { role: 'owner' },
  async handle({ app, caller, params, body, request }) {
    return presentMember(await changeRole(app, { caller, request }, asId('user', params.id), body.role));
  },
});

const removeMemberRoute = defineRoute({
  ...shared,
  operationId: 'delete_member',
  method: 'DELETE',
  path: '/v1/members/:id',
  summary: 'Remove a member, or leave',
  description:
    'Owners remove anybody, everybody may leave; the last owner stays. Their tokens and sessions stop within a second; keys they made stay, for they belong to the organization.',
  isWrite: true,
  params: IdParams,
  unknownId: 'No member has this id.',
  response: MemberRemoved,
  refusals: ['owner_required', 'resource_not_found', 'state_conflict'],
  tool: destroys,
  async handle({ app, caller, params, request }) {
    const userId = asId('user', params.id);
    await removeMember(app, { caller, request }, userId);
    return { user_id: userId, removed: true as const };
  },
});

const inviteRoute = defineRoute({
  ...shared,
  operationId: 'create_invitation',
  method: 'POST',
  path: '/v1/members/invitations',
  summary: 'Invite a member',
  description:
    'Owners only. The link is mailed to the address, works once, and lapses after seven days. Inviting an address again replaces the invitation before it. ' +
    'Somebody who has an account already joins with it, after signing in. Links end when whoever sent them is no owner any more.',
  isWrite: true,
  body: InviteRequest,
  response: InvitationResource,
  status: 201,
  refusals: ['owner_required', 'state_conflict', 'resource_not_found'],
  tool: writes,
  example: { email: 'robin@example.com', role: 'member' },
  async handle({ app, caller, body, request }) {
    const { email, role } = body;
    const language = chooseLanguage(body.locale, acceptLanguageOf(request));
    return presentInvitation(
      await inviteMember(app, { caller, request }, { email, role, language, idempotency: request.idempotency }),
    );
  },
});

const listInvitationsRoute = defineRoute({
  ...shared,
  operationId: 'list_invitations',
  method: 'GET',
  path: '/v1/members/invitations',
  summary: 'List open invitations',
  description: 'Those that have been neither taken up nor withdrawn and have not lapsed.',
  isWrite: false,
  response: InvitationList,
  refusals: [],
  tool: reads,
  async handle({ app, caller }) {
    return { invitations: (await listInvitations(app, caller)).map(presentInvitation) };
  },
});

const withdrawInvitationRoute = defineRoute({
  ...shared,
  operationId: 'delete_invitation',
  method: 'DELETE',
  path: '/v1/members/invitations/:id',
  summary: 'Revoke an invitation',
  description: 'Owners only. Its link stops working at once.',
  isWrite: true,
  params: IdParams,
  unknownId: 'No open invitation has this id.',
  response: InvitationWithdrawn,
  refusals: ['owner_required', 'resource_not_found'],
  tool: destroys,
  async handle({ app, caller, params, request }) {
    await withdrawInvitation(app, { caller, request }, params.id);
    return { invitation_id: params.id, withdrawn: true as const };
  },
});

const auditLogRoute = defineRoute({
  ...shared,
  operationId: 'audit_log',
  method: 'GET',
  path: '/v1/audit_log',
  summary: 'List audit log events, newest first',
  description:
    'Every security-relevant act: who, what, when and from where. Kept for 400 days; a sandbox reset leaves it as it is.',
  isWrite: false,
  query: AuditQuery,
  response: AuditLog,
  refusals: [],
  tool: reads,
  async handle({ app, caller, query }) {
    return presentAuditLog(
      await readAuditLog(app, caller, { action: query.action, limit: query.limit, pageToken: query.page_token }),
    );
  },
});

/** Every operation of this folder. */
export const identityRoutes: readonly AnyRoute[] = [
  listKeysRoute,
  makeKeyRoute,
  revokeKeyRoute,
  listMembersRoute,
  changeMemberRoute,
  removeMemberRoute,
  inviteRoute,
  listInvitationsRoute,
  withdrawInvitationRoute,
  auditLogRoute,
];

function acceptLanguageOf({ headers }: RequestInfo): string | undefined {
  const header = headers['accept-language'];
  return typeof header === 'string' ? header : undefined;
}
