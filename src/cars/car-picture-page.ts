import { CAR_PAINTS } from '../offers/pictures/car-image.ts';
import { noPicture, svgPage } from '../offers/pictures/svg-page.ts';
import type { PageDeclaration } from '../platform/http/route.ts';
import { carPicture } from './car-picture.ts';

/**
 * `/assets/cars/CDMR-3.svg`: a vehicle class by its ACRISS letters, in one of the paints
 * (src/offers/pictures/car-image.ts).
 */
export const carPicturePage: PageDeclaration = {
  method: 'GET',
  path: '/assets/cars/:file',
  async handle(context) {
    const [, code, paint] = /^([A-Z]{4})-(\d)\.svg$/.exec(context.params['file'] ?? '') ?? [];
    // A supplier may use letters of its own: the picture shows the nearest ordinary class, so that no link is dead.
    return code === undefined || Number(paint) >= CAR_PAINTS
      ? noPicture()
      : svgPage(context, carPicture(code, Number(paint)));
  },
};
