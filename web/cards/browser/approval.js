// @ts-check
/** A purchase that an agent proposes, or a budget it asks for. */
import { make, recordOf, recordsOf, textOf } from './dom.js';
import { connect, note } from './host.js';
import { amountOf, facts, momentOf, notation, pageLink, quoted } from './parts.js';

/** @typedef {import('./dom.js').Data} Data */
/** @typedef {import('./host.js').Host} Host */

/** What each state means for the person who looks; one that is not known is shown as it is. @type {Data} */
const MEANINGS = {
  within: 'Within the budget and its rules: the agent may buy it alone.',
  ask: 'A person has to approve it first.',
  refused: 'Against the budget or its rules: nobody can approve it.',
  approved: 'A person has approved it.',
  declined: 'A person has declined it.',
  requested: 'It waits for a person to approve it.',
  expired: 'It has run out: the agent has to propose again.',
  approval_required: 'A person has to approve it first.',
  approval_expired: 'Its approval has run out: the agent has to propose again.',
  reapproval_required: 'It has changed since it was approved: the agent has to propose again.',
  authorised: 'It is paid for; the booking is under way or done.',
  processing: 'The payment is under way.',
  requires_action: 'The bank asks for a person.',
  payment_declined: 'The payment was declined.',
  released: 'It could not be booked; nothing was charged.',
  proposed: 'It waits for an owner to grant it.',
  active: 'It is granted.',
};

/** @param {Data} data @param {Host} host */
function showApproval(data, host) {
  const isMandate = textOf(data['proposal_id']) === undefined;
  if (isMandate && textOf(data['mandate_id']) === undefined)
    return note('This answer asks for no approval: the conversation says what it is.');
  const terms = recordOf(data['terms']);
  const amount = amountOf(isMandate ? terms['budget'] : data['total']);
  return make(
    'section',
    { 'aria-labelledby': 'title' },
    make('h1', { id: 'title' }, isMandate ? 'A budget that an agent asks for' : 'A purchase that an agent proposes'),
    amount === undefined ? undefined : make('p', { class: 'total' }, amount),
    make('p', {}, make('span', { class: 'badge' }, stateOf(data)), ' ', textOf(MEANINGS[stateOf(data)]) ?? ''),
    isMandate ? mandateFacts(data, terms) : purchaseFacts(data),
    judgements(data['judgements']),
    make('p', { class: 'quiet' }, 'This card decides nothing. Owners decide on their own page, signed in.'),
    pageLink(host, data['approval_url'], 'Open the page to decide'),
    pageLink(host, data['checkout_url'], 'Open the page to pay'),
  );
}

/** The state a person asks about first: how buying it went, what was said to it, what the rules say.
 * @param {Data} data */
function stateOf(data) {
  const { outcome, status, decision } = data;
  if (textOf(outcome) !== undefined) return String(outcome);
  return status === 'open' ? (textOf(decision) ?? 'open') : (textOf(status) ?? 'unknown');
}

/** @param {Data} data */
function purchaseFacts(data) {
  const moved = data['is_content_changed'];
  return facts([
    ['At most', amountOf(data['total_max'])],
    ['Dearer by', amountOf(data['excess'])],
    ['Content', moved === true ? 'has changed since it was proposed' : undefined],
    ['Left before', amountOf(data['remaining_before'])],
    ['Left after', amountOf(data['remaining_after'])],
    ['Agent’s note', quoted(data['note'])],
    ['Declined because', quoted(data['decline_reason'])],
    ['Until', momentOf(data['expires_at'])],
    ['Booked as', textOf(data['booking_ref'])],
    ['Trip', data['trip_id'] === undefined ? undefined : notation(data['trip_id'])],
    ['Proposal', notation(data['proposal_id'])],
  ]);
}

/** @param {Data} data @param {Data} terms */
function mandateFacts(data, terms) {
  const { rules } = terms;
  return facts([
    ['Name', quoted(data['name'])],
    ['Agent', quoted(recordOf(data['agent'])['name'])],
    ['Agent’s reason', quoted(data['reason'])],
    ['Per trip', amountOf(terms['per_trip'])],
    ['Per item', amountOf(terms['per_item'])],
    ['Asks above', amountOf(terms['ask_above'])],
    ['Left', amountOf(data['remaining'])],
    ['From', momentOf(data['valid_from'])],
    ['Until', momentOf(data['valid_until'])],
    [
      'Rules',
      Array.isArray(rules) && rules.length > 0
        ? make('div', {}, ...rules.map((rule) => make('div', {}, notation(rule))))
        : 'none beyond the limits',
    ],
    ['Declined because', quoted(data['decline_reason'])],
    ['Mandate', notation(data['mandate_id'])],
  ]);
}

/** Limits and rules with what each says; what could not be decided is said to be unknown. @param {unknown} list */
function judgements(list) {
  const judged = recordsOf(list);
  if (judged.length === 0) return undefined;
  return make(
    'ul',
    { 'aria-label': 'Limits and rules' },
    ...judged.map(({ rule, verdict, wanted, found, excess }) => {
      const text = textOf(verdict) ?? 'unknown';
      const by = amountOf(excess);
      return make(
        'li',
        { class: 'entry' },
        make('span', { class: `badge ${['pass', 'fail', 'unknown'].includes(text) ? text : 'unknown'}` }, text),
        ' ',
        notation(rule),
        facts([
          ['Wanted', textOf(wanted) ?? 'unknown'],
          ['Found', textOf(found) ?? 'unknown'],
          ['Missed by', by],
        ]),
      );
    }),
  );
}

connect('bly-approval', showApproval);
