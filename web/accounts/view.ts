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
  | 'first_key_wrong';
export type Problems = Readonly<Record<string, FieldProblem>>;
export type MailPurpose = 'sign_up' | 'reset' | 'verify';
export type DoneKind = 'password_set' | 'password_changed' | 'signed_out_everywhere' | 'left';
/** Why a page has nothing to offer. */
export type ClosedReason =
  | 'form_stale'
  | 'link_gone'
  | 'invitation_gone'
  | 'locked'
  | 'too_often'
  | 'by_invitation'
  | 'not_allowed'
  | 'not_member'
  | 'last_owner'
  | 'codes_locked'
  | 'factor_required';
export type AccountSection = 'overview' | 'changes' | 'approvals' | 'applications' | 'security';
export type MemberRole = UserRole;

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
  /** `mayClaim`: the sandbox's first organization has no owner yet. */
  | (FormView & { readonly kind: 'sign_up'; readonly mayClaim: boolean })
  /** The password was right; `ticket` says so, sealed. */
  | (FormView & { readonly kind: 'second_factor'; readonly ticket: string; readonly isWrong: boolean })
  /** An invitation to somebody who has an account: they sign in first. */
  | {
      readonly kind: 'join_sign_in';
      readonly email: string;
      readonly organizationName: string;
      readonly role: MemberRole;
    }
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
  /** Everything the person belongs to; one of them is the one this page is about. */
  readonly organizations: readonly OrganizationChoice[];
}
/** An organization of a person, to be switched to. */
export interface OrganizationChoice {
  readonly id: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly isChosen: boolean;
}
/** A signed-in browser of the person's. */
export interface SessionView {
  readonly id: string;
  /** The browser and its system, as far as it named itself; undefined: it did not. */
  readonly device: string | undefined;
  /**
   * The address the sign-in came from; undefined for sessions that began before it was stored. Where that is, nobody
   * guesses.
   */
  readonly remoteAddress: string | undefined;
  readonly startedAt: Date;
  /** To the minute. */
  readonly seenAt: Date;
  readonly isCurrent: boolean;
}
/** How a person's second factor stands. */
export interface FactorView {
  /** Undefined: there is none. */
  readonly since: Date | undefined;
  readonly recoveryCodesLeft: number;
  /** The organization asks it of every member. */
  readonly isRequired: boolean;
}
/** What the security page reports above everything. */
export type SecurityProblem =
  | 'password_wrong'
  | 'code_wrong'
  | 'factor_missing'
  | 'factor_exists'
  | 'still_required'
  | 'setup_over';
export type OrganizationProblem = 'unverified' | 'too_many';
export interface EventView {
  readonly at: Date;
  readonly action: string;
  readonly actorKind: 'user' | 'api_key' | 'admin' | 'system';
  /** A name or an address where one is known, else an id. */
  readonly actor: string | undefined;
  readonly remoteAddress: string | undefined;
}

/** Pages of somebody who is signed in. */
export type MemberView =
  | {
      readonly kind: 'overview';
      readonly organizationId: string;
      readonly organizationName: string;
      readonly environment: 'sandbox' | 'production';
      /** Undefined: calls are not counted. */
      readonly balance: number | undefined;
      /** Whether the person may make another organization here. */
      readonly mayFound: boolean;
      readonly problem: OrganizationProblem | undefined;
      readonly typed: Readonly<Record<string, string>>;
      readonly problems: Problems;
    }
  | {
      readonly kind: 'security';
      readonly events: readonly EventView[];
      readonly sessions: readonly SessionView[];
      readonly factor: FactorView;
      readonly problems: Problems;
      readonly problem: SecurityProblem | undefined;
    }
  | { readonly kind: 'leave'; readonly organizationName: string; readonly isLast: boolean }
  | {
      readonly kind: 'join_as_member';
      readonly path: string;
      readonly organizationName: string;
      readonly role: MemberRole;
      /** Whom the invitation went to, where that is not who is signed in. */
      readonly otherEmail: string | undefined;
      readonly problem: 'member_already' | 'full' | undefined;
    }
  | {
      readonly kind: 'factor_setup';
      readonly secret: string;
      readonly uri: string;
      readonly isWrong: boolean;
    }
  | { readonly kind: 'recovery_codes'; readonly codes: readonly string[] };

/** The reader's language and what a page must carry. */
export interface PageFacts {
  readonly language: PageLanguage;
  readonly nonce: string;
  readonly isSandbox: boolean;
}
