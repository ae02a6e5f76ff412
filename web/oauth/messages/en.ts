import type { OAuthMessages } from '../wording.ts';

/** English. */
export const en: OAuthMessages = {
  access: 'Access',
  testMode: 'Test mode. Nothing here is a real booking and no real money moves.',
  scopes: {
    search: 'Search flights, hotels and rental cars',
    book: 'Build trips and start their payment',
    manage: 'See, change, cancel and refund bookings; manage API keys, members and webhooks',
  },
  mayDo: (organization) => `With the account of ${organization} it could:`,
  otherOrganization: 'Another organization? Choose it on your account’s page, then load this page again.',
  signedInAs: (account) => `Signed in as ${account}`,
  allow: 'Allow',
  deny: 'Do not allow',
  consent: {
    title: (name) => `Allow ${name} to use your account?`,
    text: 'This application wants to act for you. It does not learn your password.',
    sentBackTo: 'You are sent back to',
    saysItIs: 'Says it belongs to',
    unchecked: 'It registered itself. We have not checked its name or who is behind it.',
    takeBack: 'You can take the access back at any time under “Applications”.',
  },
  device: {
    title: 'Connect a device',
    text: (name) => `Type the code that ${name} shows on your device.`,
    label: 'Code',
    hint: 'Eight letters, for example BCDF-GHJK',
    next: 'Continue',
    missing: 'Enter the code.',
    unknown: 'This code is unknown, used or older than ten minutes. Check it, or start again on the device.',
    confirmTitle: (name) => `Allow ${name} to use your account?`,
    confirmText: 'Does your device show exactly this code?',
    warning:
      'Only go on if you have just started this yourself. Whoever sent you a code or a link would get access to your account.',
  },
  done: {
    allowed: (name) => ({
      title: 'Your device is connected',
      text: `${name} may use your account now. You can close this page and go on there.`,
    }),
    denied: (name) => ({ title: 'Not connected', text: `${name} has got no access. You can close this page.` }),
  },
  applications: {
    title: 'Applications',
    text: 'These applications may act for you.',
    none: 'No application has access to your account.',
    since: (day) => `Since ${day}`,
    lastUsed: (day) => `Last renewed ${day}`,
    revoke: 'Take access back',
    revokeOf: (name) => `Take access back from ${name}`,
    revoked: 'The access has been taken back.',
    keys: 'An API key that an application made belongs to the organization and goes on working: end it among its keys.',
    keysLink: 'API keys',
  },
  failed: {
    title: 'This request cannot be carried out',
    text: 'The application has asked for something that is not possible. Go back to it and try again.',
    unknownClient:
      'This service does not know the application, or no longer does. Remove the connection in the application and add it again.',
    detail: 'For its developers',
  },
  closed: {
    form_stale: { title: 'Please try again', text: 'This form could not be trusted. Nothing was changed.' },
    request_over: {
      title: 'This request is over',
      text: 'It took too long, was answered already, or began in another browser. Start again in the application.',
    },
    too_many_attempts: { title: 'Too many attempts', text: 'Wait a few minutes and try again.' },
  },
  again: 'Try again',
};
