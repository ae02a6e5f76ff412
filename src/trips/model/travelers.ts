import { isDeepStrictEqual } from 'node:util';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import type { TravelerId } from '../../platform/ids.ts';
import { ageOn, type IsoDate } from '../../travel/dates.ts';
import { countByType, PASSENGER_TYPES, type PassengerType } from '../../travel/passengers.ts';
import type { Stay } from '../../travel/stay.ts';
import { AGES, describeAges, typeOfAge } from './ages.ts';
import { lastDayOf } from './items/product.ts';
import { findRequirementProblems } from './requirement-problems.ts';
import type { FlightItem, Traveler, Trip, TripItem } from './trip.ts';

/** A traveler as asked for: the same, with the id only where the caller repeats one it was given. */
export type TravelerInput = Omit<Traveler, 'travelerId'> & { readonly travelerId: TravelerId | undefined };

/**
 * The travelers after an upsert: the list replaces the set, and anyone who was there before keeps the id. A person is
 * recognised by the id the caller repeats, else by name (and birth date, where both sides know one). Who then stands
 * alone on both sides, at one place and of one type, is a correction (a name misspelt, a date mistyped) and keeps the
 * id too, with the extras chosen under it.
 */
export function replaceTravelers(
  before: readonly Traveler[],
  wanted: readonly TravelerInput[],
  newId: () => TravelerId,
): readonly Traveler[] {
  const free = [...before];
  const byId = wanted.map((input, index) =>
    takeFirst(free, (known) => known.travelerId === input.travelerId, input.travelerId, index),
  );
  const byName = wanted.map(
    (input, index) => byId[index] ?? takeFirst(free, (candidate) => isSamePerson(candidate, input), undefined, index),
  );
  const corrected = findCorrection(before, wanted, byName, free);
  const after = wanted.map((input, index): Traveler => {
    const known = byName[index] ?? (index === corrected ? before[index] : undefined);
    return { ...input, travelerId: known?.travelerId ?? newId() };
  });
  return isDeepStrictEqual(before, after) ? before : after;
}

/** The place of the one traveler that was replaced, if it was one at its own place by one of the same type. */
function findCorrection(
  before: readonly Traveler[],
  wanted: readonly TravelerInput[],
  known: readonly (Traveler | undefined)[],
  left: readonly Traveler[],
): number | undefined {
  const strangers = wanted.flatMap((_, index) => (known[index] === undefined ? [index] : []));
  const [index] = strangers;
  const [gone] = left;
  if (index === undefined || gone === undefined || strangers.length > 1 || left.length > 1) return undefined;
  return before[index] === gone && wanted[index]?.passengerType === gone.passengerType ? index : undefined;
}

function takeFirst(
  free: Traveler[],
  matches: (known: Traveler) => boolean,
  namedId: TravelerId | undefined,
  index: number,
): Traveler | undefined {
  const at = free.findIndex(matches);
  if (at >= 0) return free.splice(at, 1)[0];
  if (namedId !== undefined) {
    throw refuseFields([
      {
        path: `travelers[${index}].pax_ref_id`,
        problem: 'The trip has no traveler with this id. Leave it out for a new one.',
      },
    ]);
  }
  return undefined;
}

function isSamePerson(known: Traveler, input: TravelerInput): boolean {
  const hasSameBirth =
    known.dateOfBirth === undefined || input.dateOfBirth === undefined || known.dateOfBirth === input.dateOfBirth;
  return (
    hasSameBirth &&
    foldCaseKeepingAccents(known.firstName) === foldCaseKeepingAccents(input.firstName) &&
    foldCaseKeepingAccents(known.lastName) === foldCaseKeepingAccents(input.lastName)
  );
}

function foldCaseKeepingAccents(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en');
}

/**
 * The last day of the trip's items, on the calendar where each ends: the last landing, check-out or drop-off; undefined
 * without items.
 */
export function lastTravelDay(items: readonly TripItem[]): IsoDate | undefined {
  return items
    .map(lastDayOf)
    .reduce<IsoDate | undefined>((last, day) => (last === undefined || day > last ? day : last), undefined);
}

/**
 * The last travel day as types are judged on (contract, section 6): the last landing, or, where nobody flies, the last
 * check-out or drop-off.
 */
