import { organizationPage } from '../../web/console/organization-page.ts';
import { OrganizationResource } from '../identity/profile/contract.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { orAgain, staffForm, staffPage } from './form-page.ts';
import { noticeOf, type StaffDoors, type StaffVisit } from './staff.ts';

const PAGE = '/console/organization';

/** What customers see of the organization; owners and admins change it. */
export function createOrganizationPages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(doors, PAGE, PAGE, async (visit, context) => {
      const organization = await visit.run('get_organization', OrganizationResource);
      return visit.page(organizationPage(visit.facts, { organization, typed: undefined }, noticeOf(context)));
    }),
    staffForm(doors, PAGE, PAGE, save),
    { ...staffForm(doors, `${PAGE}/logo`, PAGE, saveLogo), filesBytesMax: LOGO_FORM_BYTES_MAX },
    staffForm(doors, `${PAGE}/remove-logo`, PAGE, async (visit) => {
      await visit.run('delete_organization_logo', OrganizationResource);
      return visit.goTo(PAGE, 'removed');
    }),
  ];
}

/** The operation judges the picture; a form of far more bytes than it takes is not read. */
const LOGO_FORM_BYTES_MAX = 512 * 1024;

function saveLogo(visit: StaffVisit, { form }: PageContext): Promise<PageAnswer> {
  return orAgain(
    visit,
    async () => {
      const body = () => ({ data: form['logo'] ?? '' });
      await visit.run('replace_organization_logo', OrganizationResource, { body });
      return visit.goTo(PAGE, 'saved');
    },
    async ({ text }) => {
      const organization = await visit.run('get_organization', OrganizationResource);
      const notice = { kind: 'bad', text: `The file ${text.replace(/^data: /, '')}` } as const;
      return organizationPage(visit.facts, { organization, typed: undefined }, notice);
    },
  );
}

function save(visit: StaffVisit, { form }: PageContext): Promise<PageAnswer> {
  return orAgain(
    visit,
    async () => {
      await visit.run('replace_organization', OrganizationResource, { body: () => profileOf(form) });
      return visit.goTo(PAGE, 'saved');
    },
    async (notice) => {
      const organization = await visit.run('get_organization', OrganizationResource);
      return organizationPage(visit.facts, { organization, typed: form }, notice);
    },
  );
}

/** The body of the operation: an empty field is left out, and `legal` where all of its fields are empty. */
function profileOf(form: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const field = (name: string) => (form[name] ?? '').trim();
  const given = (fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, name]) => (field(name) === '' ? [] : [[key, field(name)]])),
    );
  const linesOf = (name: string) =>
    field(name)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const legalFields = ['legal_name', 'address', 'postal_code', 'city', 'region', 'country', 'vat_id'];
  return {
    name: field('name'),
    ...given({ colour: 'colour', terms_url: 'terms_url', privacy_url: 'privacy_url' }),
    support: given({ email: 'email', phone: 'phone', url: 'url' }),
    ...(legalFields.every((name) => field(name) === '')
      ? {}
      : {
          legal: {
            name: field('legal_name'),
            address: {
              lines: linesOf('address'),
              city: field('city'),
              ...given({ postal_code: 'postal_code', region: 'region' }),
            },
            country: field('country').toUpperCase(),
            ...given({ vat_id: 'vat_id' }),
          },
        }),
    return_hosts: linesOf('return_hosts'),
    version: Number(field('version')),
  };
}
