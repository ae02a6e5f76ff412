import { refuseFields } from '../../platform/errors.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { App } from '../../context.ts';
import { changeLogo, changeProfile, removeLogo } from './change-profile.ts';
import {
  LogoRequest,
  OrganizationResource,
  presentOrganization,
  ReplaceOrganizationRequest,
  toProfileFacts,
} from './contract.ts';
import type { ProfileFacts } from './model/seller-profile.ts';
import { judgeVatId } from './model/vat-id.ts';
import { readProfile } from './read-profile.ts';

const shared = { tag: 'Account', access: 'key', scope: 'manage', cost: 0 } as const;

const getOrganizationRoute = defineRoute({
  ...shared,
  operationId: 'get_organization',
  method: 'GET',
  path: '/v1/organization',
  summary: "Get the organization's public profile",
  description: 'Name, logo, colour, contact, terms, who issues invoices, and where a checkout may lead back to.',
  isWrite: false,
  response: OrganizationResource,
  refusals: [],
  async handle({ app, caller }) {
    return presentOrganization(app.config.publicUrl, await readProfile(app, caller.organizationId));
  },
});

const replaceOrganizationRoute = defineRoute({
  ...shared,
  operationId: 'replace_organization',
  method: 'PUT',
  path: '/v1/organization',
  summary: "Replace the organization's public profile",
  description:
    'Everything but the logo: what is left out is removed. Shown within ten seconds on the checkout, on /manage, in mails and on receipts; invoices that were issued keep the seller they were issued by. People need the role of owner or admin.',
  isWrite: true,
  body: ReplaceOrganizationRequest,
  response: OrganizationResource,
  refusals: ['state_conflict', 'credential_invalid'],
  example: {
    name: 'Nordwind Reisen',
    colour: '#0b5c4a',
    support: { email: 'help@nordwind.example', phone: '+4930123456' },
    terms_url: 'https://nordwind.example/terms',
    privacy_url: 'https://nordwind.example/privacy',
    legal: {
      name: 'Nordwind Reisen GmbH',
      address: { lines: ['Hafenstraße 1'], postal_code: '20457', city: 'Hamburg' },
      country: 'DE',
      vat_id: 'DE136695976',
    },
    return_hosts: ['shop.nordwind.example'],
  },
  async handle({ app, caller, body, request }) {
    const facts = await checkLegal(app, toProfileFacts(body));
    const profile = await changeProfile(app, { caller, request }, { facts, version: body.version });
    return presentOrganization(app.config.publicUrl, profile);
  },
});

const replaceLogoRoute = defineRoute({
  ...shared,
  operationId: 'replace_organization_logo',
  method: 'PUT',
  path: '/v1/organization/logo',
  summary: "Replace the organization's logo",
  description: 'What the file is, is read from its bytes. It is served from this origin, under its own hash.',
  isWrite: true,
  body: LogoRequest,
  response: OrganizationResource,
  refusals: ['credential_invalid'],
  example: {
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
  async handle({ app, caller, body, request }) {
    const bytes = Buffer.from(body.data, 'base64');
    const { readLogo } = await import('./model/logo-image.ts');
    const read = readLogo(bytes);
    if (read.kind === 'problem') throw refuseFields([{ path: 'data', problem: read.problem }]);
    const profile = await changeLogo(app, { caller, request }, { logo: read.logo, bytes });
    return presentOrganization(app.config.publicUrl, profile);
  },
});

const deleteLogoRoute = defineRoute({
  ...shared,
  operationId: 'delete_organization_logo',
  method: 'DELETE',
  path: '/v1/organization/logo',
  summary: "Delete the organization's logo",
  description: 'Pages and mails show the name instead. Without a logo nothing happens.',
  isWrite: true,
  response: OrganizationResource,
  refusals: ['credential_invalid'],
  async handle({ app, caller, request }) {
    return presentOrganization(app.config.publicUrl, await removeLogo(app, { caller, request }));
  },
});

/** Every operation of this folder. */
export const profileRoutes: readonly AnyRoute[] = [
  getOrganizationRoute,
  replaceOrganizationRoute,
  replaceLogoRoute,
  deleteLogoRoute,
];

/** The facts with the VAT number as it is stored. Throws `body_invalid` for a country or a number that is none. */
async function checkLegal(app: Pick<App, 'places'>, facts: ProfileFacts): Promise<ProfileFacts> {
  const { legal } = facts;
  if (legal === undefined) return facts;
  if (app.places.country(legal.country) === undefined)
    throw refuseFields([{ path: 'legal.country', problem: 'is no country' }]);
  if (legal.vatId === undefined) return facts;
  const judged = await judgeVatId(legal.vatId, legal.country);
  if (judged.kind === 'invalid') throw refuseFields([{ path: 'legal.vat_id', problem: judged.problem }]);
  return { ...facts, legal: { ...legal, vatId: judged.vatId } };
}
