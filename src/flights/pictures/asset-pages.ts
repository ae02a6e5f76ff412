import { noPicture, svgPage } from '../../offers/pictures/svg-page.ts';
import type { PageDeclaration } from '../../platform/http/route.ts';
import { airlinePicture } from './airline-picture.ts';
import { cityPicture } from './city-picture.ts';

const AIRLINE_CODE = /^[A-Z0-9]{2,3}$/;
/** The name of an airline without a code, which no code looks like: a small letter is in it. */
const AIRLINE_NAME = /^(?=.*\p{Ll})[\p{L}\p{N}][\p{L}\p{N} .,&'()-]*$/u;

/** `/assets/airlines/AF.svg`: a mark drawn for this project, because real logos are trademarks. */
export const airlineLogoPage: PageDeclaration = {
  method: 'GET',
  path: '/assets/airlines/:file',
  async handle(context) {
    const [, code = ''] = /^(.{2,60})\.svg$/u.exec(context.params['file'] ?? '') ?? [];
    if (!AIRLINE_CODE.test(code) && !AIRLINE_NAME.test(code)) return noPicture();
    // A supplier may sell airlines that the loaded world does not contain; their mark shows the code alone, or the
    // initials of one that has no code and goes by its name.
    const mark = AIRLINE_CODE.test(code) ? code : initialsOf(code);
    return svgPage(context, airlinePicture(mark, context.app.places.airline(code)?.name ?? code));
  },
};

/** `Northern Seaplanes`: NS. */
function initialsOf(name: string): string {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  return parts
    .slice(0, 2)
    .map((part) => [...part][0]?.toUpperCase() ?? '')
    .join('');
}

/** `/assets/cities/PAR.svg`: a skyline with the city's name. */
export const cityImagePage: PageDeclaration = {
  method: 'GET',
  path: '/assets/cities/:file',
  async handle(context) {
    const code = /^([A-Z]{3})\.svg$/.exec(context.params['file'] ?? '')?.[1];
    if (code === undefined) return noPicture();
    const { places } = context.app;
    const [city, airport] = [places.city(code), places.airport(code)];
    const name = city?.name ?? airport?.cityName ?? code;
    return svgPage(context, cityPicture({ code, name, latitude: city?.latitude ?? airport?.latitude }));
  },
};
