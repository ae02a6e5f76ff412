import type { PageAnswer, PageDeclaration } from '../platform/http/route.ts';

const SVG = 'image/svg+xml; charset=utf-8';
const CACHE = { 'Cache-Control': 'public, max-age=86400' };
const HUES = 360;

/** `/assets/airlines/AF.svg`: a generated mark, since real logos belong to their owners. */
export const airlineLogoPage: PageDeclaration = {
  method: 'GET',
  path: '/assets/airlines/:file',
  async handle({ app, params }) {
    const code = /^([A-Z0-9]{2,3})\.svg$/.exec(params['file'] ?? '')?.[1];
    if (code === undefined) return notFound();
    // A supplier may sell airlines the loaded world does not know: their mark carries the code alone.
    return svg(drawLogo(code, app.places.airline(code)?.name ?? code));
  },
};

/** `/assets/cities/PAR.svg`: a generated skyline with the city's name. */
export const cityImagePage: PageDeclaration = {
  method: 'GET',
  path: '/assets/cities/:file',
  async handle({ app, params }) {
    const code = /^([A-Z]{3})\.svg$/.exec(params['file'] ?? '')?.[1];
    if (code === undefined) return notFound();
    return svg(drawCity(code, app.places.city(code)?.name ?? app.places.airport(code)?.cityName ?? code));
  },
};

function svg(drawing: string): PageAnswer {
  return { status: 200, html: drawing, contentType: SVG, headers: CACHE };
}

function notFound(): PageAnswer {
  return { status: 404, html: 'No picture has this name.', contentType: 'text/plain; charset=utf-8' };
}

function drawLogo(code: string, name: string): string {
  const hue = hueOf(code);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img"><title>${escapeXml(name)}</title>` +
    `<rect width="64" height="64" rx="14" fill="hsl(${hue} 60% 32%)"/><path d="M8 46 L56 30 L56 36 L8 52 Z" fill="hsl(${(hue + 40) % HUES} 80% 62%)"/>` +
    `<text x="32" y="30" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" font-weight="700" font-size="24" fill="#fff">${code}</text></svg>`
  );
}

function drawCity(code: string, name: string): string {
  const hue = hueOf(code);
  const towers = Array.from({ length: 16 }, (_, index) => {
    const height = 60 + ((hueOf(`${code}${index}`) * 7) % 150);
    return `<rect x="${index * 50}" y="${400 - height}" width="44" height="${height}"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" width="800" height="400" role="img"><title>${escapeXml(name)}</title>` +
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 55% 30%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % HUES} 70% 68%)"/></linearGradient></defs>` +
    `<rect width="800" height="400" fill="url(#sky)"/><g fill="hsl(${hue} 45% 18%)">${towers.join('')}</g>` +
    `<text x="400" y="150" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" font-weight="700" font-size="64" fill="#fff">${escapeXml(name)}</text></svg>`
  );
}

/** A colour that is always the same for a code. */
function hueOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  return hash % HUES;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