function typeDay(items: readonly TripItem[]): IsoDate | undefined {
  const flights = items.filter((item) => item.kind === 'flight');
  return lastTravelDay(flights.length > 0 ? flights : items);
}

/** Anyone who is wrong whatever the trip holds: not born yet on the day of the request, or an infant as the lead. */
export function findPersonProblems(
  travelers: readonly Traveler[],
  today: IsoDate,
  path = 'travelers',
): readonly FieldProblem[] {
  const unborn = travelers.flatMap(({ dateOfBirth }, index): FieldProblem[] =>
    dateOfBirth !== undefined && dateOfBirth > today
      ? [{ path: `${path}[${index}].date_of_birth`, problem: 'is in the future' }]
      : [],
  );
  return [...unborn, ...findLeadProblems(travelers, path)];
}

/** The lead signs for the party and is whom a guest's last name is compared with. */
function findLeadProblems([lead]: readonly Traveler[], path: string): readonly FieldProblem[] {
  const isInfant = lead?.passengerType === 'INFANT';
  return isInfant
    ? [
        {
          path: `${path}[0].passenger_type`,
          problem: 'The first traveler is the lead, who cannot be an INFANT. Put an adult first.',
        },
      ]
    : [];
}

/** Travelers whose birth date does not fit their type on the day types are judged on. */
export function findAgeProblems(
  travelers: readonly Traveler[],
  items: readonly TripItem[],
  path = 'travelers',
): readonly FieldProblem[] {
  const day = typeDay(items);
  if (day === undefined) return [];
  return travelers.flatMap((traveler, index) => {
    if (traveler.dateOfBirth === undefined) return [];
    const at = `${path}[${index}].date_of_birth`;
    if (traveler.dateOfBirth > day) return [{ path: at, problem: `is after the last travel day, ${day}` }];
    const age = ageOn(traveler.dateOfBirth, day);
    const { from, below } = AGES[traveler.passengerType];
    if (age >= from && age < below) return [];
    return [
      {
        path: at,
        problem: `makes this traveler ${age} on the last travel day, ${day}: ${describeAges(traveler.passengerType)}`,
      },
    ];
  });
}

/** Everything a checkout still needs to know about who travels and whom to write to (contract, section 6). */
export function findMissingDetails(trip: Trip): readonly FieldProblem[] {
  const hasFlight = trip.items.some((item) => item.kind === 'flight');
  const problems: FieldProblem[] = [...findCountProblems(trip)];
  trip.travelers.forEach((traveler, index) => {
    if (hasFlight && traveler.dateOfBirth === undefined)
      problems.push({ path: `travelers[${index}].date_of_birth`, problem: 'is needed for a flight' });
    if (hasFlight && traveler.gender === undefined)
      problems.push({ path: `travelers[${index}].gender`, problem: 'is needed for a flight' });
  });
  problems.push(
    ...findAgeProblems(trip.travelers, trip.items),
    ...findLeadProblems(trip.travelers, 'travelers'),
    ...findDriverProblems(trip),
    ...findPassportProblems(trip),
    ...findRequirementProblems(trip),
  );
  if (trip.contact === undefined)
    problems.push({ path: 'contact', problem: 'Send email and phone with upsert_travelers.' });
  return problems;
}

/** A passport must hold to the end of the journey; who sends none is asked by the airline, not here. */
function findPassportProblems({ travelers, items }: Trip): readonly FieldProblem[] {
  const day = lastTravelDay(items);
  return travelers.flatMap(({ passport }, index): FieldProblem[] => {
    const isExpired = day !== undefined && passport?.expiry !== undefined && passport.expiry < day;
    return isExpired
      ? [{ path: `travelers[${index}].passport_expiry`, problem: `is before the last travel day, ${day}` }]
      : [];
  });
}

/** Rental companies charge drivers below this age more, or refuse them … */
const YOUNG_DRIVER_BELOW = 25;
/** … and some refuse those from this age on. */
const OLD_DRIVER_FROM = 70;

