import { html, type Html } from '../kit/html.ts';
import { moneyText, requestHref, timeOf, wordsOf } from './parts.ts';
import type { EntryView } from './view.ts';

/** What codes mean, where their words alone would not say it. */
const TITLES: Readonly<Record<string, string>> = {
  'booking created': 'Booking began',
  'money quote': 'Price was quoted',
  'money authorise': 'Money was held',
  'money book': 'Booked at the supplier',
  'money capture': 'Money was taken',
  'money release': 'Money was let go',
  'money refund': 'Money was given back',
  'money penalty': 'Penalty',
  'payment trip.captured': 'Payment started, captured since',
  'payment trip.authorised': 'Payment started, held since',
  'payment trip.declined': 'Payment declined',
  'payment trip.released': 'Payment started, released since',
  'note note': 'Note',
  'audit booking.mail_resent': 'Mail sent again',
  'audit booking.retried': 'Tried again',
  'audit booking.change_requested': 'Asked for in the console',
  'audit booking.change_decided': 'Case decided',
  'audit booking.erased': 'Traveler data erased',
};
/** What became of a mail. */
const MAIL_STATUSES: Readonly<Record<string, string>> = {
  pending: 'waits to be sent',
  sent: 'sent',
  rejected: 'refused by the receiver',
  failed: 'could not be sent',
  skipped: 'not sent',
};
const KINDS: Readonly<Record<string, string>> = {
  booking: 'Booking',
  payment: 'Payment',
  money: 'Ledger',
  supplier: 'Supplier',
  change: 'Change',
  event: 'Event',
  mail: 'Mail',
  note: 'Note',
  audit: 'People',
};

/** Everything that happened, newest first: who looks after a booking begins with the end. */
export function renderTimeline(entries: readonly EntryView[], people: ReadonlyMap<string, string>): Html {
  return html`<ol class="timeline">${entries.toReversed().map((entry) => renderEntry(entry, people))}</ol>`;
}

/** An entry in words: `Mail: confirmed, sent`. */
export function titleOf({ kind, what }: Pick<EntryView, 'kind' | 'what'>): string {
  const known = TITLES[`${kind} ${what}`];
  if (known !== undefined) return known;
  if (kind === 'event') return what;
  if (kind === 'mail')
    return `${wordsOf(what.split('.')[0] ?? '')}: ${MAIL_STATUSES[what.split('.')[1] ?? ''] ?? what}`;
  return wordsOf(what);
}

function renderEntry(entry: EntryView, people: ReadonlyMap<string, string>): Html {
  const {
    at,
    kind,
    outcome,
    detail,
    amount,
    reference,
    supplier_request_id: requestId,
    request_id: callId,
    by,
  } = entry;
  return html`<li class="entry entry-${outcome}"><div class="entry-head"><span class="entry-kind">${KINDS[kind] ?? kind}</span><span class="entry-title">${titleOf(entry)}</span>${outcome === 'failed' && html`<span class="badge badge-bad">Failed</span>`}${outcome === 'open' && html`<span class="badge badge-open">Goes on</span>`}${amount && html`<span class="entry-amount">${moneyText(amount)}</span>`}</div>
${detail !== undefined && html`<p class="entry-detail">${detail}</p>`}
<p class="entry-facts quiet">${timeOf(at)}${by !== undefined && html` · ${people.get(by) ?? by}`}${reference !== undefined && kind !== 'note' && html` · <code>${reference}</code>`}${requestId !== undefined && html` · request <code>${requestId}</code>`}${callId !== undefined && html` · <a href="${requestHref(callId)}">call</a>`}</p></li>`;
}
