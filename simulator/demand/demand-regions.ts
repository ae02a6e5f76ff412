import { isoDateToEpochDay } from '../../src/travel/dates.ts';
import type { DemandCountry } from './demand-tables.ts';

/** A part of the world as shocks strike it. */
export interface DemandRegion {
  readonly region: string;
  /**
   * The collapse of 2020 as a destination: when it fell, what was left, when half of it was back. Rough dates, from
   * memory.
   */
  readonly fell: number;
  readonly trough: number;
  readonly back: number;
}

const region = (name: string, fell: string, trough: number, back: string): DemandRegion => ({
  region: name,
  fell: isoDateToEpochDay(fell),
  trough,
  back: isoDateToEpochDay(back),
});

/** The regions; strata refer to them by index. */
export const DEMAND_REGIONS: readonly DemandRegion[] = [
  region('europe', '2020-03-12', 0.05, '2021-08-20'),
  region('north_america', '2020-03-18', 0.05, '2021-10-10'),
  region('latin_america', '2020-03-20', 0.05, '2021-06-20'),
  region('middle_east', '2020-03-16', 0.05, '2021-08-01'),
  region('africa', '2020-03-22', 0.05, '2021-10-20'),
  region('south_asia', '2020-03-12', 0.03, '2022-04-20'),
  region('east_asia', '2020-02-01', 0.02, '2022-11-20'),
  region('oceania', '2020-03-18', 0.02, '2022-04-10'),
];

const EAST_ASIA: ReadonlySet<string> = new Set(['CN', 'HK', 'MO', 'TW', 'JP', 'KR', 'KP', 'MN']);
const NORTH_AMERICA: ReadonlySet<string> = new Set(['US', 'CA', 'GL', 'PM', 'BM']);
const NORTH_AFRICA: ReadonlySet<string> = new Set(['EG', 'MA', 'DZ', 'TN', 'LY', 'SD', 'EH']);
const EUROPE_OF_ASIA: ReadonlySet<string> = new Set(['CY', 'TR', 'GE', 'AM', 'AZ', 'KZ', 'UZ', 'KG', 'TJ', 'TM', 'RU']);

/** Index of a country's region; Europe for what lies nowhere. */
export function demandRegionOf(code: string, country: DemandCountry | undefined): number {
  const name = regionName(code, country);
  return Math.max(
    0,
    DEMAND_REGIONS.findIndex((known) => known.region === name),
  );
}

function regionName(code: string, country: DemandCountry | undefined): string {
  if (EAST_ASIA.has(code)) return 'east_asia';
  if (NORTH_AMERICA.has(code)) return 'north_america';
  if (NORTH_AFRICA.has(code) || (country?.subregion === 'Western Asia' && !EUROPE_OF_ASIA.has(code)))
    return 'middle_east';
  if (EUROPE_OF_ASIA.has(code)) return 'europe';
  switch (country?.continent) {
    case 'NA':
    case 'SA':
      return 'latin_america';
    case 'AF':
      return 'africa';
    case 'AS':
      return 'south_asia';
    case 'OC':
      return 'oceania';
    default:
      return 'europe';
  }
}
