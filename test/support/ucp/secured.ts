import canonicalize from 'canonicalize';
import { hashOfCheckout, hashOfStep, joinSteps, type MintKey, mintStep } from '../ap2/mint.ts';

type Checkout = Readonly<Record<string, unknown>> & { readonly ap2: { readonly merchant_authorization: string } };

/** The checkout of an answer as the token its seller signed: the detached signature with what it covers put back. */
export function checkoutTokenOf({ ap2, ...signed }: Checkout): string {
  const payload = Buffer.from(canonicalize(signed) ?? '').toString('base64url');
  return ap2.merchant_authorization.replace('..', `.${payload}.`);
}

/** A platform that signs for people: its issuer's key and its agent's. */
export interface Wallet {
  readonly issuer: MintKey;
  readonly agent: MintKey;
}
type Claims = Readonly<Record<string, unknown>>;

/** What a person signed for an agent to close: `constraints`, and for how long. */
export function openMandate({ issuer, agent }: Wallet, now: Date, more: Claims = {}): Promise<string> {
  const iat = Math.floor(now.getTime() / 1_000);
  return mintStep({
    key: issuer,
    typ: 'example+sd-jwt',
    mandates: [
      {
        vct: 'mandate.checkout.open.1',
        constraints: [],
        cnf: { jwk: agent.publicJwk },
        iat,
        exp: iat + 3_600,
        ...more,
      },
    ],
  });
}

/** An open mandate closed by the agent for a checkout: as AP2 carries it, or as UCP does. */
export async function closeMandate(
  { agent }: Wallet,
  open: string,
  {
    checkout,
    audience,
    now,
    as = 'token',
  }: { checkout: Checkout; audience: string; now: Date; as?: 'token' | 'whole' },
): Promise<string> {
  const token = checkoutTokenOf(checkout);
  const carried = as === 'whole' ? { checkout } : { checkout_jwt: token, checkout_hash: hashOfCheckout(token) };
  const hop = await mintStep({
    key: agent,
    typ: 'kb+sd-jwt',
    claims: {
      iat: Math.floor(now.getTime() / 1_000),
      aud: audience,
      nonce: `nonce-${checkout['id']}`,
      sd_hash: hashOfStep(open),
    },
    mandates: [{ vct: 'mandate.checkout.1', ...carried }],
  });
  return joinSteps(open, hop);
}
