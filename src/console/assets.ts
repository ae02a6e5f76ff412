import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { refuse } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';

/** A file under its version never changes. */
const cachedForEver = 'public, max-age=31536000, immutable';
/** Under another version (a page that was open during an update) it is the present one, to be asked for again. */
const revalidated = 'no-cache';
/** Characters of a hash that are enough to distinguish two versions. */
const hashLength = 16;

const style = readFileSync(new URL('../../web/console/console.css', import.meta.url));
const version = createHash('sha256').update(style).digest('base64url').slice(0, hashLength);

/** Where the files of the console are, with their version. */
export const assetsPath = `/console/assets/${version}`;

/** `GET /console/assets/{version}/console.css`. */
export const assetPage: PageDeclaration = {
  method: 'GET',
  path: '/console/assets/:version/:name',
  handle: async ({ params, request }: PageContext): Promise<PageAnswer> => {
    if (params['name'] !== 'console.css') throw refuse('path_unknown');
    const etag = `"${version}"`;
    const headers = { 'cache-control': params['version'] === version ? cachedForEver : revalidated, etag };
    if (request.headers['if-none-match'] === etag) return { status: 304, headers };
    return { status: 200, html: style, contentType: 'text/css; charset=utf-8', headers };
  },
};
