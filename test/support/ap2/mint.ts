import { createHash, randomBytes } from 'node:crypto';
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';

type Json = Readonly<Record<string, unknown>>;
/** A P-256 key of somebody who signs mandates. */
export interface MintKey {
  readonly publicJwk: JWK & { readonly kid: string };
  sign(payload: Json, typ: string): Promise<string>;
}

/** A new key; its `kid` is the name. */
export async function mintKey(kid: string): Promise<MintKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    publicJwk: { ...(await exportJWK(publicKey)), kid },
    sign: (payload, typ) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'ES256', typ, kid })
        .sign(privateKey),
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A value that is shown only with its disclosure: what stands in its place, and the disclosure. */
export function hide(value: unknown): { readonly place: Json; readonly disclosure: string } {
  const disclosure = encode([randomBytes(12).toString('base64url'), value]);
  return { place: { '...': hash(disclosure) }, disclosure };
}

/** The hash of a step, as the next one names it. */
export const hashOfStep = (step: string): string => hash(`${step.replace(/~+$/, '')}~`);
/** The hash of a checkout's token. */
export const hashOfCheckout = hash;

interface Step {
  readonly key: MintKey;
  readonly typ: string;
  readonly mandates: readonly Json[];
  /** Claims beside what is delegated. */
  readonly claims?: Json;
  /** Disclosures of what the mandates hide. */
  readonly disclosures?: readonly string[];
}

/** One step of a chain: `token~disclosure~…~`. */
export async function mintStep({ key, typ, mandates, claims = {}, disclosures = [] }: Step): Promise<string> {
  const hidden = mandates.map(hide);
  const payload = { delegate_payload: hidden.map(({ place }) => place), _sd_alg: 'sha-256', ...claims };
  const token = await key.sign(payload, typ);
  return `${[token, ...hidden.map(({ disclosure }) => disclosure), ...disclosures].join('~')}~`;
}

/** Steps as one chain. */
export const joinSteps = (...steps: readonly string[]): string => steps.join('~');
