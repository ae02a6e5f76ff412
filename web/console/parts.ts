import { html, type Html, ownMarkup } from '../kit/html.ts';
import type { ConsoleFacts, Notice, WireAmount } from './view.ts';

const LOCALE = 'en-GB';
const TIME = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const DAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const COUNT = new Intl.NumberFormat(LOCALE);

/** `€1,234.50`: an amount of the wire, in its own currency with its own decimals. */
export function moneyText({ value, amount, currency, decimal_places: decimals }: WireAmount): string {
  const minor = Number(value ?? amount);
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(minor / 10 ** decimals);
}

/** `1,234`. */
export function countText(count: number): string {
  return COUNT.format(count);
}

/** `28 Nov 2026, 07:30`, in UTC. */
export function timeOf(at: string): Html {
  return html`<time datetime="${at}">${TIME.format(new Date(at))}</time>`;
}

/** `Sat 28 Nov`. */
export function dayText(date: string): string {
  return DAY.format(new Date(`${date}T12:00:00Z`));
}

/** `schedule_changed` as people read it: `Schedule changed`. */
export function wordsOf(code: string): string {
  const text = code.replaceAll(/[._:]/g, ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const GOOD = [
  'confirmed',
  'completed',
  'active',
  'delivered',
  'sent',
  'done',
  'ok',
  'captured',
  'refunded',
  'fulfilled',
];
const BAD = ['failed', 'disabled', 'rejected', 'unknown', 'declined', 'unauthorised', 'unreachable', 'expired'];
const OPEN = [
  'pending',
  'processing',
  'retrying',
  'deciding',
  'degraded',
  'manual',
  'open',
  'booking',
  'awaiting',
  'fulfilling',
  'quoting',
];

/** A status as a word in its colour; the word says it, the colour only repeats it. */
export function badge(status: string): Html {
  const tone = GOOD.includes(status) ? 'good' : BAD.includes(status) ? 'bad' : OPEN.includes(status) ? 'open' : 'quiet';
  return html`<span class="badge badge-${tone}">${wordsOf(status)}</span>`;
}

/** What the last act came to, read out at once. */
export function noticeOf(notice: Notice | undefined): Html | undefined {
  return (
    notice &&
    html`<div class="notice notice-${notice.kind}" role="${notice.kind === 'bad' ? 'alert' : 'status'}"><p>${notice.text}</p></div>`
  );
}

/** A form that shows it was made for this browser. */
export function form(facts: ConsoleFacts, action: string, body: Html, className?: string): Html {
  return html`<form method="post" action="${action}"${className !== undefined && html` class="${className}"`}><input type="hidden" name="csrf" value="${facts.csrf}">${body}</form>`;
}

/** Names and what they are, in two columns. */
export function factList(rows: readonly (readonly [string, Html | string | undefined] | undefined)[]): Html {
  return html`<dl class="facts">${rows.map(
    (row) => row?.[1] !== undefined && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`,
  )}</dl>`;
}

/** A place where nothing is yet, and what to do about it. */
export function emptyState(title: string, text: string, action?: Html): Html {
  return html`<div class="empty">${icon('inbox')}<h2>${title}</h2><p>${text}</p>${action}</div>`;
}

/** The link to the next part of a list. */
export function pager(path: string, query: Readonly<Record<string, string>>, next: string | undefined): Html {
  const isFirst = query['page_token'] === undefined || query['page_token'] === '';
  const { page_token: _, ...rest } = query;
  return html`<nav class="pager" aria-label="Pages">${!isFirst && html`<a class="button" href="${hrefOf(path, rest)}">First page</a>`}
${next !== undefined && html`<a class="button" href="${hrefOf(path, { ...rest, page_token: next })}" rel="next">Next page</a>`}</nav>`;
}

/** A path with the parts of a query that say something. */
export function hrefOf(path: string, query: Readonly<Record<string, string>>): string {
  const said = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return said === '' ? path : `${path}?${said}`;
}

/** Where a call stands in the log of requests. */
export function requestHref(requestId: string): string {
  return hrefOf('/console/requests', { request_id: requestId });
}

const ICONS = {
  home: '<path d="M2.5 7.5 8 3l5.5 4.5V13h-4V9.5h-3V13h-4z"/>',
  bookings: '<path d="M3 2.5h10v11l-2-1.3-1.5 1.3L8 12.2l-1.5 1.3L5 12.2l-2 1.3zM5.5 5.5h5M5.5 8.5h5"/>',
  cases: '<path d="M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1"/>',
  webhooks:
    '<path d="M5.5 10.5a2.5 2.5 0 1 1-3-2.4M5 7.5 8 3.8m0 0a2.3 2.3 0 1 1 .4 3L10.5 11m0 0a2.3 2.3 0 1 1 1.3 1.6H6.5"/>',
  keys: '<path d="M9.5 6.5a3 3 0 1 0-2.7 3L8 10.5h1.5V12H11v1.5h2.5V11.2L9.3 7.5"/>',
  members:
    '<path d="M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M1.8 13c.3-2.3 2-3.5 4.2-3.5s3.9 1.2 4.2 3.5M10.5 3.2a2.2 2.2 0 0 1 0 4.2M12 9.8c1.3.5 2.1 1.6 2.3 3.2"/>',
  organization: '<path d="M3 13.5v-11h6v11M9 6.5h4v7M2 13.5h12M5 5h2M5 7.5h2M5 10h2M10.8 9h.6M10.8 11.2h.6"/>',
  trips: '<path d="M2.5 4.5h11v8h-11zM5.5 4.5v-2h5v2M2.5 8h11"/>',
  prices: '<path d="M2.5 8.5v-6h6l5.5 5.5-6 6zM5.5 5.5h.1"/>',
  requests: '<path d="M2.5 4h11M2.5 8h11M2.5 12h7"/>',
  usage: '<path d="M2.5 13.5h11M4 11V8M8 11V4M12 11V6.5"/>',
  suppliers: '<path d="M2 9.5 14 4l-3 9-3-3.5zM8 9.5l6-5.5"/>',
  demand: '<path d="M2.5 11.5 6 7.5l2.5 2.3 5-6M10.5 3.8h3v3"/>',
  account: '<path d="M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8M2.8 13.7c.4-2.7 2.4-4.2 5.2-4.2s4.8 1.5 5.2 4.2"/>',
  inbox: '<path d="M2.5 9.5 4.5 3h7l2 6.5v3.5h-11zM2.5 9.5h3l1 1.7h3l1-1.7h3"/>',
  search: '<path d="M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.3 10.3l3.2 3.2"/>',
} as const;
export type IconName = keyof typeof ICONS;

/** A small drawing beside a word that says the same. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${ownMarkup(ICONS[name])}</svg>`;
}
