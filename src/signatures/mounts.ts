import type { MountDeclaration } from '../platform/http/route.ts';

/** A key is published a day before its first use, so a cached set knows every key but one made by hand just now. */
const CACHED = 'public, max-age=300';

/**
 * `GET /.well-known/jwks.json` (RFC 7517): what quotes and receipts are verified with. Any site's program may read it
 * in a browser: it holds nothing but public keys.
 */
const keysMount: MountDeclaration = {
  methods: ['GET', 'OPTIONS'],
  path: '/.well-known/jwks.json',
  async handle({ app, request, response }) {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-methods': 'GET', 'access-control-max-age': '3600' });
      response.end();
      return;
    }
    const keys = await app.signer.publicKeys();
    response.writeHead(200, { 'content-type': 'application/jwk-set+json', 'cache-control': CACHED });
    response.end(JSON.stringify({ keys }));
  },
};

/** Every path of this folder. */
export const signatureMounts: readonly MountDeclaration[] = [keysMount];
