import type { CarrierNames } from '../../travel/flight.ts';
import { nameCarrier, type PlaceDirectory } from '../../travel/place-directory.ts';

/** Carrier info of spec.md: what a person needs to recognise an airline. */
export type CarrierInfo = {
  readonly code: string;
  readonly name: string;
  readonly logo: string;
  /** Null when the airline is not in the loaded world. */
  readonly is_lcc: boolean | null;
};

/** What places and links a presentation needs. */
export interface PresentContext {
  readonly places: PlaceDirectory;
  /** Origin of links, no trailing slash. */
  readonly publicUrl: string;
}

/**
 * `{code, name, logo, is_lcc}`; the logo is served by this very service. `names`: the supplier's own, for a carrier the
 * directory does not know.
 */
export function presentCarrier(context: PresentContext, code: string, names?: CarrierNames): CarrierInfo {
  return {
    code,
    name: nameCarrier(context.places, code, names),
    logo: airlineLogoUrl(context.publicUrl, code),
    is_lcc: context.places.airline(code)?.isLowCost ?? null,
  };
}

/** Where the logo of an airline is served (src/flights/pictures/asset-pages.ts). */
export function airlineLogoUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/assets/airlines/${encodeURIComponent(code)}.svg`;
}

/** Where the picture of a city is served (src/flights/pictures/asset-pages.ts). */
export function cityImageUrl(publicUrl: string, cityCode: string): string {
  return `${publicUrl}/assets/cities/${cityCode}.svg`;
}
