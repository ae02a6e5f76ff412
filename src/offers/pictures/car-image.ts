/** How many paints a car is drawn in; every rental company has one. */
export const CAR_PAINTS = 8;

/** Where the picture of a vehicle class is served (src/cars/asset-pages.ts), in the paint of the rental company. */
export function carImageUrl(
  publicUrl: string,
  { acrissCode, vendorName }: { readonly acrissCode: string; readonly vendorName: string },
): string {
  return `${publicUrl}/assets/cars/${encodeURIComponent(acrissCode)}-${paintOf(vendorName)}.svg`;
}

/** Always the same for a name. */
function paintOf(vendorName: string): number {
  let state = 0x811c9dc5;
  for (const character of vendorName) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (state >>> 8) % CAR_PAINTS;
}
