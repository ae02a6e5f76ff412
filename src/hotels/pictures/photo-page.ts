import { readImagePath } from '../../platform/security/image-path.ts';
import { noPicture } from '../../offers/pictures/svg-page.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import type { MissingPhoto, Photo } from './photo-proxy.ts';

/** The address of a photo holds its supplier's, which changes with the photo. */
const CACHE = 'public, max-age=604800, stale-while-revalidate=86400';
const TEXT = 'text/plain; charset=utf-8';
const ANSWERS: Readonly<Record<MissingPhoto, { readonly status: number; readonly text: string }>> = {
  gone: { status: 404, text: 'The supplier has no such photo.' },
  unreachable: { status: 502, text: 'The photo could not be fetched.' },
  busy: { status: 503, text: 'Too many photos are being fetched.' },
};

/** `/images/{address and signature}`: a supplier's photo, by an address that an answer of ours held. */
export const photoPage: PageDeclaration = {
  method: 'GET',
  path: '/images/:file',
  async handle({ app, params, request }) {
    const url = readImagePath(app.sealer, params['file'] ?? '');
    if (url === undefined) return noPicture();
    const photo = await app.photos.get(url);
    return typeof photo === 'string' ? missing(photo) : found(photo, request);
  },
};

function found({ bytes, type, etag }: Photo, request: PageContext['request']): PageAnswer {
  const headers = { etag, 'cache-control': CACHE };
  const known = String(request.headers['if-none-match'] ?? '').split(',');
  return known.some((tag) => tag.trim().replace(/^W\//, '') === etag)
    ? { status: 304, headers, contentType: type }
    : { status: 200, bytes, headers, contentType: type };
}

function missing(reason: MissingPhoto): PageAnswer {
  const { status, text } = ANSWERS[reason];
  const headers = { 'cache-control': 'public, max-age=60', ...(status === 503 ? { 'retry-after': '1' } : {}) };
  return { status, html: text, contentType: TEXT, headers };
}
