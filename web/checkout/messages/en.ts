import type { Messages } from '../wording.ts';

const TYPES = { ADULT: 'Adult', CHILD: 'Child', INFANT: 'Infant' } as const;
const PLURALS = { ADULT: 'adults', CHILD: 'children', INFANT: 'infants' } as const;
const bags = (pieces: number, kilograms: number | undefined, one: string, many: string) =>
  `${pieces === 1 ? `1 ${one}` : `${pieces} ${many}`}${kilograms === undefined ? '' : `, ${kilograms} kg`}`;

/** English. */
export const en: Messages = {
  languageName: 'English', formatLocale: 'en-GB', checkout: 'Checkout',
  errorTitle: (title) => `Error: ${title}`, skipToPayment: 'Skip to payment', chooseLanguage: 'Language',
  testMode: 'Test mode. No real money moves: pay with 4242 4242 4242 4242, any future date, any code.',
  trip: { heading: 'Your trip', outbound: 'Outbound', inbound: 'Return', flight: (number) => `Flight ${number}`, details: 'Flight details' },
  nonstop: 'Nonstop', stops: (count, cities) => (count === 1 ? `1 stop in ${cities}` : `${count} stops: ${cities}`),
  layover: (duration, city) => `${duration} in ${city}`, terminal: (name) => `Terminal ${name}`, operatedBy: (carrier) => `Operated by ${carrier}`,
  daysLater: (count) => (count === 1 ? 'arrives next day' : `arrives ${count} days later`), duration: (hours, minutes) => (hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`),
  localTimes: 'All times are local.',
  cabin: { economy: 'Economy', premium_economy: 'Premium economy', business: 'Business', first: 'First' },
  travelers: 'Travelers', contact: 'Contact', travelerType: TYPES,
  travelerCount: (type, count) => (count === 1 ? `1 ${TYPES[type].toLowerCase()}` : `${count} ${PLURALS[type]}`),
  included: 'Included in your fare',
  checkedBags: (pieces, kilograms) => (pieces === 0 ? 'No checked bag' : bags(pieces, kilograms, 'checked bag', 'checked bags')),
  cabinBags: (pieces, kilograms) => (pieces === 0 ? 'No cabin bag' : bags(pieces, kilograms, 'cabin bag', 'cabin bags')),
  perPerson: 'per person', seatIncluded: 'Seat selection', seat: (seatNumber) => `Seat ${seatNumber}`,
  extras: { heading: 'Your extras', checked_bag: (kilograms) => `Checked bag, ${kilograms} kg`, carry_on: (kilograms) => `Large cabin bag, ${kilograms} kg` },
  rules: {
    heading: 'Changes and refunds', changeFree: 'You can change your flight free of charge; a fare difference may apply.',
    changeFee: (fee) => `You can change your flight for ${fee} per person, plus any fare difference.`, changeNever: 'This fare cannot be changed.',
    refundFree: 'You can cancel before departure and get your money back.',
    refundFee: (fee) => `You can cancel before departure for a fee of ${fee} per person.`, refundNever: 'This fare is not refundable.',
    noShowFree: 'If you do not turn up for the flight, there is no extra fee.',
    noShowFee: (fee) => `If you do not turn up for the flight, a fee of ${fee} per person applies.`,
    noShowNever: 'If you do not turn up for the flight, its value is lost.',
  },
  summary: { heading: 'Price', fare: 'Fare', total: 'Total', taxesIncluded: 'Taxes and charges included', was: 'was', paid: 'Total paid' },
  outcome: { booked: 'Booked', open: 'Not confirmed yet', not_booked: 'Not booked, not charged' }, refused: 'Not confirmed by the airline',
  confirmationNumber: 'Airline confirmation number',
  hold: {
    label: 'Price held for', time: (minutes, seconds) => `${minutes} min ${seconds} s`,
    ended: 'The price is no longer held. We check it again before any money is taken.',
  },
  moved: {
    title: 'The price has changed', text: (before, after) => `It was ${before} and is now ${after}.`, accept: (total) => `I accept the new total of ${total}`,
    review: 'Accept the new price',
  },
  payment: 'Payment',
  labels: { holder: 'Name on card', number: 'Card number', expiry: 'Expiry date', security_code: 'Security code' },
  hints: { expiry: 'MM / YY', securityCode: '3 or 4 digits' },
  problemsHeading: 'Please check your details',
  cardAgain: 'For your safety card details are not kept: please enter them again.', toCard: 'Go to the card details',
  problems: {
    holder: { missing: 'Enter the name as it stands on the card.', invalid: 'Enter the name as it stands on the card.', expired: '' },
    number: { missing: 'Enter the card number.', invalid: 'This card number is not complete or has a typing error.', expired: '' },
    expiry: { missing: 'Enter the expiry date.', invalid: 'Enter month and year, for example 09/28.', expired: 'This card has expired.' },
    security_code: { missing: 'Enter the security code.', invalid: 'The security code has 3 or 4 digits.', expired: '' },
    accept: { missing: 'Confirm that you accept the new price.', invalid: 'Confirm that you accept the new price.', expired: '' },
  },
  pay: (total) => `Pay ${total}`, confirmNothing: 'Confirm booking', chargeNote: 'You are charged after the booking, and only for what is booked.',
  declined: {
    title: 'The payment was not accepted',
    reasons: {
      insufficient_funds: 'The card has insufficient funds. Try another card.', processing_error: 'The payment could not be processed. Please try again.',
      authentication_failed: 'Your bank did not confirm the payment. Try again or use another card.', expired_card: 'The card has expired. Try another card.',
      test_card_required: 'This is a test: only test cards work, such as 4242 4242 4242 4242.',
    },
    other: 'Your bank declined the card. You have not been charged. Try another card.',
  },
  challenge: { title: 'Confirm with your bank', text: 'Your bank wants to be sure that it is you who is paying.', approve: 'Confirm payment', reject: 'Reject payment' },
  processing: { title: 'One moment', text: 'We are waiting for your bank. This page updates by itself; please do not pay again.' },
  checking: { title: 'Checking the price', text: 'The price of this trip is being checked with the airline. Nothing has been paid. This page updates by itself.' },
  booking: { title: 'Payment accepted', text: 'We are booking your trip now. This page updates by itself.', slow: 'The airline is taking its time to confirm. You can close this page and come back later.' },
  confirmed: { title: 'You are booked', text: 'Keep your booking reference: with your last name it identifies your booking.' },
  partial: {
    title: 'Part of your trip is booked',
    text: 'What could not be booked is not charged; that part of the amount held on your card is released. Keep your booking reference: with your last name it identifies what is booked.',
  },
  reference: 'Booking reference',
  referenceForQuestions: 'Reference for questions', nothingCharged: 'Nothing was charged: any amount held on your card is released.', chooseAgain: 'Go back to where you planned your trip and choose again.',
  failed: {
    not_booked: { title: 'We could not book your trip', text: 'The airline did not confirm the booking.' },
    expired_quote: {
      title: 'We could not keep the price',
      text: 'Your payment was confirmed only after the price had run out. By then the trip cost more or was no longer available, so we did not book it.',
    },
    unpaid: { title: 'We could not book your trip', text: 'The hold on your card ended before the airline had confirmed, so we gave the booking up.' },
  },
  closed: {
    link_expired: { title: 'This link has expired', text: 'Payment links work for four hours. Ask for a new one where you planned your trip.' },
    trip_changed: { title: 'This trip has changed', text: 'It was changed after this link was made. Ask for a new link where you planned your trip.' },
    trip_cancelled: { title: 'This trip is no longer for sale', text: 'It was cancelled or has expired. You have not been charged.' },
    item_gone: { title: 'Sold out', text: 'Part of this trip can no longer be bought at any price we were given. You have not been charged.' },
    unknown: { title: 'Nothing here', text: 'There is no payment at this address. Check the link you were given.' },
    form_stale: { title: 'Please try again', text: 'This form could not be trusted. Open the payment page again and repeat. You have not been charged.' },
    too_many_attempts: { title: 'Too many attempts', text: 'Please wait a minute before you try again. You have not been charged.' },
    supplier_silent: { title: 'The price could not be checked', text: 'The airline did not answer. You have not been charged. Please try again in a moment.' },
  },
  reload: 'Reload this page',
};
