import type { AtlasAirline } from '../../src/reference/atlas.ts';

/**
 * Where a carrier is at home, as far as its brands and fares go; `east` is everything else: Asia, the Gulf, Africa, the
 * Pacific.
 */
export type CarrierRegion = 'europe' | 'north_america' | 'latin_america' | 'east';

const NORTH_AMERICA: ReadonlySet<string> = new Set('US CA GL'.split(' '));
const LATIN_AMERICA: ReadonlySet<string> = new Set(
  'MX GT BZ SV HN NI CR PA CO VE GY SR GF EC PE BO PY UY CL AR BR BS TC JM KY HT DO CU PR VI VG AI SX BQ CW AW AG KN LC BB GD VC DM TT GP MQ BL BM'.split(
    ' ',
  ),
);
const EUROPE: ReadonlySet<string> = new Set(
  'GB JE GG IM GI IE FR CH DE AT NL BE LU ES PT IT MT GR CY DK FO SE NO FI IS EE LV LT PL CZ SK HU RO BG HR SI BA RS ME MK AL XK MD UA BY RU TR GE AM AZ'.split(
    ' ',
  ),
);

/** The region of a carrier's home country. */
export function carrierRegion({ country }: AtlasAirline): CarrierRegion {
  if (EUROPE.has(country)) return 'europe';
  if (NORTH_AMERICA.has(country)) return 'north_america';
  return LATIN_AMERICA.has(country) ? 'latin_america' : 'east';
}
