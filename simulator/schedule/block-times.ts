import type { AirportOperations } from './airport-traffic.ts';
import type { Aircraft, AtlasAirline, AtlasAirport } from '../../src/reference/atlas.ts';
import { greatCircleKm } from '../../src/travel/geography/distance.ts';

/** What block times of a pair of airports depend on, whichever way it is flown. */
export interface Sector {
  /** Kilometres planned: the great circle, or the way round closed airspace. */
  readonly km: number;
  /** Mean wind that pushes from the first airport to the second, in km/h at jet cruising height; negative slows. */
  readonly tailwindKmh: number;
}

/** Airways and approach patterns are a little longer than the great circle. */
const ROUTE_FACTOR = 1.03;
/** The detour around closed airspace is this much longer than the path through its two points. */
const DETOUR_FACTOR = 1.035;
/** Minutes that climb, descent and the approach add to the distance flown at cruising speed. */
const CLIMB_AND_APPROACH_JET = 20;
const CLIMB_AND_APPROACH_PROPELLER = 12;
/** Ocean tracks and step climbs: what schedules of far sectors hold besides. */
const FAR_KM = 4500;
const FAR_EXTRA_MINUTES = 8;
const ROUNDING = 5;
const BLOCK_MINUTES_MIN = 20;
/** Propellers fly below the jet streams. */
const LOW_WIND_SHARE = 0.4;
/** Yearly mean of the westerlies: strongest near forty degrees, gone in the tropics and at the poles. */
const JET_STREAM_KMH = 80;
const JET_STREAM_LATITUDE = 38;
const JET_STREAM_SPREAD = 24;
const WIND_SAMPLES = [1 / 6, 1 / 2, 5 / 6] as const;
const RADIANS = Math.PI / 180;

/**
 * Since 2022 most carriers fly between Europe and East Asia over the Caucasus and Central Asia: two points on the way.
 */
const SOUTHERN_WAY = [
  { latitude: 41.5, longitude: 47 },
  { latitude: 44, longitude: 80 },
] as const;
/** Home countries of the carriers that still cross Russia. */
const CROSSING_RUSSIA: ReadonlySet<string> = new Set([
  'CN',
  'RU',
  'BY',
  'MN',
  'KZ',
  'UZ',
  'KG',
  'TJ',
  'TR',
  'AE',
  'QA',
  'SA',
  'IN',
  'IR',
  'ET',
  'EG',
  'RS',
]);
const NOT_BARRED_ENDS: ReadonlySet<string> = new Set(['RU', 'BY', 'MN']);

/** The sector between two airports as an airline flies it. */
export function sectorOf(a: AtlasAirport, b: AtlasAirport, airline: AtlasAirline, greatCircle: number): Sector {
  const km = goesRoundRussia(a, b, airline) ? Math.max(greatCircle, southernKm(a, b) * DETOUR_FACTOR) : greatCircle;
  return { km, tailwindKmh: meanTailwind(a, b) };
}

/**
 * Minutes from gate to gate, to the next five: taxi out and in, climb and approach, and the distance at cruising speed
 * with the wind of the year. `sign` is 1 from the first airport of the sector to the second, -1 on the way back.
 */
export function blockMinutes(
  sector: Sector,
  sign: 1 | -1,
  aircraft: Pick<Aircraft, 'body' | 'cruiseKmh'>,
  ends: { readonly from: AirportOperations; readonly to: AirportOperations },
): number {
  const isPropeller = aircraft.body === 'T' || aircraft.body === 'P';
  const wind = sign * sector.tailwindKmh * (isPropeller ? LOW_WIND_SHARE : 1);
  const cruise = (60 * sector.km * ROUTE_FACTOR) / (aircraft.cruiseKmh + wind);
  const ground = ends.from.taxiOut + ends.to.taxiIn;
  const climb =
    (isPropeller ? CLIMB_AND_APPROACH_PROPELLER : CLIMB_AND_APPROACH_JET) +
    (sector.km > FAR_KM ? FAR_EXTRA_MINUTES : 0);
  const minutes = ground + climb + cruise;
  return Math.max(BLOCK_MINUTES_MIN, Math.round(minutes / ROUNDING) * ROUNDING);
}

function goesRoundRussia(a: AtlasAirport, b: AtlasAirport, airline: AtlasAirline): boolean {
  const isBetween = (x: AtlasAirport, y: AtlasAirport): boolean =>
    x.subregion.endsWith('Europe') && y.subregion === 'Eastern Asia';
  if (!isBetween(a, b) && !isBetween(b, a)) return false;
  return !NOT_BARRED_ENDS.has(a.country) && !NOT_BARRED_ENDS.has(b.country) && !CROSSING_RUSSIA.has(airline.country);
}

function southernKm(a: AtlasAirport, b: AtlasAirport): number {
  const [west, east] = a.longitude < b.longitude ? [a, b] : [b, a];
  const [first, second] = SOUTHERN_WAY;
  return (
    greatCircleKm(west.latitude, west.longitude, first.latitude, first.longitude) +
    greatCircleKm(first.latitude, first.longitude, second.latitude, second.longitude) +
    greatCircleKm(second.latitude, second.longitude, east.latitude, east.longitude)
  );
}

/**
 * The westerlies along the great circle: their speed at each sampled latitude times how far east the way leads there.
 */
function meanTailwind(a: AtlasAirport, b: AtlasAirport): number {
  const [p, q] = [unitVector(a), unitVector(b)];
  const normal = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]] as const;
  const length = Math.hypot(...normal);
  if (length < 1e-9) return 0;
  const angle = Math.atan2(length, p[0] * q[0] + p[1] * q[1] + p[2] * q[2]);
  let sum = 0;
  for (const share of WIND_SAMPLES) {
    const [weightP, weightQ] = [Math.sin((1 - share) * angle) / length, Math.sin(share * angle) / length];
    const sinLatitude = p[2] * weightP + q[2] * weightQ;
    const cosLatitude = Math.sqrt(Math.max(1e-9, 1 - sinLatitude * sinLatitude));
    // The way's direction is normal × position; its part along the parallel is the normal's third component over the
    // parallel's radius.
    sum += (westerlyKmh(Math.asin(sinLatitude)) * normal[2]) / length / cosLatitude;
  }
  return sum / WIND_SAMPLES.length;
}

function westerlyKmh(latitude: number): number {
  const off = (Math.abs(latitude) / RADIANS - JET_STREAM_LATITUDE) / JET_STREAM_SPREAD;
  return JET_STREAM_KMH * Math.exp(-off * off);
}

function unitVector({ latitude, longitude }: AtlasAirport): readonly [number, number, number] {
  const cosLatitude = Math.cos(latitude * RADIANS);
  return [
    cosLatitude * Math.cos(longitude * RADIANS),
    cosLatitude * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ];
}