/** The lead traveler drives: the counter writes a title on the contract, and prices hold for the age searched with. */
function findDriverProblems({ travelers, items }: Trip): readonly FieldProblem[] {
  const rentals = items.flatMap((item) => (item.kind === 'car' ? [item.rental] : []));
  const [lead] = travelers;
  if (rentals.length === 0 || lead === undefined) return [];
  const born = lead.dateOfBirth;
  const ages =
    born === undefined
      ? []
      : rentals.flatMap(({ pickUp, driverAge }): FieldProblem[] => {
          const age = ageOn(born, pickUp.at.slice(0, 10));
          const isYounger = age < Math.min(driverAge, YOUNG_DRIVER_BELOW);
          const isOlder = age >= OLD_DRIVER_FROM && age > driverAge;
          const problem = `makes the driver ${age} at pick-up; the car was searched for a driver of ${driverAge}`;
          return isYounger || isOlder ? [{ path: 'travelers[0].date_of_birth', problem }] : [];
        });
  const isYoung = lead.passengerType !== 'ADULT';
  return [
    ...(isYoung
      ? [{ path: 'travelers[0].passenger_type', problem: 'The first traveler drives the car and must be an ADULT.' }]
      : []),
    ...(lead.title === undefined ? [{ path: 'travelers[0].title', problem: 'is needed for a car' }] : []),
    ...ages,
  ];
}

/** Each item was searched for a party, and the price is that party's. */
function findCountProblems({ travelers, items }: Trip): readonly FieldProblem[] {
  if (travelers.length === 0) return [{ path: 'travelers', problem: 'Send the travelers with upsert_travelers.' }];
  const problems = items.flatMap((item) => {
    switch (item.kind) {
      case 'flight':
        return findFlightPartyProblems(item, travelers);
      case 'hotel':
        return findStayPartyProblems(item.stay, travelers);
      case 'car':
        return [];
      default:
        return item satisfies never;
    }
  });
  return [...new Set(problems)].map((problem) => ({ path: 'travelers', problem }));
}

function findFlightPartyProblems(item: FlightItem, travelers: readonly Traveler[]): readonly string[] {
  const present = countTypes(travelers);
  const wanted = countByType(item.passengers);
  return PASSENGER_TYPES.filter((type) => wanted[type] !== present[type]).map(
    (type) => `The flight was searched for ${wanted[type]} ${type}; the trip has ${present[type]}.`,
  );
}

/**
 * Hotels ask for the age of everybody under 18 on the day of arrival. Each age searched for must be a traveler's: by
 * the birth date where it is known, by the type where it is not. Everybody else takes an adult's place.
 */
function findStayPartyProblems({ checkIn, rates }: Stay, travelers: readonly Traveler[]): readonly string[] {
  const ages = rates.flatMap(({ party }) => party.childrenAges).sort((a, b) => a - b);
  const adults = rates.reduce((sum, { party }) => sum + party.adults, 0);
  const left = [...travelers];
  const missing = ages.filter((age) => {
    const isThatOld = ({ dateOfBirth }: Traveler): boolean =>
      dateOfBirth !== undefined && dateOfBirth <= checkIn && ageOn(dateOfBirth, checkIn) === age;
    const mayBe = ({ dateOfBirth, passengerType }: Traveler): boolean =>
      dateOfBirth === undefined && passengerType === typeOfAge(age);
    const known = left.findIndex(isThatOld);
    const at = known >= 0 ? known : left.findIndex(mayBe);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const grown = left.filter(({ passengerType }) => passengerType === 'ADULT').length;
  const isAdults = grown === adults && left.length === adults;
  return [
    ...(isAdults
      ? []
      : [
          `The hotel was searched for ${adults} adult${adults === 1 ? '' : 's'}${ages.length === 0 ? '' : ` and children of ${ages.join(', ')}`}; the trip's travelers are others.`,
        ]),
    ...missing.map(
      (age) => `The hotel was searched for a child of ${age}; no traveler is ${age} on ${checkIn}, the day of arrival.`,
    ),
  ];
}

function countTypes(travelers: readonly Traveler[]): Record<PassengerType, number> {
  const counts = { ADULT: 0, CHILD: 0, INFANT: 0 };
  for (const traveler of travelers) counts[traveler.passengerType] += 1;
  return counts;
}
