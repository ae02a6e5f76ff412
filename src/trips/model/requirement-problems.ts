import type { FieldProblem } from '../../platform/errors.ts';
import type { IdentityDocument, TravelerRequirements } from '../../travel/traveler-requirements.ts';
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
 * and lengths a ticket can carry. It is asked for before anything is paid.
 *
 * Example: an airline wants a passport of everybody, and the second traveler sent none:
 * `travelers[1].passport_number: is needed: the airline asks every traveler for a passport`.
 */
export function findRequirementProblems({
  items,
  travelers,
}: Pick<Trip, 'items' | 'travelers'>): readonly FieldProblem[] {
  const requirements = items.flatMap((item) => (item.kind === 'flight' ? (item.offer.requirements ?? []) : []));
  const problems = requirements.flatMap((required) => [
    ...travelers.flatMap((traveler, index) => findTravelerProblems(traveler, required, `travelers[${index}]`)),
    ...(required.needsDistinctNames === true ? findNamesakes(travelers) : []),
  ]);
  const byText = new Map(problems.map((problem) => [`${problem.path} ${problem.problem}`, problem]));
  return [...byText.values()];
}

function findTravelerProblems(
  traveler: Traveler,
  required: TravelerRequirements,
  path: string,
): readonly FieldProblem[] {
  return [
    ...findNameProblems(traveler.firstName, required, `${path}.first_name`),
    ...findNameProblems(traveler.lastName, required, `${path}.last_name`),
    ...findTitleProblems(traveler, required, path),
    ...findDocumentProblems(traveler, required.documents ?? [], path),
  ];
}

function findNameProblems(
  name: string,
  { nameLengthMax, needsLatinNames }: TravelerRequirements,
  path: string,
): readonly FieldProblem[] {
  const length = [...name].length;
  return [
    ...(nameLengthMax !== undefined && length > nameLengthMax
      ? [{ path, problem: `has ${length} characters; the airline's tickets carry ${nameLengthMax}` }]
      : []),
    ...(needsLatinNames === true && !LATIN_NAME.test(name)
      ? [
          {
            path,
            problem:
              'must be in Latin letters as in the passport (accents, spaces, hyphens and apostrophes are allowed): the airline takes no others',
          },
        ]
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
