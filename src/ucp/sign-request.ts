import { createHash } from 'node:crypto';
import type { DocumentSigner } from '../signatures/document-signer.ts';

/** A request to another host before it is signed. */
export interface UnsignedRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a platform must find covered by the signature of a POST. */
const COVERED = ['@method', '@authority', '@path', 'ucp-agent', 'content-digest', 'content-type'];

/** `Content-Digest` of a body (RFC 9530), over its bytes. */
export function contentDigest(body: string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/**
 * The headers of a POST with its signature (RFC 9421): ES256, with the key that the profile names by its `kid`. The
 * algorithm is the key's, and no parameter repeats it.
 */
export async function signRequest(
  signer: Pick<DocumentSigner, 'messageKey'>,
  { url, body, headers }: UnsignedRequest,
): Promise<Readonly<Record<string, string>>> {
  const key = await signer.messageKey();
  const { search } = new URL(url);
  const { httpbis } = await import('http-message-signatures');
  const signed = await httpbis.signMessage(
    {
      key: { id: key.kid, sign: key.sign },
      name: 'sig1',
      fields: search === '' ? COVERED : [...COVERED, '@query'],
      params: ['created', 'keyid'],
    },
    { method: 'POST', url, headers: { ...headers, 'content-digest': contentDigest(body) } },
  );
  return Object.fromEntries(Object.entries(signed.headers).map(([name, value]) => [name, String(value)]));
}
