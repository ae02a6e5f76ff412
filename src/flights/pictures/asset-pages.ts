import { hash } from 'node:crypto';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { drawAirline } from './draw-airline.ts';
import { drawCity } from './draw-city.ts';

const SVG = 'image/svg+xml; charset=utf-8';
/** A picture changes only with a release: a week in any cache, and one more day while it is asked for again. */
const CACHE = 'public, max-age=604800, stale-while-revalidate=86400';

/** `/assets/airlines/AF.svg`: a generated mark, since real logos belong to their owners. */
export const airlineLogoPage: PageDeclaration = {
  method: 'GET',
  path: '/assets/airlines/:file',
  async handle(context) {
    const code = /^([A-Z0-9]{2,3})\.svg$/.exec(context.params['file'] ?? '')?.[1];
    if (code === undefined) return notFound();
    // A supplier may sell airlines the loaded world does not know: their mark carries the code alone.
    return svg(context, drawAirline(code, context.app.places.airline(code)?.name ?? code));
  },
};

/** `/assets/cities/PAR.svg`: a generated skyline with the city's name. */
export const cityImagePage: PageDeclaration = {
  method: 'GET',
  path: '/assets/cities/:file',
  async handle(context) {
    const code = /^([A-Z]{3})\.svg$/.exec(context.params['file'] ?? '')?.[1];
    if (code === undefined) return notFound();
    const { places } = context.app;
    const [city, airport] = [places.city(code), places.airport(code)];
    return svg(
      context,
      drawCity({ code, name: city?.name ?? airport?.cityName ?? code, latitude: city?.latitude ?? airport?.latitude }),
    );
  },
};

/** The picture, or 304 for who has it already. */
function svg({ request }: PageContext, drawing: string): PageAnswer {
  const etag = `"${hash('sha1', drawing, 'base64url')}"`;
  const headers = { etag, 'cache-control': CACHE };
  const known = String(request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag)
    ? { status: 304, headers, contentType: SVG }
    : { status: 200, html: drawing, contentType: SVG, headers };
}

function notFound(): PageAnswer {
  return { status: 404, html: 'No picture has this name.', contentType: 'text/plain; charset=utf-8' };
}
