import type { AdditionalPlaces } from '../../src/reference/additional-places.ts';
import { FICTIONAL_COUNTRY } from '../../src/travel/places.ts';

/**
 * The fictional airports, airlines and country of the sandbox scenarios (contract, section 11). They stand beside every
 * loaded bundle. `ZZ` is user-assigned in ISO 3166 and the airline codes are unassigned, so neither meets a real one.
 */
export const SCENARIO_ORIGIN = 'QAA';
/** Where QAC's connection is made. */
const SCENARIO_HUB = 'QAX';
/** Where the flight to QAT is rerouted over. */
const DETOUR_HUB = 'QAV';
export const SCENARIO_COUNTRY = { code: FICTIONAL_COUNTRY, name: 'Bly Test Territory', currency: 'USD' } as const;

/** A fictional airport: code, invented name, and where in the ocean it lies. */
export interface ScenarioAirport {
  readonly iata: string;
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
}

const CITY_NAMES = {
  QAA: 'Atlantis',
  QAB: 'Nowhere',
  QAC: 'Via Ultima',
  QAD: 'Silence',
  QAE: 'Yesterday',
  QAF: 'Dearer',
  QAG: 'Cheaper',
  QAH: 'Gone',
  QAI: 'Refusal',
  QAJ: 'Patience',
  QAK: 'Shifting Sands',
  QAL: 'Clawback',
  QAM: 'Paperwork',
  QAN: 'Outage',
  QAO: 'Limbo',
  QAP: 'Rejection',
  QAQ: 'Yen Harbour',
  QAR: 'Dinar Bay',
  QAX: 'Crossroads',
} as const;
/** Later scenarios, which lie between the others so that nothing of those moves. */
const LATER_CITY_NAMES = { QAV: 'Waypoint', QAT: 'Roundabout', QAS: 'New Numbers', QAU: 'Called Off' } as const;

/** Mid-Atlantic, a ring of about 1,100 km around Atlantis, so that every test flight takes about two hours. */
export const SCENARIO_AIRPORTS: readonly ScenarioAirport[] = [
  { iata: SCENARIO_ORIGIN, city: CITY_NAMES.QAA, latitude: 31, longitude: -38 },
  ...Object.entries(CITY_NAMES)
    .slice(1)
    .map(([iata, city], index) => onRing(iata, city, index + 1)),
  ...Object.entries(LATER_CITY_NAMES).map(([iata, city], index) => onRing(iata, city, index + 0.5)),
];

function onRing(iata: string, city: string, position: number): ScenarioAirport {
  const angle = (2 * Math.PI * position) / (Object.keys(CITY_NAMES).length - 1);
  return { iata, city, latitude: 31 + 10 * Math.sin(angle), longitude: -38 + 11.5 * Math.cos(angle) };
}

/** The place of the scenario hotels: the point of the ocean that lies farthest from any land. No airport serves it. */
export const POINT_NEMO = { code: 'QPN', name: 'Point Nemo', latitude: -48.88, longitude: -123.39 } as const;

/** The airlines that fly to them, one for each currency the scenarios need. */
export const SCENARIO_AIRLINES = [
  { code: 'Q1', name: 'Bly Test Air', country: SCENARIO_COUNTRY.code, currency: 'USD' },
  { code: 'Q9', name: 'Bly Test Air Japan', country: 'JP', currency: 'JPY' },
  { code: 'QY', name: 'Bly Test Air Kuwait', country: 'KW', currency: 'KWD' },
] as const;

/** Fixed reference rates, units per euro, for scenario currencies a bundle has no rate for. Not for trading. */
const SCENARIO_RATES: Readonly<Record<string, number>> = { JPY: 186.75, KWD: 0.3583, USD: 1.1684 };

/** A fictional airport pair flown three times a day each way. */
export interface ScenarioRoute {
  readonly airline: string;
  readonly origin: string;
  readonly destination: string;
}

/** Every scenario route, in both directions: all but QAB are reached, QAC only through a hub, QAT also through one. */
export const SCENARIO_ROUTES: readonly ScenarioRoute[] = SCENARIO_AIRPORTS.flatMap(({ iata }) => {
  if (iata === SCENARIO_ORIGIN || iata === 'QAB') return [];
  const airline = iata === 'QAQ' ? 'Q9' : iata === 'QAR' ? 'QY' : 'Q1';
  const ends = { QAC: [SCENARIO_HUB], QAT: [SCENARIO_ORIGIN, DETOUR_HUB] }[iata] ?? [SCENARIO_ORIGIN];
  return ends.flatMap((end) => [
    { airline, origin: end, destination: iata },
    { airline, origin: iata, destination: end },
  ]);
});

/** The scenario places as the reference data takes them beside a bundle. */
export const SCENARIO_PLACES: AdditionalPlaces = {
  country: { ...SCENARIO_COUNTRY, continent: 'AN' },
  airports: SCENARIO_AIRPORTS.map(({ iata, city, latitude, longitude }) => ({
    iata,
    name: `${city} Bly Test Field`,
    cityCode: iata,
    cityName: city,
    country: SCENARIO_COUNTRY.code,
    latitude,
    longitude,
    zone: 'UTC',
    size: 'S',
  })),
  cities: [{ ...POINT_NEMO, country: SCENARIO_COUNTRY.code, airports: [] }],
  airlines: SCENARIO_AIRLINES,
  rates: SCENARIO_RATES,
};
