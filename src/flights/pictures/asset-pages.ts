import { noPicture, svgPage } from '../../offers/pictures/svg-page.ts';
import type { PageDeclaration } from '../../platform/http/route.ts';
import { airlinePicture } from './airline-picture.ts';
import { cityPicture } from './city-picture.ts';

/** `/assets/airlines/AF.svg`: a mark drawn for this project, because real logos are trademarks. */
export const airlineLogoPage: PageDeclaration = {
  method: 'GET',
  path: '/assets/airlines/:file',
  async handle(context) {
    const code = /^([A-Z0-9]{2,3})\.svg$/.exec(context.params['file'] ?? '')?.[1];
    if (code === undefined) return noPicture();
    // A supplier may sell airlines that the loaded world does not contain; their mark shows the code alone.
    return svgPage(context, airlinePicture(code, context.app.places.airline(code)?.name ?? code));
  },
};

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
