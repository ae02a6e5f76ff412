import type { Handle, Tx } from '../../platform/db/db.ts';
import { asId, type OrganizationId, type UserId } from '../../platform/ids.ts';
import type { UserRole } from '../../platform/security/roles.ts';
import { foldEmail } from '../model/user.ts';

interface InvitationRow {
  organization_id: string;
  invitation_id: string;
  role: UserRole;
  email: string;
  email_folded: string;
  language: string;
  token_hash: string;
  token_sealed: string | null;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  withdrawn_at: Date | null;
}
interface OrganizationNameRow {
  organization_id: string;
  name: string;
  environment: 'sandbox' | 'production';
}
type InvitationTables = { member_invitation: InvitationRow; organization: OrganizationNameRow };

/** An invitation that has been neither accepted nor withdrawn; it may have expired. */
export interface OpenInvitation {
  readonly organizationId: OrganizationId;
  readonly invitationId: string;
  readonly email: string;
  readonly role: UserRole;
  readonly invitedBy: UserId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** An invitation with what its mail shows. */
export interface InvitationToMail extends OpenInvitation {
  readonly organizationName: string;
  readonly language: string;
  /** The link's token, sealed for as long as its mail has not gone out. */
  readonly tokenSealed: string;
}

/** An invitation found by its link. */
export interface InvitationByToken extends OpenInvitation {
  readonly organizationName: string;
  readonly environment: 'sandbox' | 'production';
}

const tables = (h: Handle) => h.q.withTables<InvitationTables>();
const openInvitations = (h: Handle) =>
  tables(h).selectFrom('member_invitation').where('accepted_at', 'is', null).where('withdrawn_at', 'is', null);

/** Writes an invitation with its token: as a hash to be found by, sealed until its mail has gone out. */
export async function insertInvitation(
  tx: Tx,
  invitation: OpenInvitation,
  mail: { readonly language: string; readonly tokenHash: string; readonly tokenSealed: string },
): Promise<void> {
  const { organizationId, invitationId, email, role, invitedBy, createdAt, expiresAt } = invitation;
  await tables(tx)
    .insertInto('member_invitation')
    .values({
      organization_id: organizationId,
      invitation_id: invitationId,
      role,
      email,
      email_folded: foldEmail(email),
      language: mail.language,
      token_hash: mail.tokenHash,
      token_sealed: mail.tokenSealed,
      invited_by: invitedBy,
      created_at: createdAt,
      expires_at: expiresAt,
      accepted_at: null,
      withdrawn_at: null,
    })
    .execute();
}

/** An open invitation by its link: the third look-up that cannot know the organization beforehand. */
export async function findInvitationByHash(h: Handle, tokenHash: string): Promise<InvitationByToken | undefined> {
  const row = await tables(h)
    .selectFrom('member_invitation')
    .innerJoin('organization', 'organization.organization_id', 'member_invitation.organization_id')
    .selectAll('member_invitation')
    .select(['organization.name as organization_name', 'organization.environment'])
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row && { ...toInvitation(row), organizationName: row.organization_name, environment: row.environment };
}

/** An open invitation of an organization. */
export async function findOpenInvitation(
  h: Handle,
  organizationId: OrganizationId,
  invitationId: string,
): Promise<OpenInvitation | undefined> {
  const row = await openInvitations(h)
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('invitation_id', '=', invitationId)
    .executeTakeFirst();
  return row && toInvitation(row);
}

/** An open invitation whose mail has not gone out yet. */
export async function findInvitationToMail(
  h: Handle,
  { organizationId, invitationId }: Pick<OpenInvitation, 'organizationId' | 'invitationId'>,
): Promise<InvitationToMail | undefined> {
  const row = await openInvitations(h)
    .innerJoin('organization', 'organization.organization_id', 'member_invitation.organization_id')
    .selectAll('member_invitation')
    .select('organization.name as organization_name')
    .where('member_invitation.organization_id', '=', organizationId)
    .where('invitation_id', '=', invitationId)
    .executeTakeFirst();
  if (row === undefined || row.token_sealed === null) return undefined;
  return {
    ...toInvitation(row),
    organizationName: row.organization_name,
    language: row.language,
    tokenSealed: row.token_sealed,
  };
}

/** Forgets the token: its mail has gone out, or never will. */
export async function clearSealedToken(
  h: Handle,
  { organizationId, invitationId }: Pick<OpenInvitation, 'organizationId' | 'invitationId'>,
): Promise<void> {
  await tables(h)
    .updateTable('member_invitation')
    .set({ token_sealed: null })
    .where('organization_id', '=', organizationId)
    .where('invitation_id', '=', invitationId)
    .execute();
}

/** Open invitations that still work, oldest first. */
export async function listOpenInvitations(
  h: Handle,
  organizationId: OrganizationId,
  filter: { readonly now: Date; readonly limit: number },
): Promise<readonly OpenInvitation[]> {
  const rows = await openInvitations(h)
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', filter.now)
    .orderBy('created_at')
    .orderBy('invitation_id')
    .limit(filter.limit)
    .execute();
  return rows.map(toInvitation);
}

/** How many were made since an instant, whatever became of them. */
export async function countInvitationsSince(h: Handle, organizationId: OrganizationId, since: Date): Promise<number> {
  const row = await tables(h)
    .selectFrom('member_invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** How many somebody made in these organizations since an instant, whatever became of them. */
export async function countInvitationsBy(
  h: Handle,
  invitedBy: UserId,
  { organizationIds, since }: { readonly organizationIds: readonly OrganizationId[]; readonly since: Date },
): Promise<number> {
  const row = await tables(h)
    .selectFrom('member_invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', 'in', organizationIds)
    .where('invited_by', '=', invitedBy)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Ends an open invitation: false when somebody else was faster. */
export async function endInvitation(
  tx: Tx,
  { organizationId, invitationId }: Pick<OpenInvitation, 'organizationId' | 'invitationId'>,
  end: { readonly as: 'accepted' | 'withdrawn'; readonly at: Date },
): Promise<boolean> {
  const updated = await tables(tx)
    .updateTable('member_invitation')
    .set({ token_sealed: null, ...(end.as === 'accepted' ? { accepted_at: end.at } : { withdrawn_at: end.at }) })
    .where('organization_id', '=', organizationId)
    .where('invitation_id', '=', invitationId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Withdraws the open invitation of an address, whatever its age: another one takes its place. */
export async function withdrawInvitationOf(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
  at: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('member_invitation')
    .set({ token_sealed: null, withdrawn_at: at })
    .where('organization_id', '=', organizationId)
    .where('email_folded', '=', foldEmail(email))
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Withdraws the open invitations a user has sent, whatever their age; answers them. */
export async function withdrawInvitationsBy(
  tx: Tx,
  organizationId: OrganizationId,
  invitedBy: UserId,
  at: Date,
): Promise<readonly OpenInvitation[]> {
  const rows = await tables(tx)
    .updateTable('member_invitation')
    .set({ token_sealed: null, withdrawn_at: at })
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', invitedBy)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .execute();
  return rows.map(toInvitation);
}

/** Deletes invitations that expired before an instant, of every organization: housekeeping. */
export async function deleteInvitationsBefore(h: Handle, before: Date): Promise<void> {
  await tables(h).deleteFrom('member_invitation').where('expires_at', '<', before).execute();
}

function toInvitation(row: InvitationRow): OpenInvitation {
  return {
    organizationId: asId('organization', row.organization_id),
    invitationId: row.invitation_id,
    email: row.email,
    role: row.role,
    invitedBy: asId('user', row.invited_by),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
