import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '../../platform/errors.ts';
import type { RoomParty } from '../../travel/stay.ts';
import { ADULTS_PER_ROOM_MAX, CHILDREN_PER_ROOM_MAX, spreadOverRooms } from '../model/occupancy.ts';

/** Who sleeps where, in either form; undefined: not sent. */
export interface OccupancyInput {
  readonly adults: number | undefined;
  readonly childrenAges: readonly number[] | undefined;
  readonly rooms: number | undefined;
  readonly occupancies: readonly RoomParty[] | undefined;
}

/**
 * The wanted rooms; what is wrong with them is added to `problems`. Without a word: one adult in one room, one in each
 * of several.
 */
export function readOccupancy(input: OccupancyInput, problems: FieldProblem[]): readonly RoomParty[] | undefined {
  const { adults, childrenAges, rooms, occupancies } = input;
  if (occupancies === undefined)
    return readCounted({ rooms: rooms ?? 1, adults: adults ?? rooms ?? 1, childrenAges: childrenAges ?? [] }, problems);
  const beside = [
    ['adults', adults],
    ['children', childrenAges],
    ['rooms', rooms],
  ] as const;
  const both = beside.filter(([, value]) => value !== undefined).map(([name]) => name);
  if (both.length === 0 || agrees(input, occupancies)) return occupancies;
  problems.push({
    path: 'occupancies',
    problem: `Send occupancies, or adults, children and rooms; not both with other values (${both.join(', ')}).`,
  });
  return undefined;
}

/** Whether the counts that are sent beside occupancies say what those say. */
function agrees({ adults, childrenAges, rooms }: OccupancyInput, occupancies: readonly RoomParty[]): boolean {
  const inAll = occupancies.reduce((sum, party) => sum + party.adults, 0);
  const ages = occupancies.flatMap((party) => party.childrenAges);
  return (
    (rooms ?? occupancies.length) === occupancies.length &&
    (adults ?? inAll) === inAll &&
    (childrenAges === undefined || isDeepStrictEqual(childrenAges.toSorted(), ages.toSorted()))
  );
}

interface Counted {
  readonly rooms: number;
  readonly adults: number;
  readonly childrenAges: readonly number[];
}

function readCounted(counted: Counted, problems: FieldProblem[]): readonly RoomParty[] | undefined {
  const { rooms, adults, childrenAges } = counted;
  const before = problems.length;
  if (adults < rooms)
    problems.push({ path: 'rooms', problem: `Every room needs an adult: ${adults} cannot share out over ${rooms}.` });
  if (adults > rooms * ADULTS_PER_ROOM_MAX)
    problems.push({ path: 'adults', problem: `At most ${ADULTS_PER_ROOM_MAX} in a room.` });
  if (childrenAges.length > rooms * CHILDREN_PER_ROOM_MAX)
    problems.push({ path: 'children', problem: `At most ${CHILDREN_PER_ROOM_MAX} in a room.` });
  return problems.length > before ? undefined : spreadOverRooms(counted);
}
