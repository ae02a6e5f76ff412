import type { FieldProblem } from '../../platform/errors.ts';
import { ageOn, type IsoDate } from '../../travel/dates.ts';
import type { IdentityDocument, TravelerRequirements } from '../../travel/traveler-requirements.ts';
import type { Stay } from '../../travel/stay.ts';
import type { Traveler, Trip } from './trip.ts';

/**
 * Letters that tickets carry: ASCII, Latin-1 and Latin Extended-A without ligatures and without þ and ð
 * (suppliers-wire.md, A3), and what stands between them.
 */
const LATIN_NAME = /^(?:(?![ÆæĲĳŒœÞþÐð×÷])[A-Za-z\u00C0-\u017F' -])+$/u;

const DOCUMENT_NAMES = {
  passport: 'a passport',
  tax_id: 'a tax number',
  known_traveler_number: 'a known traveler number',
  passenger_redress_number: 'a redress number',
} as const satisfies Record<IdentityDocument, string>;

/**
 * What the suppliers of a trip's flights need to know of its travelers and do not: documents, titles, names in letters
 * and lengths a ticket can carry, the ages that were searched; and those of its stays: names a property can read. It is
 * asked for before anything is paid.
 *
 * Example: an airline wants a passport of everybody, and the second traveler sent none:
 * `travelers[1].passport_number: is needed: the airline asks every traveler for a passport`.
 */
export function findRequirementProblems({
  items,
  travelers,
}: Pick<Trip, 'items' | 'travelers'>): readonly FieldProblem[] {
  const flights = items.filter((item) => item.kind === 'flight');
  const problems = flights.flatMap(({ offer: { requirements: required = {}, slices } }) => [
    ...findPartyProblems(travelers, required, slices.at(-1)?.departureDate),
    ...travelers.flatMap((traveler, index) => findTravelerProblems(traveler, required, `travelers[${index}]`)),
    ...(required.needsDistinctNames === true ? findNamesakes(travelers) : []),
  ]);
  const stays = items.filter((item) => item.kind === 'hotel');
  const ofGuests = stays.flatMap(({ stay: { requirements = {} } }) =>
    travelers.flatMap((traveler, index) => findGuestProblems(traveler, requirements, `travelers[${index}]`)),
  );
  const byText = new Map([...problems, ...ofGuests].map((problem) => [`${problem.path} ${problem.problem}`, problem]));
  return [...byText.values()];
}

/**
 * Travelers of other ages than the flight was searched and priced for, on the day of its last departure. A traveler
 * without a birth date is asked for it elsewhere.
 */
function findPartyProblems(
  travelers: readonly Traveler[],
  { ages }: TravelerRequirements,
  lastDeparture: IsoDate | undefined,
): readonly FieldProblem[] {
  if (ages === undefined || lastDeparture === undefined) return [];
  const searched = [...ages.others];
  const problems = travelers.flatMap(({ dateOfBirth }, index): FieldProblem[] => {
    if (dateOfBirth === undefined) return [];
    const age = ageOn(dateOfBirth, lastDeparture);
    if (age >= ages.adultFrom) return [];
    const position = searched.indexOf(age);
    if (position >= 0) searched.splice(position, 1);
    return position >= 0 ? [] : [otherAge(`travelers[${index}].date_of_birth`, age, { ages, lastDeparture })];
  });
  const areAllKnown = travelers.every(({ dateOfBirth }) => dateOfBirth !== undefined);
  // Everybody is an adult, and the flight was priced for somebody who is none.
  const [missing] = searched;
  return problems.length > 0 || missing === undefined || !areAllKnown
    ? problems
    : [{ path: 'travelers', problem: `lack somebody who is ${missing} on ${lastDeparture}: ${SEARCH_AGAIN}` }];
}
const SEARCH_AGAIN = 'the airline sells this flight to the party it was searched for. Search again with its ages.';

function otherAge(
  path: string,
  age: number,
  { ages, lastDeparture }: { readonly ages: { readonly others: readonly number[] }; readonly lastDeparture: IsoDate },
): FieldProblem {
  const searched = ages.others.length === 0 ? 'adults only' : `ages ${ages.others.join(', ')} beside adults`;
  return {
    path,
    problem: `makes this traveler ${age} on ${lastDeparture}, and the flight was searched for ${searched}: ${SEARCH_AGAIN}`,
  };
}

function findTravelerProblems(
  traveler: Traveler,
  required: TravelerRequirements,
  path: string,
): readonly FieldProblem[] {
  return [
    ...findNamesProblems(traveler, required, path, TICKETS),
    ...findTitleProblems(traveler, required, path),
    ...findDocumentProblems(traveler, required.documents ?? [], path),
  ];
}

/** Rooms are booked in the names of adults. */
function findGuestProblems(
  traveler: Traveler,
  required: NonNullable<Stay['requirements']>,
  path: string,
): readonly FieldProblem[] {
  return traveler.passengerType === 'ADULT' ? findNamesProblems(traveler, required, path, ROOMS) : [];
}

/** What names are written on, and who reads them there. */
interface NameUse {
  readonly carriers: string;
  readonly letters: string;
}
const TICKETS: NameUse = {
  carriers: "the airline's tickets carry",
  letters: 'as in the passport (accents, spaces, hyphens and apostrophes are allowed): the airline takes no others',
};
const ROOMS: NameUse = {
  carriers: "the hotel's bookings carry",
  letters:
    'as in the passport (accents, spaces, hyphens and apostrophes are allowed): the hotel may not be able to read others',
};

function findNamesProblems(
  { firstName, lastName }: Traveler,
  required: Pick<TravelerRequirements, 'nameLengthMax' | 'needsLatinNames'>,
  path: string,
  use: NameUse,
): readonly FieldProblem[] {
  return [
    ...findNameProblems(firstName, required, `${path}.first_name`, use),
    ...findNameProblems(lastName, required, `${path}.last_name`, use),
  ];
}

function findNameProblems(
  name: string,
  { nameLengthMax, needsLatinNames }: Pick<TravelerRequirements, 'nameLengthMax' | 'needsLatinNames'>,
  path: string,
  { carriers, letters }: NameUse,
): readonly FieldProblem[] {
  const length = [...name].length;
  return [
    ...(nameLengthMax !== undefined && length > nameLengthMax
      ? [{ path, problem: `has ${length} characters; ${carriers} ${nameLengthMax}` }]
      : []),
    ...(needsLatinNames === true && !LATIN_NAME.test(name)
      ? [{ path, problem: `must be in Latin letters ${letters}` }]
      : []),
  ];
}

/** A title as suppliers write it: `Mrs.` is `mrs`. */
function foldTitle(title: string): string {
  return title.trim().replace(/\.$/, '').toLowerCase();
}

function findTitleProblems(
  { title }: Traveler,
  { titles }: TravelerRequirements,
  path: string,
): readonly FieldProblem[] {
  if (titles === undefined || (title !== undefined && titles.includes(foldTitle(title)))) return [];
  const problem = title === undefined ? 'is needed: the airline asks for it' : 'is not one the airline takes';
  return [{ path: `${path}.title`, problem: `${problem}; one of ${titles.join(', ')}` }];
}

/** One of the documents will do. Those that a traveler cannot be given here cannot be asked for, but are named. */
function findDocumentProblems(
  { passport, knownTravelerNumber }: Traveler,
  documents: readonly IdentityDocument[],
  path: string,
): readonly FieldProblem[] {
  if (documents.length === 0) return [];
  if (documents.includes('known_traveler_number') && knownTravelerNumber !== undefined) return [];
  const names = documents.map((document) => DOCUMENT_NAMES[document]).join(' or ');
  if (!documents.includes('passport')) {
    return documents.includes('known_traveler_number')
      ? [{ path: `${path}.known_traveler_number`, problem: `is needed: the airline asks every traveler for ${names}` }]
      : [
          {
            path,
            problem: `The airline asks every traveler for ${names}, which cannot be sent. Choose another flight.`,
          },
        ];
  }
  const parts = [
    ['passport_number', passport?.number],
    ['passport_expiry', passport?.expiry],
    ['passport_country', passport?.country],
  ] as const;
  return parts
    .filter(([, value]) => value === undefined)
    .map(([field]) => ({
      path: `${path}.${field}`,
      problem: `is needed: the airline asks every traveler for ${names}`,
    }));
}

/** Airlines refuse two travelers of one name in one order: they take the second for a mistake. */
function findNamesakes(travelers: readonly Traveler[]): readonly FieldProblem[] {
  const names = travelers.map(({ firstName, lastName }) => `${firstName} ${lastName}`.toLocaleLowerCase('en'));
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          {
            path: `travelers[${index}].first_name`,
            problem: 'is the name of another traveler, too: the airline takes no two of one name; add a middle name',
          },
        ],
  );
}
