import * as z from 'zod';
import { isPlainlySpelt } from '../model/user.ts';
import { findHostProblem } from './model/return-address.ts';
import { logoPath, type ProfileFacts, type SellerProfile } from './model/seller-profile.ts';
import { isVatIdChecked } from './model/vat-id.ts';

const nameLengthMax = 100;
const textLengthMax = 200;
const urlLengthMax = 500;
/** Addresses are no longer (RFC 5321, 4.5.3.1.3). */
const emailLengthMax = 254;
const addressLinesMax = 3;
const vatIdLengthMax = 30;
const returnHostsMax = 20;
const hostLengthMax = 253;
/** 256 KiB as base64, with room for a few line breaks. */
const logoTextLengthMax = 360_000;

const printable = (lengthMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .refine((text) => !/\p{C}/u.test(text), 'must hold printable characters only');

/** An address that people are sent to: never one of another scheme, with a password, or that can be read as another. */
const HttpsUrl = z
  .string()
  .max(urlLengthMax)
  .refine((text) => {
    const url = URL.parse(text);
    return url?.protocol === 'https:' && url.username === '' && url.password === '' && !/[\s\\\p{C}]/u.test(text);
  }, 'must be an address that begins with https://');

const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a number sign and six hexadecimal digits: #1a56db')
  .transform((colour) => colour.toLowerCase());

const ReturnHost = z
  .string()
  .max(hostLengthMax)
  .superRefine((host, context) => {
    const problem = findHostProblem(host);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

/** Body of PUT /v1/organization. */
export const ReplaceOrganizationRequest = z.object({
  name: printable(nameLengthMax).meta({
    description: 'As customers read it on the checkout, in mails and on receipts.',
  }),
  colour: Colour.optional().meta({
    description:
      '`#rrggbb`, of buttons and links on hosted pages and in mails. Text on it is black or white, whichever reads better; where it stands as text itself it is darkened, or in the dark lightened, until it reads well.',
  }),
  support: z
    .object({
      email: z.email().max(emailLengthMax).refine(isPlainlySpelt, 'is not a plainly spelt address').optional(),
      phone: z
        .string()
        .regex(/^\+[1-9]\d{6,14}$/, 'must be E.164: +4930123456')
        .optional(),
      url: HttpsUrl.optional().meta({ description: 'A page with help, over https.' }),
    })
    .optional()
    .meta({ description: 'How customers reach you: on pages and in mails.' }),
  terms_url: HttpsUrl.optional().meta({ description: 'Your terms of sale, over https; linked beside the total.' }),
  privacy_url: HttpsUrl.optional().meta({ description: 'What you do with data about people, over https.' }),
  legal: z
    .object({
      name: printable(textLengthMax),
      address: z
        .object({
          lines: z
            .array(printable(textLengthMax))
            .min(1)
            .max(addressLinesMax)
            .meta({ description: 'Street and number, as an envelope has them: one to three lines.' }),
          postal_code: printable(nameLengthMax).optional().meta({ description: 'Where the country has them.' }),
          city: printable(nameLengthMax).meta({ description: 'Town or city.' }),
          region: printable(nameLengthMax)
            .optional()
            .meta({ description: 'State or province, where addresses name it.' }),
        })
        .meta({ description: 'The registered address, as invoices show it.' }),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1)')
        .meta({ description: 'Of the address: two letters (ISO 3166-1).' }),
      vat_id: printable(vatIdLengthMax).optional().meta({
        description:
          'With its prefix. Form and check digits are verified for the EU, Great Britain, Switzerland and Norway; no register is asked.',
      }),
    })
    .optional()
    .meta({ description: 'Who issues invoices. Without it receipts are no invoices.' }),
  return_hosts: z.array(ReturnHost).max(returnHostsMax).optional().meta({
    description:
      'Hosts that `success_url` and `cancel_url` of a checkout may lead to, exact names: `shop.example.com`.',
  }),
  version: z.int().min(0).optional().meta({
    description: 'The version that was changed; another one by now is 409. Omitted: whatever is stored is replaced.',
  }),
});
export type ReplaceOrganizationRequest = z.infer<typeof ReplaceOrganizationRequest>;

/** Body of PUT /v1/organization/logo. */
export const LogoRequest = z.object({
  data: z
    .string()
    .min(1)
    .max(logoTextLengthMax)
    .regex(/^[A-Za-z0-9+/\s]+={0,2}\s*$/, 'must be base64')
    .meta({
      description:
        'The file as base64: PNG, JPEG or WebP of at most 256 KiB and 1,024 pixels each way. SVG is not taken.',
    }),
});

/** An organization on the wire, as its customers see it. */
export const OrganizationResource = z.looseObject({
  organization_id: z.string(),
  name: z.string(),
  logo: z
    .looseObject({ url: z.string(), media_type: z.string(), width: z.int(), height: z.int() })
    .optional()
    .meta({ description: 'On this origin; the address changes with the picture.' }),
  colour: z.string().optional(),
  support: z.looseObject({
    email: z.string().optional(),
    phone: z.string().optional(),
    url: z.string().optional(),
  }),
  terms_url: z.string().optional(),
  privacy_url: z.string().optional(),
  legal: z
    .looseObject({
      name: z.string(),
      address: z.looseObject({
        lines: z.array(z.string()),
        postal_code: z.string().optional(),
        city: z.string(),
        region: z.string().optional(),
      }),
      country: z.string(),
      vat_id: z.string().optional(),
      is_vat_id_checked: z.boolean().optional().meta({
        description: 'True: form and check digits agree. False: what one of this country looks like is not known here.',
      }),
    })
    .optional(),
  return_hosts: z.array(z.string()),
  version: z.int().meta({ description: '0 until something was said for the first time.' }),
  updated_at: z.string().optional(),
});

/** The body as the operation takes it, but for what needs looking up. */
export function toProfileFacts(body: ReplaceOrganizationRequest): ProfileFacts {
  const { legal, support } = body;
  return {
    name: body.name,
    colour: body.colour,
    support: { email: support?.email, phone: support?.phone, url: support?.url },
    termsUrl: body.terms_url,
    privacyUrl: body.privacy_url,
    legal: legal && {
      name: legal.name,
      address: {
        lines: legal.address.lines,
        postalCode: legal.address.postal_code,
        city: legal.address.city,
        region: legal.address.region,
      },
      country: legal.country,
      vatId: legal.vat_id,
    },
    returnHosts: [...new Set(body.return_hosts ?? [])],
  };
}

/** An organization as its customers see it. */
export function presentOrganization(publicUrl: string, profile: SellerProfile): z.infer<typeof OrganizationResource> {
  const { logo, legal, support } = profile;
  return {
    organization_id: profile.organizationId,
    name: profile.name,
    ...(logo && {
      logo: {
        url: `${publicUrl}${logoPath(profile.organizationId, logo)}`,
        media_type: logo.mediaType,
        width: logo.width,
        height: logo.height,
      },
    }),
    ...given({ colour: profile.colour }),
    support: given({ ...support }),
    ...given({ terms_url: profile.termsUrl, privacy_url: profile.privacyUrl }),
    ...(legal && { legal: presentLegal(legal) }),
    return_hosts: [...profile.returnHosts],
    version: profile.version,
    ...(profile.updatedAt === undefined ? {} : { updated_at: profile.updatedAt.toISOString() }),
  };
}

function presentLegal({
  name,
  address,
  country,
  vatId,
}: NonNullable<SellerProfile['legal']>): NonNullable<z.infer<typeof OrganizationResource>['legal']> {
  return {
    name,
    address: {
      lines: [...address.lines],
      city: address.city,
      ...given({ postal_code: address.postalCode, region: address.region }),
    },
    country,
    ...(vatId === undefined ? {} : { vat_id: vatId, is_vat_id_checked: isVatIdChecked(country) }),
  };
}

/** Without what is undefined. */
function given<K extends string>(values: Readonly<Record<K, string | undefined>>): Partial<Record<K, string>> {
  const entries = Object.entries<string | undefined>(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Record<K, string>>;
}
