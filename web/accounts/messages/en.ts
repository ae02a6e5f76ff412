import type { AccountMessages } from '../wording.ts';
import { security } from './security-en.ts';

/** English. */
export const en: AccountMessages = {
  account: 'Account',
  fields: {
    organization: 'Organization',
    organizationHint: 'The name of your company or team. Members and invited people see it.',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
    email: 'Email address',
    name: 'Your name',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    passwordHint:
      'At least 12 characters. Several words that have nothing to do with each other are strong and easy to remember.',
    missing: 'Please fill in this field.',
    problems: {
      missing: 'Please fill in this field.',
      email_invalid: 'This does not look like an email address. It should be like name@example.com.',
      too_short: 'This password is too short. Take at least 12 characters; one more word is the easiest way.',
      too_long: 'This is longer than 256 characters.',
      common: 'This password is among those that are tried first. Take words that do not belong together.',
      simple: 'This password follows a simple pattern. Take something that cannot be continued by guessing.',
      first_key_wrong:
        'This is not the first key of an organization that nobody owns yet. Leave the field empty for an organization of your own.',
      own_words:
        'This password is little more than your name or address. Take something that has nothing to do with you.',
    },
  },
  problemsHeading: 'Please check what is marked below.',
  signUp: {
    title: 'Create an account',
    text: 'One account for your organization: keys, members and credit in one place.',
    nameHint: 'It is shown to the members of your organization.',
    submit: 'Create account',
    haveAccount: 'I have an account: sign in',
    claimHeading: 'Own the organization of this sandbox’s first key',
    claimText:
      'When the sandbox was first started it made an organization and showed its key once, in the terminal or in a file. Nobody owns it yet. Paste that key and you become its owner, with everything booked with it. Without the key you get an organization of your own.',
    firstKey: 'First API key (optional)',
  },
  secondFactor: {
    title: 'Enter your code',
    text: 'Your account is protected by a second factor.',
    submit: 'Sign in',
    back: 'Start again',
  },
  switcher: { label: 'Organization', choose: 'Switch to' },
  found: {
    heading: 'Another organization',
    text: 'It has keys, members and bookings of its own, and you own it. You switch between your organizations at the top of the page.',
    submit: 'Create organization',
    problems: {
      unverified: 'Confirm your address first, by the link in the mail.',
      too_many: 'You belong to as many organizations as one person can.',
    },
  },
  leave: {
    link: 'Leave',
    title: (organization) => `Leave ${organization}?`,
    text: 'You lose access to it at once. Keys you have created go on working: they belong to the organization. Only an owner can invite you again.',
    isLast: 'It is your only organization: your account ends with it.',
    submit: 'Leave organization',
  },
  signIn: {
    title: 'Sign in',
    text: 'To manage keys and members of your organization.',
    submit: 'Sign in',
    wrong: 'This email address and password do not fit together.',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet? Create one',
    ended: 'Please sign in. For your safety a session ends after twelve hours without use.',
  },
  forgot: {
    title: 'Forgot your password?',
    text: 'Tell us your email address. If it has an account, we send it a link to choose a new password.',
    submit: 'Send the link',
    back: 'Back to signing in',
  },
  reset: {
    titles: { reset: 'Choose a new password', welcome: 'Choose a password' },
    text: (email) => `For ${email}. Every browser that is signed in will be signed out.`,
    submit: 'Save password',
  },
  verify: {
    title: 'Confirm your address',
    text: (email) =>
      `Type the password that the account for ${email} was created with. So nobody can have you confirm an account that is not yours.`,
    submit: 'Confirm and sign in',
    wrong: 'This is not the password the account was created with.',
  },
  join: {
    title: (organization) => `Join ${organization}`,
    text: (email, role) => `You have been invited as ${email}. Your role: ${role}.`,
    submit: 'Join',
    signInFirst: 'You have an account with this address. Sign in, and this organization is added to it.',
    asMember: (who, role) =>
      `You are signed in as ${who}. This organization is added to your account. Your role: ${role}.`,
    otherAccount: (invited, who) =>
      `This invitation is for ${invited}, and you are signed in as ${who}. Sign out, then open the link of the mail again.`,
    problems: {
      member_already: 'You are a member of this organization already.',
      full: 'You belong to as many organizations as one person can.',
    },
  },
  checkMail: {
    title: 'Check your mail',
    texts: {
      sign_up: 'We have sent you a mail. Its link confirms your address.',
      reset: 'If the address has an account, a mail with a link is on its way. The link works for an hour.',
      verify: 'Your address is not confirmed yet. We have sent you the link again.',
    },
    spam: 'Nothing there after a few minutes? Look into the spam folder.',
    outbox: 'This sandbox sends no mail. You find it in this folder of the server:',
    signInAlready: 'In the sandbox you need not wait for it:',
  },
  done: {
    password_set: { title: 'Your password is saved', text: 'You can sign in with it now.' },
    password_changed: {
      title: 'Your password has been changed',
      text: 'You have been signed out everywhere. Please sign in with the new one.',
    },
    signed_out_everywhere: {
      title: 'You are signed out everywhere',
      text: 'No browser is signed in to your account any more.',
    },
    left: { title: 'You have left', text: 'It was your only organization: your account has ended.' },
  },
  closed: {
    form_stale: {
      title: 'Please try again',
      text: 'This form could not be trusted, perhaps because it was open for long or cookies are turned off. Nothing was changed.',
    },
    invitation_gone: {
      title: 'This invitation no longer works',
      text: 'It was accepted already, withdrawn, or is too old. Ask whoever invited you for a new one.',
    },
    link_gone: {
      title: 'This link no longer works',
      text: 'It has been used, is too old, or was replaced by a newer one.',
    },
    locked: {
      title: 'Too many failed attempts',
      text: 'For a quarter of an hour no more passwords are tried for this address from here. A new password, by mail, ends the wait.',
    },
    too_often: {
      title: 'One moment please',
      text: 'There have been very many requests from your network. Please try again in a quarter of an hour.',
    },
    by_invitation: {
      title: 'Accounts are by invitation',
      text: 'Ask an owner of your organization, or whoever runs this service, to invite you.',
    },
    not_allowed: { title: 'Only owners may do this', text: 'Ask an owner of your organization.' },
    not_member: {
      title: 'This is not one of your organizations',
      text: 'You are no member of it, or no longer. Nothing was changed.',
    },
    last_owner: {
      title: 'You are the last owner',
      text: 'An organization keeps at least one owner. Make somebody else an owner first, then leave.',
    },
    codes_locked: {
      title: 'Too many wrong codes',
      text: 'For a quarter of an hour no code is taken for this account.',
    },
    factor_required: {
      title: 'Set up a second factor first',
      text: 'This organization asks it of every member. It takes a minute and an authenticator app.',
    },
  },
  goOn: { title: 'You are signed in', link: 'Continue' },
  application: {
    text: (name, place) =>
      `You are here for ${name} (${place}). Once you are signed in, we ask whether it may use your account.`,
    mailLeadsOn: (name) => `The link in the mail leads on to ${name}.`,
    confirmedAlready: 'Confirmed your address on another device?',
    invitationLeadsOn: (name) =>
      `Open the link of the invitation in this browser within a day, and it leads on to ${name}. Later, start again from ${name}.`,
    elsewhere: (name) =>
      `${name} waits on the device where you began. Is that another device? Then go back to it and sign in there: from here, your answer cannot reach ${name}.`,
    goOn: (name) => `Continue with ${name}`,
  },
  toSignIn: 'Sign in',
  toSignUp: 'Create an account',
  toForgot: 'Choose a new password',
  toAccount: 'Back to the account',
  toSecurity: 'Set up a second factor',
  sections: {
    overview: 'Organization',
    changes: 'Waiting changes',
    approvals: 'Approvals',
    applications: 'Applications',
    security: 'Security',
  },
  sectionsLabel: 'Account',
  signOut: 'Sign out',
  signedInAs: (who) => `Signed in as ${who}`,
  roles: {
    owner: 'Owner',
    admin: 'Admin',
    member: 'Member',
    support: 'Support',
    read_only: 'Read only',
  },
  organization: {
    heading: 'Organization',
    name: 'Name',
    environment: 'Environment',
    environments: { sandbox: 'Sandbox', production: 'Production' },
    balance: 'Balance',
    credits: (amount) => `${amount} credits`,
    unlimited: 'Unlimited',
    id: 'Id',
  },
  console: {
    heading: 'Keys, members, bookings',
    text: 'The console has keys, members and bookings; your role says what you may change there.',
    keys: 'API keys',
    members: 'Members',
    open: 'Open the console',
  },
  cancel: 'Cancel',
  forPerson: (what, who) => `${what}: ${who}`,
  security,
  mails: {
    hello: (name) => `Hello ${name},`,
    why: 'You get this mail because this address was entered at Bly. Nobody can read your password, not even we.',
    verify: {
      subject: 'Confirm your email address',
      title: 'Confirm your address',
      text: 'somebody, hopefully you, has created an account with this address.',
      link: 'Confirm my address',
      note: 'The link works for three days. If it was not you, do nothing: without you the account is not confirmed.',
    },
    already_registered: {
      subject: 'You already have an account',
      title: 'You already have an account',
      text: 'somebody, perhaps you, wanted to create an account with this address. It has one already, and nothing was changed.',
      link: 'Sign in',
      note: 'Forgot the password? The sign-in page helps. If it was not you, there is nothing to do.',
    },
    reset: {
      subject: 'Choose a new password',
      title: 'Choose a new password',
      text: 'somebody, hopefully you, asked for a new password for this address.',
      link: 'Choose a new password',
      note: 'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
    },
    password_changed: {
      subject: 'Your password was changed',
      title: 'Your password was changed',
      text: 'the password of your account was changed just now, and every browser was signed out.',
      link: 'It was not me: choose another password',
      note: 'If it was you, there is nothing to do.',
    },
    locked_out: {
      subject: 'Too many failed sign-ins',
      title: 'Too many failed sign-ins',
      text: 'somebody has tried ten wrong passwords for your account. For a quarter of an hour they can try no more. Browsers you have signed in with before are not affected.',
      link: 'Choose a new password',
      note: 'If it was you, a new password ends the wait. If not, a long password of your own keeps them out.',
    },
    codes_locked: {
      subject: 'Too many wrong codes',
      title: 'Too many wrong codes',
      text: 'somebody has typed your right password, then five wrong codes. For a quarter of an hour no code is taken.',
      link: 'It was not me: choose another password',
      note: 'If it was not you, somebody knows your password: choose another one now.',
    },
    second_factor_on: {
      subject: 'Your second factor is on',
      title: 'Your second factor is on',
      text: 'from now on signing in to your account asks for a code beside the password. Every other browser was signed out.',
      link: 'It was not me: choose another password',
      note: 'Keep your recovery codes where you find them without your telephone.',
    },
    second_factor_off: {
      subject: 'Your second factor is off',
      title: 'Your second factor is off',
      text: 'the second factor of your account was turned off just now. Signing in asks for the password alone.',
      link: 'It was not me: choose another password',
      note: 'If it was not you, choose another password and set up a second factor again.',
    },
    recovery_code_used: {
      subject: 'A recovery code was used',
      title: 'A recovery code was used',
      text: 'somebody, hopefully you, has used one of your recovery codes just now. It works no more.',
      link: 'It was not me: choose another password',
      note: 'On the security page you make new ones when few are left.',
    },
  },
};
