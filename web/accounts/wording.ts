import type {
  AccountSection,
  ClosedReason,
  DoneKind,
  FieldProblem,
  MailPurpose,
  MemberRole,
  MembersProblem,
} from './view.ts';

/** A heading and a sentence. */
interface Notice {
  readonly title: string;
  readonly text: string;
}
/** A mail's words around its link. */
interface MailMessages {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  /** What the link says. */
  readonly link: string;
  readonly note: string;
}

/** Every sentence that only the account pages say. Once per language: a missing one does not compile. */
export interface AccountMessages {
  readonly account: string;
  readonly fields: {
    readonly email: string;
    readonly name: string;
    readonly password: string;
    readonly newPassword: string;
    readonly currentPassword: string;
    readonly passwordHint: string;
    readonly missing: string;
    readonly problems: Readonly<Record<FieldProblem, string>>;
  };
  readonly problemsHeading: string;
  readonly signUp: Notice & { readonly nameHint: string; readonly submit: string; readonly haveAccount: string };
  readonly signIn: Notice & {
    readonly submit: string;
    readonly wrong: string;
    readonly forgot: string;
    readonly noAccount: string;
    readonly ended: string;
  };
  readonly forgot: Notice & { readonly submit: string; readonly back: string };
  readonly reset: {
    readonly titles: Readonly<Record<'reset' | 'welcome', string>>;
    readonly text: (email: string) => string;
    readonly submit: string;
  };
  readonly verify: {
    readonly title: string;
    readonly text: (email: string) => string;
    readonly submit: string;
    readonly wrong: string;
  };
  readonly join: {
    readonly title: (organization: string) => string;
    readonly text: (email: string, role: string) => string;
    readonly submit: string;
  };
  readonly checkMail: {
    readonly title: string;
    readonly texts: Readonly<Record<MailPurpose, string>>;
    readonly spam: string;
    /** In the sandbox, where mails are stored in a folder. */
    readonly outbox: string;
    readonly signInAlready: string;
  };
  readonly done: Readonly<Record<DoneKind, Notice>>;
  readonly closed: Readonly<Record<ClosedReason, Notice>>;
  readonly goOn: { readonly title: string; readonly link: string };
  /** What pages before sign-in say about the application that a person came for. `place`: where its answer goes. */
  readonly application: {
    readonly text: (name: string, place: string) => string;
    readonly mailLeadsOn: (name: string) => string;
    readonly confirmedAlready: string;
    readonly invitationLeadsOn: (name: string) => string;
    /** For a program on a device, in another browser than the one that it opened. */
    readonly elsewhere: (name: string) => string;
    readonly goOn: (name: string) => string;
  };
  readonly toSignIn: string;
  readonly toSignUp: string;
  readonly toForgot: string;
  readonly toAccount: string;
  readonly sections: Readonly<Record<AccountSection, string>>;
  readonly sectionsLabel: string;
  readonly signOut: string;
  readonly signedInAs: (who: string) => string;
  readonly roles: Readonly<Record<MemberRole, string>>;
  readonly organization: {
    readonly heading: string;
    readonly name: string;
    readonly environment: string;
    readonly environments: Readonly<Record<'sandbox' | 'production', string>>;
    readonly balance: string;
    readonly credits: (amount: string) => string;
    readonly unlimited: string;
    readonly id: string;
  };
  readonly keys: {
    readonly heading: string;
    readonly none: string;
    readonly scopes: Readonly<Record<'search' | 'book' | 'manage', string>>;
    readonly created: (moment: string) => string;
    readonly used: (moment: string) => string;
    readonly unused: string;
    readonly quota: (remaining: string, limit: string) => string;
    readonly noQuota: string;
    readonly newQuota: (limit: string) => string;
    readonly newHeading: string;
    readonly name: string;
    readonly nameHint: string;
    readonly mandateOnly: string;
    readonly scopesLegend: string;
    readonly create: string;
    readonly revoke: string;
    readonly revokeNamed: (name: string) => string;
    readonly shown: Notice & { readonly label: string };
    readonly confirm: { readonly title: (name: string) => string; readonly text: string; readonly submit: string };
  };
  readonly cancel: string;
  readonly members: {
    readonly heading: string;
    readonly you: string;
    readonly unverified: string;
    readonly joined: (moment: string) => string;
    readonly makeOwner: string;
    readonly makeMember: string;
    readonly remove: string;
    readonly forPerson: (what: string, who: string) => string;
    readonly confirm: { readonly title: (who: string) => string; readonly text: string; readonly submit: string };
    readonly invitations: string;
    readonly noInvitations: string;
    readonly expires: (moment: string) => string;
    readonly withdraw: string;
    readonly inviteHeading: string;
    readonly invite: string;
    readonly role: string;
    readonly ownersOnly: string;
    readonly problems: Readonly<Record<MembersProblem, string>>;
    readonly invited: (email: string) => string;
  };
  readonly security: {
    readonly passwordHeading: string;
    readonly passwordText: string;
    readonly changePassword: string;
    readonly wrongCurrent: string;
    readonly everywhereHeading: string;
    readonly everywhereText: string;
    readonly everywhere: string;
    readonly eventsHeading: string;
    readonly eventsText: string;
    readonly noEvents: string;
    readonly actors: Readonly<Record<'user' | 'api_key' | 'admin' | 'system', string>>;
    /** By the wire's name; one that is not here is shown under that name. */
    readonly actions: Readonly<Record<string, string>>;
    readonly from: (address: string) => string;
  };
  readonly mails: Readonly<
    Record<'verify' | 'already_registered' | 'reset' | 'password_changed' | 'locked_out', MailMessages>
  > & {
    readonly hello: (name: string) => string;
    readonly why: string;
  };
}
