import { html, type Html } from '../kit/html.ts';
import { icon, type IconName, noticeOf } from './parts.ts';
import type { ConsoleFacts, Notice, Section } from './view.ts';

/** Where a section is, and what it is called. */
interface Entry {
  readonly section: Section | undefined;
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
}

const ENTRIES: readonly Entry[] = [
  { section: 'home', path: '/console', label: 'Home', icon: 'home' },
  { section: 'bookings', path: '/console/bookings', label: 'Bookings', icon: 'bookings' },
  { section: 'trips', path: '/console/trips', label: 'Trips', icon: 'trips' },
  { section: 'cases', path: '/console/cases', label: 'Cases', icon: 'cases' },
  { section: 'webhooks', path: '/console/webhooks', label: 'Webhooks', icon: 'webhooks' },
  { section: 'requests', path: '/console/requests', label: 'Requests', icon: 'requests' },
  { section: 'usage', path: '/console/usage', label: 'Usage', icon: 'usage' },
  { section: 'suppliers', path: '/console/suppliers', label: 'Suppliers', icon: 'suppliers' },
  { section: 'prices', path: '/console/prices', label: 'Prices', icon: 'prices' },
  { section: 'keys', path: '/console/keys', label: 'Keys', icon: 'keys' },
  { section: 'members', path: '/console/members', label: 'Members', icon: 'members' },
  { section: 'organization', path: '/console/organization', label: 'Organization', icon: 'organization' },
];
const ELSEWHERE: readonly Entry[] = [
  { section: undefined, path: '/explore', label: 'Demand', icon: 'demand' },
  { section: undefined, path: '/account', label: 'Your organizations', icon: 'account' },
  { section: undefined, path: '/account/security', label: 'Your sign-in', icon: 'keys' },
];

const ROLES = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  support: 'Support',
  read_only: 'Read only',
} as const satisfies Record<ConsoleFacts['role'], string>;

/** One page of the console. */
export interface ConsolePage {
  /** Undefined of a page that belongs to none. */
  readonly section: Section | undefined;
  readonly title: string;
  /** Where the page hangs, from the top: links with their names. */
  readonly crumbs?: readonly (readonly [path: string, label: string])[];
  /** Beside the heading. */
  readonly aside?: Html | undefined;
  readonly notice?: Notice | undefined;
  readonly body: Html;
  /** What the search field holds. */
  readonly query?: string;
}

/** The frame of every page of the console: navigation, search, who is signed in. It needs no script. */
export function renderConsole(facts: ConsoleFacts, page: ConsolePage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${page.title} – ${facts.organization} – Bly</title>
<link rel="stylesheet" href="${facts.assetsPath}/console.css">
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<div class="shell">
<header class="side">
<div class="side-head"><span class="mark" aria-hidden="true">${facts.organization.trim().charAt(0).toUpperCase()}</span>
<div class="side-who"><p class="side-organization">${facts.organization}</p><p class="quiet">${ROLES[facts.role]}${facts.isSandbox && ' · Sandbox'}</p></div></div>
${renderSwitcher(facts)}
<nav class="wide" aria-label="Console">${renderEntries(page.section)}</nav>
<details class="menu"><summary>Menu</summary><nav aria-label="Console, small screen">${renderEntries(page.section)}</nav></details>
</header>
<div class="stage">
<div class="top">
<search><form class="find" method="get" action="/console/bookings" role="search"><label class="unseen" for="find">Find a booking</label>${icon('search')}<input id="find" type="search" name="query" value="${page.query ?? ''}" placeholder="Reference, name, mail, PNR, request" maxlength="200" autocomplete="off"><button class="unseen" type="submit">Find</button></form></search>
<nav class="top-who" aria-label="You"><span class="quiet who">${facts.who}</span><form method="post" action="/sign-out"><input type="hidden" name="csrf" value="${facts.csrf}"><button class="link" type="submit">Sign out</button></form></nav>
</div>
<main id="main" tabindex="-1">
${page.crumbs !== undefined && html`<nav class="crumbs" aria-label="Breadcrumbs"><ol>${page.crumbs.map(([path, label]) => html`<li><a href="${path}">${label}</a></li>`)}</ol></nav>`}
<div class="head"><h1>${page.title}</h1>${page.aside && html`<div class="head-aside">${page.aside}</div>`}</div>
${noticeOf(page.notice)}
${page.body}
</main>
</div>
</div>
</body>
</html>
`.text;
}

/** The way to the other organizations of the person: forms of this session, refused once another tab has switched. */
function renderSwitcher({ otherOrganizations, csrf }: ConsoleFacts): Html | undefined {
  if (otherOrganizations.length === 0) return undefined;
  return html`<details class="switcher"><summary>Switch organization</summary><ul>${otherOrganizations.map(({ id, name }) => html`<li><form method="post" action="/account/switch"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="return_to" value="/console"><input type="hidden" name="organization_id" value="${id}"><button class="switch" type="submit">${name}</button></form></li>`)}</ul></details>`;
}

function renderEntries(current: Section | undefined): Html {
  const link = ({ section, path, label, icon: name }: Entry) =>
    html`<li><a href="${path}"${section !== undefined && section === current && html` aria-current="page"`}>${icon(name)}${label}</a></li>`;
  return html`<ul>${ENTRIES.map(link)}</ul><ul class="second">${ELSEWHERE.map(link)}</ul>`;
}
