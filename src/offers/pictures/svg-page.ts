import { hash } from 'node:crypto';
import type { PageAnswer, PageContext } from '../../platform/http/route.ts';

const SVG = 'image/svg+xml; charset=utf-8';
/** A picture changes only with a release: a week in any cache, and one more day while it is fetched again. */
const CACHE = 'public, max-age=604800, stale-while-revalidate=86400';

/** The picture, or 304 when the client has this version already. */
export function svgPage({ request }: Pick<PageContext, 'request'>, svg: string): PageAnswer {
  const etag = `"${hash('sha1', svg, 'base64url')}"`;
  const headers = { etag, 'cache-control': CACHE };
  const known = String(request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag)
    ? { status: 304, headers, contentType: SVG }
    : { status: 200, html: svg, contentType: SVG, headers };
}

/** The answer where no picture has the requested name. */
export function noPicture(): PageAnswer {
  return { status: 404, html: 'No picture has this name.', contentType: 'text/plain; charset=utf-8' };
}
