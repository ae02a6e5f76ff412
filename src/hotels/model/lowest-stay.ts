/** One way to have one of the wanted rooms. */
export interface RoomChoice {
  readonly roomId: string;
  /** Rooms of this kind left. */
  readonly roomsLeft: number;
  /** As `StayRate.togetherKey`. */
  readonly togetherKey?: string | undefined;
  /** What it costs, in one currency for all choices. */
  readonly payable: number;
}

/**
 * The cheapest choice for every wanted room such that no kind of room is taken more often than it is left and no choice
 * stands beside one it is not sold with; undefined where the rooms cannot be had at once. The choices of each room
 * stand cheapest first.
 */
export function cheapestTogether<C extends RoomChoice>(
  choicesOfRooms: readonly (readonly C[])[],
): readonly C[] | undefined {
  const cheapest = choicesOfRooms.flatMap((choices) => choices[0] ?? []);
  if (cheapest.length < choicesOfRooms.length) return undefined;
  if (fitsTogether(cheapest)) return cheapest;
  return searchTogether(choicesOfRooms.map(cheapestOfEachKind));
}

function fitsTogether(choices: readonly RoomChoice[]): boolean {
  if (choices.some(({ togetherKey }) => togetherKey !== choices[0]?.togetherKey)) return false;
  const taken = new Map<string, number>();
  for (const { roomId, roomsLeft } of choices) {
    const count = (taken.get(roomId) ?? 0) + 1;
    if (count > roomsLeft) return false;
    taken.set(roomId, count);
  }
  return true;
}

/** A dearer rate of the same kind of room never helps, unless it is sold with other rates. */
function cheapestOfEachKind<C extends RoomChoice>(choices: readonly C[]): readonly C[] {
  const seen = new Set<string>();
  return choices.filter(({ roomId, togetherKey = '' }) => {
    const kind = JSON.stringify([roomId, togetherKey]);
    return !seen.has(kind) && seen.add(kind) !== undefined;
  });
}

interface Branch<C> {
  readonly picks: readonly C[];
  readonly payable: number;
}
/**
 * Eight rooms among the kinds of a hotel are few enough; a supplier with very many kinds gets the best found by then.
 */
const STEPS_MAX = 20_000;

/** Depth first, cheapest first, leaving a branch that can no longer be cheaper than the best. */
function searchTogether<C extends RoomChoice>(choicesOfRooms: readonly (readonly C[])[]): readonly C[] | undefined {
  const leastFrom = choicesOfRooms.map((_, index) =>
    choicesOfRooms.slice(index).reduce((sum, [first]) => sum + (first?.payable ?? 0), 0),
  );
  let best: Branch<C> | undefined;
  let steps = 0;
  const visit = (branch: Branch<C>): void => {
    const depth = branch.picks.length;
    const choices = choicesOfRooms[depth];
    if (choices === undefined) {
      best = branch;
      return;
    }
    for (const choice of choices) {
      steps += 1;
      if (steps > STEPS_MAX) return;
      const payable = branch.payable + choice.payable;
      if (best !== undefined && payable + (leastFrom[depth + 1] ?? 0) >= best.payable) return;
      const picks = [...branch.picks, choice];
      if (fitsTogether(picks)) visit({ picks, payable });
    }
  };
  visit({ picks: [], payable: 0 });
  return best?.picks;
}
