import * as z from 'zod';
import type { IssuerKey } from './model/verify-chain.ts';
import type { MandateIssuers } from './store.ts';

const issuersMax = 20;
const nameLengthMax = 120;
const coordinateLength = 43;
const kidLengthMax = 128;
const coordinate = z
  .string()
  .regex(new RegExp(`^[\\w-]{${coordinateLength}}$`), 'must be 43 characters of base64url')
  .describe('Of the public key, in base64url.');

const IssuerForm = z.strictObject({
  name: z.string().trim().min(1).max(nameLengthMax).describe('Who they are, in your words.'),
  jwk: z
    .strictObject({
      kty: z.literal('EC').describe('The only type of key.'),
      crv: z.literal('P-256').describe('The only curve.'),
      x: coordinate,
      y: coordinate,
      kid: z.string().min(1).max(kidLengthMax).optional().describe('Omitted: the key is tried whatever a token names.'),
      use: z.literal('sig').optional().describe('It signs.'),
      alg: z.literal('ES256').optional().describe('The only algorithm.'),
    })
    .describe('Their public key (RFC 7517). A private one is refused.'),
});

/** Body of PUT /v1/mandate_issuers. */
export const MandateIssuersRequest = z.strictObject({
  issuers: z.array(IssuerForm).max(issuersMax).meta({ description: 'An empty list: no mandate is trusted.' }),
  version: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The version you changed: 409 where the issuers are of another one by now.' }),
});
export type MandateIssuersRequest = z.infer<typeof MandateIssuersRequest>;

/** The issuers on the wire. */
export const MandateIssuersResource = z.looseObject({
  version: z.int().meta({ description: 'Counts the changes; 0 where none were ever set.' }),
  updated_at: z.string().nullable().meta({ description: 'Null where none were ever set.' }),
  audience: z.string().meta({ description: 'What the `aud` of a mandate for you must be.' }),
  merchant_id: z.string().meta({ description: 'Your id in the constraint `checkout.allowed_merchants`.' }),
  issuers: z
    .array(z.looseObject({ name: z.string(), jwk: z.record(z.string(), z.unknown()) }))
    .meta({ description: 'As they can be sent again.' }),
});

/** The issuers that an organization trusts, and what their mandates must say to be for it. */
export function presentIssuers(
  { version, issuers, updatedAt }: MandateIssuers,
  { audience, merchantId }: { readonly audience: string; readonly merchantId: string },
): z.infer<typeof MandateIssuersResource> {
  return {
    version,
    updated_at: updatedAt?.toISOString() ?? null,
    audience,
    merchant_id: merchantId,
    issuers: issuers.map(({ name, jwk }) => ({ name, jwk: { ...jwk } })),
  };
}

/** The issuers of a request. */
export function toIssuers({ issuers }: MandateIssuersRequest): readonly IssuerKey[] {
  return issuers.map(({ name, jwk }) => ({
    name,
    jwk: Object.fromEntries(Object.entries(jwk).filter(([, value]) => value !== undefined)),
  }));
}
