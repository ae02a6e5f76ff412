import * as z from 'zod';
import { isIsoDate } from '../../../../travel/dates.ts';
import type { DuffelPlace, LoyaltyAccount } from '../objects.ts';
import { readData } from '../read-data.ts';
import { entryOf, DuffelRefusal, refusal, type RefusalEntry } from '../refusals.ts';
import { isDuffelName } from '../passenger-names.ts';
import type { StubPlaces } from './places.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Window = z.object({ from: clockTime, to: clockTime }).nullish();
const FARE_TYPES = [
  'accompanying_adult',
  'contract_bulk',
  'contract_bulk_child',
  'contract_bulk_infant_with_seat',
  'contract_bulk_infant_without_seat',
  'frequent_flyer',
  'group_inclusive_tour',
  'group_inclusive_tour_child',
  'humanitarian',
  'individual_inclusive_tour_child',
  'marine',
  'seat_only',
  'student',
  'teacher',
  'tour_operator_inclusive',
  'tour_operator_inclusive_infant',
  'unaccompanied_child',
  'visiting_friends_and_family',
] as const;

const Loyalty = z.object({ airline_iata_code: z.string().length(2), account_number: z.string().min(1).max(40) });
const Passenger = z.object({
  type: z.literal('adult').optional(),
  age: z.int().min(0).max(130).optional(),
  fare_type: z.enum(FARE_TYPES).optional(),
  given_name: z.string().max(20).nullish(),
  family_name: z.string().max(20).nullish(),
  loyalty_programme_accounts: z.array(Loyalty).optional(),
});
const SearchData = z.object({
  slices: z
    .array(
      z.object({
        origin: z.string(),
        destination: z.string(),
        departure_date: z.string().refine(isIsoDate),
        departure_time: Window,
        arrival_time: Window,
      }),
    )
    .min(1)
    .max(8),
  passengers: z.array(Passenger).min(1).max(9),
  cabin_class: z.enum(['first', 'business', 'premium_economy', 'economy']).nullish(),
  max_connections: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
  private_fares: z.record(z.string(), z.array(z.looseObject({}))).optional(),
  include_split_ticket: z.boolean().optional(),
});
type SearchData = z.infer<typeof SearchData>;

/** A search that can be carried out: its places exist and its passengers may travel together. */
export interface SearchRequest extends Omit<SearchData, 'slices' | 'passengers'> {
  readonly slices: readonly (Omit<SearchData['slices'][number], 'origin' | 'destination'> & {
    readonly origin: DuffelPlace;
    readonly destination: DuffelPlace;
  })[];
  readonly passengers: readonly SearchPassenger[];
}

export interface SearchPassenger {
  readonly id: string;
  readonly age: number | undefined;
  readonly fareType: string | undefined;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly loyalty: readonly LoyaltyAccount[];
}

/** Reads the `data` of a search as strictly as Duffel does; throws a refusal. */
export function readSearch(
  data: unknown,
  context: { readonly places: StubPlaces; readonly today: string; readonly newPassengerId: () => string },
): SearchRequest {
  const read = readData(SearchData, data);
  const problems = [...findSliceProblems(read, context), ...read.passengers.flatMap(findPassengerProblems)];
  if (problems.length > 0) throw new DuffelRefusal(422, problems);
  const infants = read.passengers.filter(({ age }) => age !== undefined && age < 2).length;
  const adults = read.passengers.filter(({ age }) => age === undefined || age >= 18).length;
  if (infants > adults) throw refusal('validation_inclusion', 'Each infant needs an adult.', '/passengers');
  const place = (code: string): DuffelPlace => {
    const found = context.places.find(code);
    if (found === undefined) throw refusal('validation_inclusion');
    return found;
  };
  return {
    ...read,
    slices: read.slices.map((slice) => ({
      ...slice,
      origin: place(slice.origin),
      destination: place(slice.destination),
    })),
    passengers: read.passengers.map((passenger) => ({
      id: context.newPassengerId(),
      age: passenger.age,
      fareType: passenger.fare_type,
      givenName: passenger.given_name ?? null,
      familyName: passenger.family_name ?? null,
      loyalty: passenger.loyalty_programme_accounts ?? [],
    })),
  };
}

function findSliceProblems(
  { slices }: SearchData,
  { places, today }: { readonly places: StubPlaces; readonly today: string },
): RefusalEntry[] {
  return slices.flatMap((slice, index) => {
    const at = `/slices/${index}`;
    const unknown = (['origin', 'destination'] as const)
      .filter((end) => places.find(slice[end]) === undefined)
      .map((end) =>
        entryOf('validation_inclusion', `Field '${end}' is no airport or city: ${slice[end]}.`, `${at}/${end}`),
      );
    const circular =
      slice.origin === slice.destination
        ? [entryOf('validation_inclusion', 'Origin and destination are the same.', `${at}/destination`)]
        : [];
    const past =
      slice.departure_date < today || slice.departure_date < (slices[index - 1]?.departure_date ?? '')
        ? [entryOf('validation_inclusion', `Field 'departure_date' must not be past.`, `${at}/departure_date`)]
        : [];
    return [...unknown, ...circular, ...past];
  });
}

function findPassengerProblems(passenger: SearchData['passengers'][number], index: number): RefusalEntry[] {
  const { type, age, fare_type, given_name, family_name, loyalty_programme_accounts: loyalty } = passenger;
  const at = `/passengers/${index}`;
  const problems: RefusalEntry[] = [];
  if (type === undefined && age === undefined && fare_type === undefined)
    problems.push(entryOf('validation_required', `Field 'type' or 'age' can't be blank.`, `${at}/type`));
  if (type !== undefined && age !== undefined)
    problems.push(entryOf('validation_inclusion', `A passenger has either 'type' or 'age'.`, `${at}/age`));
  for (const [field, name] of [
    ['given_name', given_name],
    ['family_name', family_name],
  ] as const) {
    if (name != null && !isDuffelName(name))
      problems.push(entryOf('invalid_passenger_name', undefined, `${at}/${field}`));
    if (name == null && loyalty !== undefined && loyalty.length > 0)
      problems.push(entryOf('validation_required', `Field '${field}' can't be blank.`, `${at}/${field}`));
  }
  return problems;
}
