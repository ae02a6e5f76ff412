import { money, timesMoney } from '../../src/travel/money.ts';
import type { RentalPlace, RentalQuery } from '../../src/travel/rental.ts';
import { greatCircleKm } from '../../src/travel/geography/distance.ts';
import { SCENARIO_AIRPORTS, SCENARIO_COUNTRY, SCENARIO_ORIGIN } from '../scenarios/scenario-places.ts';
import { readAcriss } from './acriss.ts';
import { AROUND_KM } from './branches/branches-around.ts';
import { CARS_SHOWN_MAX } from './car-stock.ts';
import { type RentalTimes, leadDaysOf, rentalDays } from './branch-query.ts';
import { localOfMinute, readRentalKey, type RentalKey, writeRentalKey } from './rental-key.ts';
import type { StatedExtra, StatedRental, StatedStop } from './stated-rental.ts';

/** What a car of branch QAA shows once it is booked and its exchange is previewed (contract, section 11). */
export const CAR_SCENARIOS = ['even', 'add_collect', 'refund', 'on_request', 'not_exchangeable', 'busy'] as const;
export type CarScenario = (typeof CAR_SCENARIOS)[number];

/** The branch of the scenarios; it bears the code of its airport. */
const SCENARIO_BRANCH = SCENARIO_ORIGIN;

/** The class of each scenario and its US cents a day: fixed, so that a test sees no change but the one it makes. */
const CLASSES: Readonly<Record<CarScenario, { readonly acriss: string; readonly dayCents: number }>> = {
  busy: { acriss: 'ECAR', dayCents: 3_600 },
  even: { acriss: 'CCAR', dayCents: 4_000 },
  add_collect: { acriss: 'ICAR', dayCents: 4_200 },
  refund: { acriss: 'SCAR', dayCents: 4_400 },
  not_exchangeable: { acriss: 'FCAR', dayCents: 4_800 },
  on_request: { acriss: 'FVAR', dayCents: 9_000 },
};
const DEPOSIT_CENTS = 30_000;
const CHILD_SEAT_CENTS = 900;
const GPS_CENTS = 1_000;
const LATE_FEE_CENTS = 3_000;
const FREE_MINUTES = 48 * 60;
const DRIVER_AGE_MIN = 18;
const DRIVER_AGE_MAX = 99;

/** The scenario of an offer key; undefined for any other car. Survives every change of times. */
export function scenarioOfCar(offerKey: string): CarScenario | undefined {
  const key = readRentalKey(offerKey);
  return key && scenarioOfKey(key);
}

/** True for a place whose only branch is that of the scenarios. */
function isScenarioPlace(place: RentalPlace): boolean {
  switch (place.kind) {
    case 'airport':
      return place.airport === SCENARIO_ORIGIN;
    case 'city':
      return place.cityCode === SCENARIO_ORIGIN;
    case 'around':
      return greatCircleKm(place.latitude, place.longitude, SITE.latitude, SITE.longitude) <= AROUND_KM;
    default:
      return place satisfies never;
  }
}

/**
 * The scenario cars at any hour, for any length that is sold at all; cheapest first. Undefined where the query is not
 * about them.
 */
export function scenarioOffers(query: RentalQuery, times: RentalTimes, now: Date): readonly StatedRental[] | undefined {
  const isFrom = isScenarioPlace(query.pickUp.place);
  const isTo = isScenarioPlace(query.dropOff.place);
  if (!isFrom && !isTo) return undefined;
  if (!isFrom || !isTo) return [];
  return scenarioFleet(times, now);
}

/** Every scenario car at these times; cheapest first. */
export function scenarioFleet(times: RentalTimes, now: Date): readonly StatedRental[] {
  const offers = CAR_SCENARIOS.map((scenario) => scenarioOffer(keyOf(scenario, times), now));
  return offers
    .filter((offer) => offer !== undefined)
    .sort((a, b) => CLASSES[scenarioNamed(a)].dayCents - CLASSES[scenarioNamed(b)].dayCents);
}

