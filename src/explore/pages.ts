import { renderExplorePage } from '../../web/explore/explore-page.ts';
import { findSignedIn } from '../accounts/signed-in.ts';
import { refuse } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { readExploreAssets } from './assets.ts';

/** A file under its version never changes. */
const cachedForEver = 'public, max-age=31536000, immutable';
/**
 * A file asked for under another version (a page that was open while we were updated) is the present one, and must be
 * asked for again.
 */
const revalidated = 'no-cache';

/**
 * `GET /explore`: the shell of the page. Figures come from the API, asked by the browser. For a signed-in browser the
 * page carries the token that calls of its session must bring; such an answer, as any page's, is not cached.
 */
const explorePage: PageDeclaration = {
  method: 'GET',
  path: '/explore',
  async handle({ app, cookies }) {
    const { version } = readExploreAssets();
    const signedIn = await findSignedIn(app, cookies);
    const html = renderExplorePage({
      assetsPath: `/explore/assets/${version}`,
      isSandbox: app.config.environment === 'sandbox',
      canSignIn: app.config.oidc === undefined,
      session: signedIn && { name: signedIn.user.name ?? signedIn.user.email ?? '', formToken: signedIn.formToken },
    });
    return { status: 200, html, headers: { 'referrer-policy': 'same-origin' } };
  },
};

/** `GET /explore/assets/{version}/{name}`: style, scripts and the map. */
const assetPage: PageDeclaration = {
  method: 'GET',
  path: '/explore/assets/:version/:name',
  handle: async (context) => answerAsset(context),
};

function answerAsset({ params, request }: PageContext): PageAnswer {
  const { version, files } = readExploreAssets();
  const asset = files.get(params['name'] ?? '');
  if (!asset) throw refuse('path_unknown');
  const headers = { 'cache-control': params['version'] === version ? cachedForEver : revalidated, etag: asset.etag };
  const known = request.headers['if-none-match'];
  if (typeof known === 'string' && known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === asset.etag))
    return { status: 304, headers };
  return { status: 200, html: asset.bytes, contentType: asset.contentType, headers };
}

/** `/explore` and what it loads. */
export const explorePages: readonly PageDeclaration[] = [explorePage, assetPage];
