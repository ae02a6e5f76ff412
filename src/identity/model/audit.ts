import type { OrganizationId } from '../../platform/ids.ts';

/** Every security-relevant act there is. Names are the wire's; more will be added. */
export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.limits_changed',
  'organization.claimed',
  'organization.second_factor_required',
  'member.joined',
  'member.invited',
  'member.invitation_withdrawn',
  'member.role_changed',
  'member.removed',
  'api_key.created',
  'api_key.revoked',
  'user.signed_up',
  'user.signed_in',
  'user.sign_in_failed',
  'user.locked_out',
  'user.signed_out',
  'user.email_verified',
  'user.password_reset_requested',
  'user.password_reset',
  'user.password_changed',
  'user.organization_chosen',
  'user.session_ended',
  'user.second_factor_set_up',
  'user.second_factor_failed',
  'user.second_factor_removed',
  'user.recovery_codes_made',
  'user.recovery_code_used',
  'oauth.consent_granted',
  'oauth.device_approved',
  'oauth.token_reuse_detected',
  'oauth.grant_revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'supplier_account.created',
  'supplier_account.changed',
  'supplier_account.deleted',
  'supplier.switched_off',
  'supplier.switched_on',
  'organization.supply_changed',
  'organization.profile_changed',
  'mandate.granted',
  'mandate.declined',
  'mandate.revoked',
  'purchase.approved',
  'purchase.declined',
  'mandate_issuers.changed',
  'pricing_rules.changed',
  'credits.changed',
  'booking.note_added',
  'booking.mail_resent',
  'booking.retried',
  'booking.change_requested',
  'booking.change_decided',
  'booking.erased',
  'sandbox.reset',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Entries are retained this long; the database refuses to delete younger ones (migrations/0023_members.sql). */
export const auditRetentionDays = 400;

/** One entry of the audit log: who did what to what, when and from where. Never holds a secret. */
export interface AuditEvent {
  readonly organizationId: OrganizationId;
  readonly auditId: string;
  /** Real time. */
  readonly at: Date;
  readonly actor: { readonly kind: 'user' | 'api_key' | 'admin' | 'system'; readonly id: string | undefined };
  readonly action: AuditAction;
  /** The id of what was acted upon. */
  readonly target: string | undefined;
  readonly detail: Readonly<Record<string, string | number | boolean | string[]>>;
  readonly requestId: string | undefined;
  readonly remoteAddress: string | undefined;
}
