// @ts-check
/** A trip, or its quote and the page to pay it. */
import { make, recordOf, recordsOf, textOf } from './dom.js';
import { connect, note } from './host.js';
import { amountOf, facts, momentOf, notation, pageLink } from './parts.js';

/** @typedef {import('./dom.js').Data} Data */
/** @typedef {import('./host.js').Host} Host */

/** @param {Data} data @param {Host} host */
function showTrip(data, host) {
  const { trip_id: id, quote, travelers } = data;
  if (textOf(id) === undefined) return note('This answer is no trip: the conversation says what it is.');
  const total = amountOf(data['total'] ?? data['total_amount'] ?? data['totals']);
  const held = recordOf(quote);
  return make(
    'section',
    { 'aria-labelledby': 'title' },
    make(
      'h1',
      { id: 'title' },
      textOf(data['booking_ref']) === undefined ? 'Your trip' : `Booked: ${String(data['booking_ref'])}`,
    ),
    make('p', { class: 'total' }, total ?? 'Total unknown until it is priced'),
    data['price_changed'] === true
      ? make('p', { class: 'unknown' }, `The price has changed${previous(data['previous_price'])}.`)
      : undefined,
    make('ul', {}, ...recordsOf(data['items']).map((item) => make('li', { class: 'entry' }, ...tripItem(item)))),
    facts([
      ['Status', textOf(data['status'])],
      ['Travelers', Array.isArray(travelers) ? travelers.map(nameOf).join('\n') || undefined : undefined],
      ['Paid later', laterOf(data['due_later'])],
      ['Service fee', amountOf(data['service_fee'])],
      ['Quote', textOf(data['quote_id']) ?? textOf(held['status'])],
      ['Holds until', momentOf(data['quote_id'] === undefined ? held['expires_at'] : data['expires_at'])],
      ['Content', data['content_hash'] === undefined ? undefined : notation(data['content_hash'])],
      ['Trip', notation(id)],
    ]),
    ...recordsOf(data['warnings']).map((warning) => make('p', { class: 'unknown' }, textOf(warning['message']) ?? '')),
    pageLink(host, data['checkout_url'], 'Open the page to pay'),
  );
}

/** @param {Data} item @returns {readonly (Node | undefined)[]} */
function tripItem(item) {
  return [
    make('h2', {}, textOf(item['description']) ?? textOf(item['kind']) ?? 'Item'),
    facts([
      ['Price', amountOf(item['price']) ?? 'unknown'],
      ['Before', amountOf(item['previous_price'])],
      ['Bags', textOf(item['bags'])],
      ['Refund', textOf(item['refund']) ?? textOf(item['refundable'])],
      ['Change', textOf(item['change'])],
      ['At the hotel', amountOf(item['at_property'])],
      ['At the desk', amountOf(item['at_desk'])],
      ['Deposit', amountOf(item['deposit'])],
      ['Status', textOf(item['status'])],
      ['Problem', textOf(item['problem']) ?? textOf(recordOf(item['problem'])['message'])],
    ]),
  ];
}

/** @param {unknown} price */
function previous(price) {
  const before = amountOf(price);
  return before === undefined ? '' : `: it was ${before}`;
}

/** A traveler in one line; in full detail by their names. @param {unknown} traveler */
function nameOf(traveler) {
  const line = textOf(traveler);
  const { first_name: first, last_name: last } = recordOf(traveler);
  return line ?? [first, last].map((part) => textOf(part) ?? '').join(' ');
}

/** What is paid at a hotel or a desk, a line each; an amount that nobody stated is unknown. @param {unknown} due */
function laterOf(due) {
  const lines = recordsOf(due).map((one) => {
    const amount = typeof one['amount'] === 'string' ? one['amount'] : amountOf(one);
    return [amount ?? 'unknown amount', textOf(one['where'])].filter((part) => part !== undefined).join(' at the ');
  });
  return lines.join('\n') || undefined;
}

connect('bly-trip', showTrip);
