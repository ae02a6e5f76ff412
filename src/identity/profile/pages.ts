import { asId } from '../../platform/ids.ts';
import type { PageAnswer, PageDeclaration } from '../../platform/http/route.ts';
import { readLogoBytes } from './read-profile.ts';

/** A SHA-256 as base64url, and nothing that could be anything else. */
const HASH = /^[\w-]{43}$/;
const idLengthMax = 64;

/**
 * The logo of an organization under its own hash: the address never shows another picture, so copies are good for a
 * year. Browsers treat it as an image alone: no sniffing (as everywhere), and a policy that lets it do nothing.
 */
const logoPage: PageDeclaration = {
  method: 'GET',
  path: '/sellers/:organization_id/logo/:hash',
  async handle({ app, params }): Promise<PageAnswer> {
    const { organization_id: id = '', hash = '' } = params;
    const logo =
      HASH.test(hash) && id.length <= idLengthMax
        ? await readLogoBytes(app, asId('organization', id), hash)
        : undefined;
    if (logo === undefined) return { status: 404, html: '', headers: POLICY };
    return {
      status: 200,
      bytes: logo.bytes,
      contentType: logo.mediaType,
      headers: {
        ...POLICY,
        etag: `"${hash}"`,
        'cache-control': 'public, max-age=31536000, immutable',
        // Mail programs show it inside their own pages.
        'cross-origin-resource-policy': 'cross-origin',
      },
    };
  },
};

const POLICY = {
  'content-security-policy': "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** What this folder serves beside its operations. */
export const profilePages: readonly PageDeclaration[] = [logoPage];
