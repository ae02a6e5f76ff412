/**
 * How many rooms of which kinds are wanted at once: the kinds each room may be, and how many of each kind there are.
 */
export interface RoomsWanted {
  /** For every room wanted, whether it may be of a kind. */
  readonly mayBe: readonly (readonly boolean[])[];
  readonly free: readonly number[];
}

/**
 * Whether all rooms can be had at once: each room is given a kind, and rooms that have one are moved to another where
 * that frees a room (bipartite matching by augmenting paths: Kuhn).
 */
export function canAccommodate({ mayBe, free }: RoomsWanted): boolean {
  const taken = free.map((): number[] => []);
  return mayBe.every((_, room) => giveRoom({ mayBe, free }, taken, room, new Set()));
}

function giveRoom(wanted: RoomsWanted, taken: number[][], room: number, tried: Set<number>): boolean {
  for (let kind = 0; kind < wanted.free.length; kind += 1) {
    if (wanted.mayBe[room]?.[kind] !== true || tried.has(kind)) continue;
    tried.add(kind);
    const holders = taken[kind] ?? [];
    if (holders.length < (wanted.free[kind] ?? 0)) {
      holders.push(room);
      return true;
    }
    for (let at = 0; at < holders.length; at += 1) {
      const holder = holders[at];
      if (holder === undefined || !giveRoom(wanted, taken, holder, tried)) continue;
      holders[at] = room;
      return true;
    }
  }
  return false;
}
