import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { factList, form } from './parts.ts';
import type { ConsoleFacts, Notice, OrganizationView } from './view.ts';

const PAGE = '/console/organization';

/** What customers see of the organization, as a form for who may change it. `typed`: what was sent and is wrong. */
export function organizationPage(
  facts: ConsoleFacts,
  view: { readonly organization: OrganizationView; readonly typed: Readonly<Record<string, string>> | undefined },
  notice?: Notice,
): ConsolePage {
  const { organization } = view;
  const stored = fieldsOf(organization);
  const values = view.typed ?? stored;
  const body = facts.may('replace_organization')
    ? html`${renderLogo(facts, organization)}${renderForm(facts, values)}`
    : html`${renderLogo(facts, organization)}<div class="card spaced">${renderFacts(stored)}</div><p class="hint spaced">Owners and admins change it.</p>`;
  return { section: 'organization', title: 'Organization', notice, body };
}

function fieldsOf(organization: OrganizationView): Readonly<Record<string, string>> {
  const { name, colour, support, terms_url: terms, privacy_url: privacy, legal, return_hosts: hosts } = organization;
  return {
    name,
    colour: colour ?? '',
    email: support.email ?? '',
    phone: support.phone ?? '',
    url: support.url ?? '',
    terms_url: terms ?? '',
    privacy_url: privacy ?? '',
    legal_name: legal?.name ?? '',
    address: legal?.address.lines.join('\n') ?? '',
    postal_code: legal?.address.postal_code ?? '',
    city: legal?.address.city ?? '',
    region: legal?.address.region ?? '',
    country: legal?.country ?? '',
    vat_id: legal?.vat_id ?? '',
    return_hosts: hosts.join('\n'),
    version: String(organization.version),
  };
}

function renderLogo(facts: ConsoleFacts, { logo, name }: OrganizationView): Html {
  const what =
    logo === undefined
      ? html`<p>No logo: pages and mails show the name.</p>`
      : html`<p><img class="logo" src="${URL.canParse(logo.url) ? new URL(logo.url).pathname : logo.url}" width="${logo.width}" height="${logo.height}" alt="Logo of ${name}"></p>${facts.may('delete_organization_logo') && form(facts, `${PAGE}/remove-logo`, html`<div class="deeds"><button class="button" type="submit">Remove the logo</button></div>`)}`;
  return html`<section class="card" aria-labelledby="logo"><h2 id="logo">Logo</h2>${what}${facts.may('replace_organization_logo') && renderUpload(facts)}</section>`;
}

function renderUpload(facts: ConsoleFacts): Html {
  return html`<form method="post" action="${PAGE}/logo" enctype="multipart/form-data" class="stacked"><input type="hidden" name="csrf" value="${facts.csrf}"><div class="field"><label for="logo-file">New logo</label><input id="logo-file" name="logo" type="file" required accept="image/png,image/jpeg,image/webp" aria-describedby="logo-hint"><p class="hint" id="logo-hint">PNG, JPEG or WebP, at most 256 KiB and 1,024 pixels each way; no SVG</p></div><button class="button" type="submit">Upload</button></form>`;
}

function renderFacts(values: Readonly<Record<string, string>>): Html {
  const said = (name: string) => (values[name] === '' ? undefined : values[name]);
  return factList([
    ['Name', said('name')],
    ['Colour', said('colour')],
    ['Mail', said('email')],
    ['Phone', said('phone')],
    ['Help page', said('url')],
    ['Terms', said('terms_url')],
    ['Privacy', said('privacy_url')],
    ['Legal name', said('legal_name')],
    [
      'Address',
      [said('address'), said('postal_code'), said('city'), said('country')].filter(Boolean).join(', ') || undefined,
    ],
    ['VAT number', said('vat_id')],
    ['Return to', said('return_hosts')],
  ]);
}

function renderForm(facts: ConsoleFacts, values: Readonly<Record<string, string>>): Html {
  const input = (name: string, label: string, hint = '', type = 'text') =>
    html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${values[name] ?? ''}" maxlength="500" autocomplete="off"${hint !== '' && html` aria-describedby="${name}-hint"`}>${hint !== '' && html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`;
  const lines = (name: string, label: string, hint: string, rows: number) =>
    html`<div class="field"><label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="${rows}" maxlength="5000" aria-describedby="${name}-hint">${values[name] ?? ''}</textarea><p class="hint" id="${name}-hint">${hint}</p></div>`;
  return html`<section class="card spaced" aria-labelledby="seen"><h2 id="seen">What customers see</h2>${form(
    facts,
    PAGE,
    html`<input type="hidden" name="version" value="${values['version'] ?? '0'}">
<div class="fields">${input('name', 'Name')}${input('colour', 'Colour', '#0b5c4a, of buttons and links')}</div>
<fieldset><legend>Support</legend><div class="fields">${input('email', 'Mail address', '', 'email')}${input('phone', 'Phone', '+4930123456', 'tel')}${input('url', 'Help page', 'https://', 'url')}</div></fieldset>
<fieldset><legend>What they agree to</legend><div class="fields">${input('terms_url', 'Terms', 'https://', 'url')}${input('privacy_url', 'Privacy', 'https://', 'url')}</div></fieldset>
<fieldset><legend>Who issues invoices</legend><p class="hint">All empty: receipts are no invoices.</p><div class="fields">${input('legal_name', 'Legal name')}${lines('address', 'Street', 'At most three lines', 2)}${input('postal_code', 'Postal code')}${input('city', 'City')}${input('region', 'Region')}${input('country', 'Country', 'Two letters: DE')}${input('vat_id', 'VAT number', 'With its prefix')}</div></fieldset>
${lines('return_hosts', 'Hosts a checkout may lead back to', 'One a line: shop.example.com', 3)}
<button class="button primary" type="submit">Save</button>`,
    'stacked',
  )}</section>`;
}
