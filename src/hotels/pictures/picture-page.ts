import { HOTEL_PICTURES } from '../../offers/pictures/hotel-image.ts';
import { noPicture, svgPage } from '../../offers/pictures/svg-page.ts';
import type { PageDeclaration } from '../../platform/http/route.ts';
import { hotelPicture } from './hotel-picture.ts';

const FILE = /^([a-z]+)-(\d{1,3})(?:-t(\d{1,6}))?(?:-s(\d(?:\.\d)?))?(-small)?\.svg$/;

/**
 * `/assets/hotels/bh-1/facade-1-t4-s5.svg`: the address carries all that decides the picture
 * (src/offers/pictures/hotel-image.ts); `-t` and `-s` are left out where type and stars are not stated.
 */
export const hotelPicturePage: PageDeclaration = {
  method: 'GET',
  path: '/assets/hotels/:hotel_id/:file',
  async handle(context) {
    const [, name, number, type, stars, small] = FILE.exec(context.params['file'] ?? '') ?? [];
    const picture = HOTEL_PICTURES.find((known) => known === name);
    if (picture === undefined) return noPicture();
    const hotelId = context.params['hotel_id'] ?? '';
    return svgPage(
      context,
      hotelPicture({
        hotelId,
        picture,
        number: Number(number),
        hotelTypeId: type === undefined ? undefined : Number(type),
        starRating: stars === undefined ? undefined : Number(stars),
        isSmall: small !== undefined,
      }),
    );
  },
};
