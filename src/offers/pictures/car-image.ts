import { pickIndex } from './static-picture.ts';

/** How many paints car pictures have; a rental company always has the same. */
export const CAR_PAINTS = 8;

/** Where src/cars/car-picture-page.ts serves the picture of a vehicle class, in the paint of the rental company. */
export function carImageUrl(
  publicUrl: string,
  { acrissCode, vendorName }: { readonly acrissCode: string; readonly vendorName: string },
): string {
  return `${publicUrl}/assets/cars/${encodeURIComponent(acrissCode)}-${pickIndex(vendorName, CAR_PAINTS)}.svg`;
}
