// @ts-check
/** Flights, hotels or cars to choose from. */
import { make, recordOf, recordsOf, textOf } from './dom.js';
import { connect, note } from './host.js';
import { amountOf, chooseButton, facts, leftOut } from './parts.js';

/** @typedef {import('./dom.js').Data} Data */
/** @typedef {import('./host.js').Host} Host */

const SHOWN_AT_FIRST = 5;

/** @param {Data} data @param {Host} host */
function showOffers(data, host) {
  const { live_offers: flights, hotels, offers: cars } = data;
  // In full detail an answer has other fields than those a card shows: to show none of them would say they are unknown.
  const isFull =
    recordsOf(flights).some((offer) => offer['outbound_flight'] !== undefined) ||
    recordsOf(hotels).some((hotel) => recordsOf(hotel['rooms']).some((room) => room['room_name'] !== undefined)) ||
    recordsOf(cars).some((offer) => offer['vehicle'] !== undefined);
  if (isFull) return note('This answer, in full detail, is shown as text in the conversation.');
  if (Array.isArray(flights)) return page(data, 'flights', 'live_offers', (offer) => flight(data, offer, host));
  if (Array.isArray(hotels)) return page(data, 'hotels', 'hotels', (hotel) => stay(hotel, host));
  if (Array.isArray(cars)) return page(data, 'cars', 'offers', (offer) => car(offer, host));
  return note('Nothing was found to choose from. The conversation says why.');
}

/** @param {Data} data @param {string} what @param {string} list @param {(entry: Data) => Node} entry */
function page(data, what, list, entry) {
  const found = recordsOf(data[list]);
  if (found.length === 0) return note(`No ${what} were found.`);
  const days = [textOf(data['out_day']), textOf(data['back_day'])].filter((day) => day !== undefined).join(' to ');
  const match = textOf(data['match_note']);
  return make(
    'section',
    { 'aria-labelledby': 'title' },
    make('h1', { id: 'title' }, `${found.length} ${what}${days === '' ? '' : `, ${days}`}`),
    make('p', { class: 'quiet' }, 'Prices are for everyone, as the seller says them now. Times are local.'),
    match === undefined ? undefined : make('p', {}, match),
    ...listOf(found.map((one) => make('li', { class: 'entry' }, entry(one)))),
    leftOut(data, list),
  );
}

/** The first few entries, and a button that shows the rest: a card stands in a conversation.
 * @param {readonly HTMLElement[]} entries */
function listOf(entries) {
  const rest = entries.slice(SHOWN_AT_FIRST);
  const list = make('ul', {}, ...entries);
  if (rest.length === 0) return [list];
  for (const entry of rest) entry.hidden = true;
  const more = make('button', { type: 'button', class: 'more' }, `Show ${rest.length} more`);
  more.addEventListener('click', () => {
    for (const entry of rest) entry.hidden = false;
    more.remove();
    const [next] = rest;
    next?.setAttribute('tabindex', '-1');
    next?.focus();
  });
  return [list, more];
}

/** @param {Data} data @param {Data} offer @param {Host} host */
function flight(data, offer, host) {
  const out = saying(offer['out']);
  const back = textOf(offer['back']);
  const code = /^[A-Z0-9]{2}/.exec(out)?.[0] ?? '';
  const airline = textOf(recordOf(data['airline_names'])[code]);
  return group(
    airline ?? 'Flight',
    [
      ['Out', out],
      ['Back', back],
    ],
    recordsOf(offer['fares']).map((fare) =>
      choice(host, {
        handle: fare['trip_item_token'],
        name: [textOf(fare['brand']) ?? 'Fare', textOf(fare['cabin'])],
        price: fare['price'],
        rows: [
          ['Bags', saying(fare['bags'])],
          ['Refund', saying(fare['refund'])],
          ['Change', saying(fare['change'])],
        ],
      }),
    ),
  );
}

/** @param {Data} hotel @param {Host} host */
function stay(hotel, host) {
  return group(
    textOf(hotel['name']) ?? 'Hotel',
    [
      ['Stars', saying(hotel['stars'])],
      ['Guests say', textOf(hotel['rating'])],
      ['Distance', hotel['km'] === undefined ? undefined : `${String(hotel['km'])} km`],
    ],
    recordsOf(hotel['rooms']).flatMap((room) =>
      recordsOf(room['rates']).map((rate) =>
        choice(host, {
          handle: rate['offer_id'],
          name: [textOf(room['room']) ?? 'Room', textOf(rate['plan'])],
          price: rate['price'],
          rows: [
            ['Meals', saying(rate['board'])],
            ['At the hotel', amountOf(rate['at_property'])],
            ['Refund', saying(rate['refund'])],
          ],
        }),
      ),
    ),
  );
}

/** @param {Data} offer @param {Host} host */
function car(offer, host) {
  const vehicle = textOf(offer['car']) ?? 'Car';
  return group(
    vehicle,
    [
      ['Company', saying(offer['vendor'])],
      ['Pick up', saying(offer['pick_up'])],
      ['Drop off', textOf(offer['drop_off'])],
    ],
    [
      choice(host, {
        handle: offer['offer_id'],
        name: [offer['on_request'] === true ? 'On request: the desk has to confirm' : 'Rental'],
        what: vehicle,
        price: offer['price'],
        rows: [
          ['At the desk', amountOf(offer['at_desk'])],
          ['Deposit', amountOf(offer['deposit'])],
          ['Kilometres', saying(offer['km'])],
          ['Fuel', saying(offer['fuel'])],
          ['Refund', saying(offer['refund'])],
        ],
      }),
    ],
  );
}

/** What was said of a thing; that nobody said anything is said. @param {unknown} value */
function saying(value) {
  return textOf(value) ?? 'unknown';
}

/** @param {string} name @param {readonly (readonly [string, string | undefined])[]} rows
 * @param {readonly Node[]} choices */
function group(name, rows, choices) {
  return make('div', {}, make('h2', {}, name), facts(rows), ...choices);
}

/** @typedef {{ handle: unknown, name: readonly (string | undefined)[], what?: string, price: unknown,
 *   rows: readonly (readonly [string, string | undefined])[] }} Choice */
/** @param {Host} host @param {Choice} choice */
function choice(host, { handle, name, what, price, rows }) {
  const [text, cost] = [name.filter((part) => part !== undefined).join(', '), amountOf(price) ?? 'price unknown'];
  return make(
    'div',
    { class: 'choice' },
    make('div', {}, make('span', {}, text), facts(rows)),
    make('span', { class: 'price' }, cost),
    chooseButton(host, handle, `${what ?? text}, ${cost}`),
  );
}

connect('bly-offers', showOffers);
