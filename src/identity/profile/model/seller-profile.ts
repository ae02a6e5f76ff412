import * as z from 'zod';
import type { OrganizationId } from '../../../platform/ids.ts';

/** What the bytes of a logo may be. SVG is not among them: it is a document that may hold scripts. */
export const LOGO_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoMediaType = (typeof LOGO_MEDIA_TYPES)[number];

/** A logo without its bytes. */
export interface LogoFacts {
  /** SHA-256 of the bytes, base64url. */
  readonly hash: string;
  readonly mediaType: LogoMediaType;
  /** In pixels, as the file states them. */
  readonly width: number;
  readonly height: number;
}

/** Where an organization is at home, as it stands on an invoice. */
export interface PostalAddress {
  /** One to three lines: street, house, floor. */
  readonly lines: readonly string[];
  readonly postalCode: string | undefined;
  readonly city: string;
  readonly region: string | undefined;
}

/** Who issues an organization's invoices. */
export interface LegalEntity {
  readonly name: string;
  readonly address: PostalAddress;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** Without spaces; undefined where the organization has none, or has not said. */
  readonly vatId: string | undefined;
}

/** How those who bought reach the organization. */
export interface SupportContact {
  readonly email: string | undefined;
  /** E.164. */
  readonly phone: string | undefined;
  readonly url: string | undefined;
}

/** What an organization says about itself; everything but the logo is replaced as a whole. */
export interface ProfileFacts {
  readonly name: string;
  /** `#rrggbb`, in lower case. */
  readonly colour: string | undefined;
  readonly support: SupportContact;
  readonly termsUrl: string | undefined;
  readonly privacyUrl: string | undefined;
  readonly legal: LegalEntity | undefined;
  /** `shop.example.com`, `shop.example.com:8443`: hosts that a checkout may lead back to. */
  readonly returnHosts: readonly string[];
}

/** An organization as its customers see it. */
export interface SellerProfile extends ProfileFacts {
  readonly organizationId: OrganizationId;
  readonly logo: LogoFacts | undefined;
  /** 0 until the organization first says something of itself. */
  readonly version: number;
  readonly updatedAt: Date | undefined;
}

/** What `app` knows of sellers: who they are to their customers. */
export interface SellerProfiles {
  /** An organization's profile, at most ten seconds old. */
  of(organizationId: OrganizationId): Promise<SellerProfile>;
  /** Drops what this process has cached of it. */
  forget(organizationId: OrganizationId): void;
}

/** The path of a logo on our own origin. */
export function logoPath(organizationId: OrganizationId, { hash }: Pick<LogoFacts, 'hash'>): string {
  return `/sellers/${organizationId}/logo/${hash}`;
}

const text = z
  .string()
  .optional()
  .transform((value) => value ?? undefined);
const StoredLegal = z.object({
  name: z.string(),
  address: z.object({ lines: z.array(z.string()), postalCode: text, city: z.string(), region: text }),
  country: z.string(),
  vatId: text,
});

/** Who issues invoices, as it was stored. */
export function readLegalEntity(stored: unknown): LegalEntity {
  return StoredLegal.parse(stored);
}
