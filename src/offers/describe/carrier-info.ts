import type { PlaceDirectory } from '../../travel/place-directory.ts';

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

/** `{code, name, logo, is_lcc}`; the logo is served by this very service. */
export function presentCarrier(context: PresentContext, code: string): CarrierInfo {
  const airline = context.places.airline(code);
  return {
    code,
    name: airline?.name ?? code,
    logo: airlineLogoUrl(context.publicUrl, code),
    is_lcc: airline?.isLowCost ?? null,
  };
}

/** Where the logo of an airline is served (src/flights/pictures/asset-pages.ts). */
export function airlineLogoUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/assets/airlines/${code}.svg`;
}

/** Where the picture of a city is served (src/flights/pictures/asset-pages.ts). */
export function cityImageUrl(publicUrl: string, cityCode: string): string {
  return `${publicUrl}/assets/cities/${cityCode}.svg`;
}
