import type {
  AccountSection,
  ClosedReason,
  DoneKind,
  FieldProblem,
  MailPurpose,
  MemberRole,
  OrganizationProblem,
  SecurityProblem,
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
    readonly organization: string;
    readonly organizationHint: string;
    readonly code: string;
    readonly codeHint: string;
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
  readonly signUp: Notice & {
    readonly nameHint: string;
    readonly submit: string;
    readonly haveAccount: string;
    /** Where the sandbox's first organization has no owner: what its key does. */
    readonly claimHeading: string;
    readonly claimText: string;
    readonly firstKey: string;
  };
  /** Between the password and the session. */
  readonly secondFactor: Notice & { readonly submit: string; readonly back: string };
  readonly switcher: { readonly label: string; readonly choose: string };
  readonly found: {
    readonly heading: string;
    readonly text: string;
    readonly submit: string;
    readonly problems: Readonly<Record<OrganizationProblem, string>>;
  };
  readonly leave: {
    readonly link: string;
    readonly title: (organization: string) => string;
    readonly text: string;
    /** For somebody who belongs to nothing else. */
    readonly isLast: string;
    readonly submit: string;
  };
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
    /** To somebody who has an account and is not signed in. */
    readonly signInFirst: string;
    readonly asMember: (who: string, role: string) => string;
    readonly otherAccount: (invited: string, who: string) => string;
    readonly problems: Readonly<Record<'member_already' | 'full', string>>;
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
  readonly toSecurity: string;
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
  /** Where keys, members and everything else of an organization are. */
  readonly console: {
    readonly heading: string;
    readonly text: string;
    readonly keys: string;
    readonly members: string;
    readonly open: string;
  };
  readonly cancel: string;
  readonly forPerson: (what: string, who: string) => string;
  readonly security: {
    readonly passwordHeading: string;
    readonly passwordText: string;
    readonly changePassword: string;
    readonly everywhere: string;
    readonly problems: Readonly<Record<SecurityProblem, string>>;
    readonly factor: {
      readonly heading: string;
      readonly text: string;
      readonly on: string;
      readonly since: (day: string) => string;
      readonly codesLeft: (count: number) => string;
      readonly required: string;
      readonly setUp: string;
      readonly renewCodes: string;
      readonly switchOff: string;
      readonly everybody: string;
      readonly everybodyOff: string;
      readonly everybodyOn: string;
      readonly askEverybody: string;
      readonly askNobody: string;
    };
    readonly setup: {
      readonly title: string;
      readonly scan: string;
      readonly qrLabel: string;
      readonly cannotScan: string;
      readonly type: string;
      readonly codeHint: string;
      readonly submit: string;
    };
    readonly recovery: Notice & { readonly done: string };
    readonly sessions: {
      readonly heading: string;
      readonly text: string;
      readonly current: string;
      readonly unknownDevice: string;
      readonly seen: (moment: string) => string;
      readonly started: (moment: string) => string;
      readonly end: string;
      readonly endOthers: string;
    };
    readonly eventsHeading: string;
    readonly eventsText: string;
    readonly noEvents: string;
    readonly actors: Readonly<Record<'user' | 'api_key' | 'admin' | 'system', string>>;
    /** By the wire's name; one that is not here is shown under that name. */
    readonly actions: Readonly<Record<string, string>>;
    readonly from: (address: string) => string;
  };
  readonly mails: Readonly<
    Record<
      | 'verify'
      | 'already_registered'
      | 'reset'
      | 'password_changed'
      | 'locked_out'
      | 'codes_locked'
      | 'second_factor_on'
      | 'second_factor_off'
      | 'recovery_code_used',
      MailMessages
    >
  > & {
    readonly hello: (name: string) => string;
    readonly why: string;
  };
}
