import { isDeepStrictEqual } from 'node:util';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import type { TravelerId } from '../../platform/ids.ts';
import { ageOn, type IsoDate } from '../../travel/dates.ts';
import { countByType, PASSENGER_TYPES, type PassengerType } from '../../travel/passengers.ts';
import type { Traveler, Trip, TripItem } from './trip.ts';

/** A traveler as asked for: the same, with the id only where the caller repeats one it was given. */
export type TravelerInput = Omit<Traveler, 'travelerId'> & { readonly travelerId: TravelerId | undefined };

/** Years of age on the last travel day at which a traveler is of a type: from, and below. */
const AGES = {
  ADULT: { from: 12, below: 150 },
  CHILD: { from: 2, below: 12 },
  INFANT: { from: 0, below: 2 },
} as const satisfies Record<PassengerType, { from: number; below: number }>;

/**
 * The travelers after an upsert: the list replaces the set, and whoever was there before keeps the id. A person is
 * recognised by the id the caller repeats, else by name (and birth date, where both sides know one). Who then stands alone on
 * both sides, at one place and of one type, is a correction (a name misspelt, a date mistyped) and keeps the id too, with the
 * extras chosen under it.
 */
export function replaceTravelers(before: readonly Traveler[], wanted: readonly TravelerInput[], newId: () => TravelerId): readonly Traveler[] {
  const free = [...before];
  const byId = wanted.map((input, index) => takeFirst(free, (known) => known.travelerId === input.travelerId, input.travelerId, index));
  const byName = wanted.map((input, index) => byId[index] ?? takeFirst(free, (candidate) => isSamePerson(candidate, input), undefined, index));
  const corrected = findCorrection(before, wanted, byName, free);
  const after = wanted.map((input, index): Traveler => {
    const known = byName[index] ?? (index === corrected ? before[index] : undefined);
    return { ...input, travelerId: known?.travelerId ?? newId() };
  });
  return isDeepStrictEqual(before, after) ? before : after;
}

/** The place of the one traveler that was replaced, if it was one at its own place by one of the same type. */
function findCorrection(
  before: readonly Traveler[], wanted: readonly TravelerInput[], known: readonly (Traveler | undefined)[], left: readonly Traveler[],
): number | undefined {
  const strangers = wanted.flatMap((_, index) => (known[index] === undefined ? [index] : []));
  const [index] = strangers;
  const [gone] = left;
  if (index === undefined || gone === undefined || strangers.length > 1 || left.length > 1) return undefined;
  return before[index] === gone && wanted[index]?.passengerType === gone.passengerType ? index : undefined;
}

function takeFirst(free: Traveler[], matches: (known: Traveler) => boolean, namedId: TravelerId | undefined, index: number): Traveler | undefined {
  const at = free.findIndex(matches);
  if (at >= 0) return free.splice(at, 1)[0];
  if (namedId !== undefined) {
    throw refuseFields([{ path: `travelers[${index}].pax_ref_id`, problem: 'The trip has no traveler with this id. Leave it out for a new one.' }]);
  }
  return undefined;
}

function isSamePerson(known: Traveler, input: TravelerInput): boolean {
  const hasSameBirth = known.dateOfBirth === undefined || input.dateOfBirth === undefined || known.dateOfBirth === input.dateOfBirth;
  return hasSameBirth && foldName(known.firstName) === foldName(input.firstName) && foldName(known.lastName) === foldName(input.lastName);
}

function foldName(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en');
}

/** The day the trip's last flight lands, local to where it lands; undefined without a flight. */
export function lastTravelDay(items: readonly TripItem[]): IsoDate | undefined {
  const days = items.flatMap((item) => item.offer.slices.flatMap((slice) => slice.segments.map((segment) => segment.arrive.timeLocal.slice(0, 10))));
  return days.reduce<IsoDate | undefined>((last, day) => (last === undefined || day > last ? day : last), undefined);
}