/** The offer of a scenario key; undefined for other keys, past times and lengths that are not sold. */
export function scenarioOffer(key: RentalKey, now: Date): StatedRental | undefined {
  const scenario = scenarioOfKey(key);
  const meaning = scenario && readAcriss(CLASSES[scenario].acriss);
  const days = rentalDays(key.dropOffMinute - key.pickUpMinute);
  const isOldEnough = key.driverAge >= DRIVER_AGE_MIN && key.driverAge <= DRIVER_AGE_MAX;
  if (!meaning || !isOldEnough || days === undefined || leadDaysOf(key.pickUpMinute, now) === undefined)
    return undefined;
  const price = timesMoney(money(CLASSES[scenario].dayCents, SCENARIO_COUNTRY.currency), days);
  const pickUpTime = key.pickUpMinute * 60_000;
  const fee = money(Math.min(LATE_FEE_CENTS, price.value), price.currency);
  return {
    offerKey: writeRentalKey(key),
    vendorName: 'Bly Test Rentals',
    vehicle: {
      name: scenario,
      acrissCode: CLASSES[scenario].acriss,
      ...meaning,
      seats: 5,
      doors: 4,
      bagsLarge: 2,
      bagsSmall: 2,
    },
    pickUp: stopAt(key.pickUpMinute),
    dropOff: stopAt(key.dropOffMinute),
    days,
    driverAge: key.driverAge,
    residenceCountry: key.residenceCountry,
    charges: [
      { description: `Rental, ${days} ${days === 1 ? 'day' : 'days'}, taxes included`, amount: price, paidAt: 'now' },
    ],
    deposit: money(DEPOSIT_CENTS, price.currency),
    isOnRequest: scenario === 'on_request',
    mileage: { isUnlimited: true, includedKm: undefined, extraPerKm: undefined },
    fuelPolicy: 'full_to_full',
    isRefundable: true,
    cancellation: [
      { from: new Date(pickUpTime - FREE_MINUTES * 60_000), penalty: fee, basis: 'amount' },
      { from: new Date(pickUpTime), penalty: price, basis: 'percent' },
    ],
    extras: extrasFor(days),
    carsLeft: CARS_SHOWN_MAX,
  };
}

const SITE = SCENARIO_AIRPORTS.find(({ iata }) => iata === SCENARIO_ORIGIN) ?? { city: '', latitude: 0, longitude: 0 };

function keyOf(scenario: CarScenario, times: RentalTimes): RentalKey {
  const { pickUpMinute, dropOffMinute, driverAge, residenceCountry } = times;
  return {
    pickUpMinute,
    dropOffMinute,
    driverAge,
    residenceCountry,
    pickUpBranch: SCENARIO_BRANCH,
    dropOffBranch: SCENARIO_BRANCH,
    acriss: CLASSES[scenario].acriss,
    plan: 'F',
  };
}

function scenarioOfKey({ pickUpBranch, dropOffBranch, acriss, plan }: RentalKey): CarScenario | undefined {
  if (pickUpBranch !== SCENARIO_BRANCH || dropOffBranch !== SCENARIO_BRANCH || plan !== 'F') return undefined;
  return CAR_SCENARIOS.find((scenario) => CLASSES[scenario].acriss === acriss);
}

function scenarioNamed({ vehicle }: StatedRental): CarScenario {
  return CAR_SCENARIOS.find((scenario) => scenario === vehicle.name) ?? 'even';
}

/** Local time in Atlantis is UTC. */
function stopAt(minute: number): StatedStop {
  return {
    branchId: SCENARIO_BRANCH,
    branchName: `Bly Test Rentals ${SITE.city} Airport`,
    cityCode: SCENARIO_ORIGIN,
    cityName: SITE.city,
    country: SCENARIO_COUNTRY.code,
    address: `Arrivals hall, ${SITE.city} Bly Test Field`,
    airport: SCENARIO_ORIGIN,
    latitude: SITE.latitude,
    longitude: SITE.longitude,
    zone: 'UTC',
    at: localOfMinute(minute),
    instant: new Date(minute * 60_000),
    opens: '00:00',
    closes: '24:00',
  };
}

function extrasFor(days: number): readonly StatedExtra[] {
  const price = (dayCents: number) => money(dayCents * days, SCENARIO_COUNTRY.currency);
  return [
    {
      ancillaryKey: 'child_seat',
      type: 'child_seat',
      label: 'Child seat',
      description: 'Forward-facing seat for children of 9 to 18 kg',
      paidAt: 'now',
      price: price(CHILD_SEAT_CENTS),
      quantityMax: 3,
    },
    {
      ancillaryKey: 'gps',
      type: 'gps',
      label: 'Navigation system',
      description: 'Satellite navigation with maps of the region',
      paidAt: 'local',
      price: price(GPS_CENTS),
      quantityMax: 1,
    },
  ];
}
