import type { MailMessages } from '../wording.ts';

/** English. */
export const en: MailMessages = {
  subjects: {
    confirmed: (ref) => `Your booking ${ref} is confirmed`,
    partial: (ref) => `Part of your trip is booked (${ref})`,
    failed: (ref) => `We could not book your trip (${ref})`,
    refunded: (ref, amount) => `Your refund of ${amount} (${ref})`,
    cancelled: (ref) => `Your cancellation (${ref})`,
    changed: (ref) => `Your booking ${ref} has been changed`,
    rescheduled: {
      times: (ref) => `New times for your booking ${ref}`,
      flights: (ref) => `New flights for your booking ${ref}`,
      cancelled: (ref) => `Flight cancelled: your booking ${ref}`,
    },
  },
  testMode: 'Test mode: nothing is really booked and no real money moves.',
  refunded: {
    title: 'Your refund is on its way',
    text: (amount) =>
      `${amount} goes back to the card you paid with. Depending on your bank it can take some days to arrive.`,
    cancelledTitle: 'Your cancellation is done',
    cancelledText: 'Under the conditions of this booking nothing is refunded.',
    cancelledHeading: 'Cancelled',
    money: 'Refund',
    paid: 'Paid',
    retained: 'Cancellation cost',
    collected: 'Charged on the spot',
    setByPlace: 'set by the property',
    back: 'Refunded',
    rest: 'The rest of your booking stays as it is.',
  },
  changed: {
    title: 'Your booking has been changed',
    text: 'This is how you travel now. Your booking reference stays the same.',
    now: 'Now',
    before: 'Before',
    even: 'The change costs nothing.',
    nothingNow: 'Nothing is paid now for the change.',
    atCounter: {
      more: (amount) => `At the rental desk you pay ${amount} more than before.`,
      less: (amount) => `At the rental desk you pay ${amount} less than before.`,
    },
    paid: (amount) => `You paid ${amount} for the change.`,
    refunded: (amount) => `${amount} goes back to the card you paid with.`,
  },
  rescheduled: {
    title: {
      times: 'Your times have changed',
      flights: 'Your flights have changed',
      cancelled: 'The airline has cancelled your flight',
    },
    accepted: 'This holds now. Your booking reference stays the same.',
    link: {
      times: 'Accept the new times, change or cancel',
      flights: 'Accept the new flights, change or cancel',
      cancelled: 'Cancel or change',
    },
    heading: {
      times: 'New times',
      flights: 'New flights',
      cancelled: 'What is no longer flown',
    },
  },
  notices: {
    declined: {
      subject: (ref) => `Your request was declined (${ref})`,
      title: 'Your request was declined',
      text: 'Nothing was cancelled or changed: your booking stands as it was, and nothing was charged for the request.',
    },
    cancelled_elsewhere: {
      subject: (ref) => `Your booking ${ref}: a flight was cancelled`,
      title: 'Your flight booking was cancelled',
      text: 'It was cancelled at the airline, and not through us. What comes back is not known yet: our staff are finding out and decide. You get another mail then. Nothing was paid back so far.',
    },
  },
  quoted: (text) => `“${text}”`,
  why: (ref) => `You get this mail because this address is the contact of booking ${ref}.`,
  colon: ': ',
};
