import type { UserRole } from '../../src/platform/security/roles.ts';
import type { PageLanguage } from '../checkout/messages.ts';

/** What can be wrong with a field of a form. */
export type FieldProblem =
  | 'missing'
  | 'email_invalid'
  | 'too_short'
  | 'too_long'
  | 'common'
  | 'simple'
  | 'own_words'
  | 'keys_full';
export type Problems = Readonly<Record<string, FieldProblem>>;
export type MailPurpose = 'sign_up' | 'reset' | 'verify';
export type DoneKind = 'password_set' | 'password_changed' | 'signed_out_everywhere';
/** Why a page has nothing to offer. */
export type ClosedReason =
  | 'form_stale'
  | 'link_gone'
  | 'invitation_gone'
  | 'locked'
  | 'too_often'
  | 'by_invitation'
  | 'email_taken'
  | 'not_allowed';
export type AccountSection = 'overview' | 'changes' | 'approvals' | 'members' | 'applications' | 'security';
export type MemberRole = UserRole;
export type KeyScope = 'search' | 'book' | 'manage';

/** The application that a person signs in or up for. It named itself when it registered. */
export interface ApplicationView {
  readonly name: string;
  /** Where its answer goes: a host, or the scheme of a program. */
  readonly place: string;
  /** It is a program on the device of the browser it opened, so an answer given on another device does not reach it. */
  readonly isLocal: boolean;
}

/** What a person came for, and gets to once they are signed in. */
export interface OnwardView {
  /** A path of this service. */
  readonly path: string;
  readonly application: ApplicationView | undefined;
  /** This is another browser than the one it began in, so it may be another device. */
  readonly isElsewhere: boolean;
}

/** A form as it was typed, and what is wrong with it. */
interface FormView {
  readonly csrf: string;
  /** By the field's name; passwords are never shown again. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problems: Problems;
}

/** Pages of somebody who is not signed in. */
export type SignInView =
  | (FormView & { readonly kind: 'sign_up' })
  | (FormView & {
      readonly kind: 'sign_in';
      readonly isWrong: boolean;
      readonly hasEnded: boolean;
      readonly mayJoin: boolean;
    })
  | (FormView & { readonly kind: 'forgot' })
  | (FormView & {
      readonly kind: 'reset';
      readonly path: string;
      readonly email: string;
      readonly linkKind: 'reset' | 'welcome';
    })
  | (FormView & { readonly kind: 'verify'; readonly path: string; readonly email: string; readonly isWrong: boolean })
  | (FormView & {
      readonly kind: 'join';
      readonly path: string;
      readonly email: string;
      readonly organizationName: string;
      readonly role: MemberRole;
    })
  | CheckMailView
  /** On the way to a path of ours. */
  | { readonly kind: 'go_on'; readonly path: string }
  | { readonly kind: 'done'; readonly what: DoneKind }
  | { readonly kind: 'closed'; readonly reason: ClosedReason };

/** The answer to a request for a mail, whatever becomes of it. */
export interface CheckMailView {
  readonly kind: 'check_mail';
  readonly purpose: MailPurpose;
  /** The folder mails are stored in, where they are not sent. */
  readonly outbox: string | undefined;
  /** In the sandbox nobody has to wait for the mail. */
  readonly maySignIn: boolean;
}

/** What stands on every page of somebody who is signed in. */
export interface Member {
  readonly csrf: string;
  readonly who: string;
  readonly isOwner: boolean;
}
export interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly KeyScope[];
  /** It buys out of mandates alone. */
  readonly isMandateOnly: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  /** Calls in 30 days; undefined for a key without quota. */
  readonly quota: { readonly limit: number; readonly remaining: number } | undefined;
}
export interface PersonView {
  readonly id: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly role: MemberRole;
  readonly isMe: boolean;
  readonly isVerified: boolean;
  readonly joinedAt: Date;
}
export interface InvitationView {
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly expiresAt: Date;
}
export interface EventView {
  readonly at: Date;
  readonly action: string;
  readonly actorKind: 'user' | 'api_key' | 'admin' | 'system';
  /** A name or an address where one is known, else an id. */
  readonly actor: string | undefined;
  readonly remoteAddress: string | undefined;
}
export type MembersProblem = 'last_owner' | 'taken' | 'too_many' | 'no_mail';

/** Pages of somebody who is signed in. */
export type MemberView =
  | {
      readonly kind: 'overview';
      readonly organizationId: string;
      readonly organizationName: string;
      readonly environment: 'sandbox' | 'production';
      /** Undefined: calls are not counted. */
      readonly balance: number | undefined;
      readonly keys: readonly KeyView[];
      /** Calls in 30 days that a new key starts with; undefined where calls are not counted. */
      readonly newKeyQuota: number | undefined;
      readonly typed: Readonly<Record<string, string>>;
      readonly problems: Problems;
    }
  | { readonly kind: 'key_created'; readonly key: string; readonly name: string }
  | { readonly kind: 'revoke_key'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'members';
      readonly people: readonly PersonView[];
      readonly invitations: readonly InvitationView[];
      readonly typed: Readonly<Record<string, string>>;
      readonly problems: Problems;
      readonly problem: MembersProblem | undefined;
      readonly invited: string | undefined;
      readonly outbox: string | undefined;
    }
  | { readonly kind: 'remove_member'; readonly id: string; readonly who: string }
  | {
      readonly kind: 'security';
      readonly events: readonly EventView[];
      readonly problems: Problems;
      readonly isWrong: boolean;
    };

/** The reader's language and what a page must carry. */
export interface PageFacts {
  readonly language: PageLanguage;
  readonly nonce: string;
  readonly isSandbox: boolean;
}