/** Whoever is wrong whatever the trip holds: not born yet on the day of the request, or an infant as the lead. */
export function findPersonProblems(travelers: readonly Traveler[], today: IsoDate, path = 'travelers'): readonly FieldProblem[] {
  const unborn = travelers.flatMap(({ dateOfBirth }, index): FieldProblem[] =>
    dateOfBirth !== undefined && dateOfBirth > today ? [{ path: `${path}[${index}].date_of_birth`, problem: 'is in the future' }] : []);
  return [...unborn, ...findLeadProblems(travelers, path)];
}

/** The lead signs for the party and is whom a guest's last name is compared with. */
function findLeadProblems([lead]: readonly Traveler[], path: string): readonly FieldProblem[] {
  const isInfant = lead?.passengerType === 'INFANT';
  return isInfant ? [{ path: `${path}[0].passenger_type`, problem: 'The first traveler is the lead, who cannot be an INFANT. Put an adult first.' }] : [];
}

/** Travelers whose birth date does not fit their type on the last travel day. */
export function findAgeProblems(travelers: readonly Traveler[], items: readonly TripItem[], path = 'travelers'): readonly FieldProblem[] {
  const day = lastTravelDay(items);
  if (day === undefined) return [];
  return travelers.flatMap((traveler, index) => {
    if (traveler.dateOfBirth === undefined) return [];
    const at = `${path}[${index}].date_of_birth`;
    if (traveler.dateOfBirth > day) return [{ path: at, problem: `is after the last travel day, ${day}` }];
    const age = ageOn(traveler.dateOfBirth, day);
    const { from, below } = AGES[traveler.passengerType];
    if (age >= from && age < below) return [];
    return [{ path: at, problem: `makes this traveler ${age} on the last travel day, ${day}: ${describeAges(traveler.passengerType)}` }];
  });
}

function describeAges(type: PassengerType): string {
  if (type === 'ADULT') return 'an ADULT is 12 or older';
  return type === 'CHILD' ? 'a CHILD is 2 to 11' : 'an INFANT is under 2';
}

/** Everything a checkout still needs to know about who travels and whom to write to (contract, section 6). */
export function findMissingDetails(trip: Trip): readonly FieldProblem[] {
  const hasFlight = trip.items.some((item) => item.kind === 'flight');
  const problems: FieldProblem[] = [...findCountProblems(trip)];
  trip.travelers.forEach((traveler, index) => {
    if (hasFlight && traveler.dateOfBirth === undefined) problems.push({ path: `travelers[${index}].date_of_birth`, problem: 'is needed for a flight' });
    if (hasFlight && traveler.gender === undefined) problems.push({ path: `travelers[${index}].gender`, problem: 'is needed for a flight' });
  });
  problems.push(...findAgeProblems(trip.travelers, trip.items), ...findLeadProblems(trip.travelers, 'travelers'), ...findPassportProblems(trip));
  if (trip.contact === undefined) problems.push({ path: 'contact', problem: 'Send email and phone with upsert_travelers.' });
  return problems;
}

/** A passport must hold to the end of the journey; who sends none is asked by the airline, not here. */
function findPassportProblems({ travelers, items }: Trip): readonly FieldProblem[] {
  const day = lastTravelDay(items);
  return travelers.flatMap(({ passport }, index): FieldProblem[] => {
    const isExpired = day !== undefined && passport?.expiry !== undefined && passport.expiry < day;
    return isExpired ? [{ path: `travelers[${index}].passport_expiry`, problem: `is before the last travel day, ${day}` }] : [];
  });
}

function findCountProblems(trip: Trip): readonly FieldProblem[] {
  if (trip.travelers.length === 0) return [{ path: 'travelers', problem: 'Send the travelers with upsert_travelers.' }];
  const present = { ADULT: 0, CHILD: 0, INFANT: 0 };
  for (const traveler of trip.travelers) present[traveler.passengerType] += 1;
  const problems = new Set<string>();
  for (const item of trip.items) {
    const wanted = countByType(item.passengers);
    for (const type of PASSENGER_TYPES) {
      if (wanted[type] !== present[type]) problems.add(`The flight was searched for ${wanted[type]} ${type}; the trip has ${present[type]}.`);
    }
  }
  return [...problems].map((problem) => ({ path: 'travelers', problem }));
}
