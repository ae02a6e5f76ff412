import type { Slice } from '../../../travel/flight.ts';
import type { WireSlice } from '../mapping/wire-offers.ts';

/** A change whose directions have been read. */
export interface ReadChange {
  readonly isOpen: boolean;
  readonly added: readonly WireSlice[];
  readonly removed: readonly WireSlice[];
}

/** One direction of an order now; `flown` is undefined where an open change took it away. */
interface DirectionNow {
  readonly flown: WireSlice | undefined;
  /** From where to where: of what was taken away, what it was. */
  readonly ends: string;
}

/**
 * How each direction that is held is flown now; undefined where it is flown no longer. `changes` are oldest first;
 * those that nobody has acted on are laid over the order's directions, unless the order shows them already.
 * Directions keep their places; where some are gone, the others are found by where they lead. `unmatched`: the order
 * says something that its changes do not explain.
 *
 * Example: held LHR-JFK and JFK-LHR, the order lists both, an open change removes the second and adds nothing: the
 * first as it is, and undefined.
 */
export function flightsNow(
  held: readonly Slice[],
  order: readonly WireSlice[],
  changes: readonly ReadChange[],
): readonly (WireSlice | undefined)[] | 'unmatched' {
  const now = changes.filter(({ isOpen }) => isOpen).reduce<readonly DirectionNow[]>(layOver, order.map(directionOf));
  if (now.length === held.length) return now.map(({ flown }) => flown);
  const isTakenAway = changes.some(({ added, removed }) => removed.length > added.length);
  if (now.length > held.length || !isTakenAway) return 'unmatched';
  return matchByEnds(held, now);
}

function directionOf(slice: WireSlice): DirectionNow {
  return { flown: slice, ends: endsOf(slice) };
}

function layOver(now: readonly DirectionNow[], { added, removed }: ReadChange): readonly DirectionNow[] {
  const last = removed.at(-1)?.id;
  return now.flatMap((direction): readonly DirectionNow[] => {
    const { flown, ends } = direction;
    const index = removed.findIndex(({ id }) => id === flown?.id);
    // Not of this change, or the order shows the change already.
    if (flown === undefined || index < 0) return [direction];
    const replacement = added[index];
    const one = replacement === undefined ? { flown: undefined, ends } : directionOf(replacement);
    return flown.id === last ? [one, ...added.slice(removed.length).map(directionOf)] : [one];
  });
}

/** Each held direction takes the first that leads where it does; the rest is taken in order. */
function matchByEnds(held: readonly Slice[], now: readonly DirectionNow[]): readonly (WireSlice | undefined)[] {
  const left = [...now];
  const take = (isMeant: (direction: DirectionNow) => boolean): DirectionNow | undefined => {
    const place = left.findIndex(isMeant);
    return place < 0 ? undefined : left.splice(place, 1)[0];
  };
  const found = held.map(({ origin, destination }) => take(({ ends }) => ends === `${origin}-${destination}`));
  return found.map((direction) => (direction ?? take(() => true))?.flown);
}

function endsOf({ segments }: WireSlice): string {
  return `${segments[0]?.flight.origin.code}-${segments.at(-1)?.flight.destination.code}`;
}
