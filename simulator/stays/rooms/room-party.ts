import type { RoomParty } from '../../../src/travel/stay.ts';
import type { RoomKind } from '../content/stay-tables.ts';

/**
 * What a guest counts as beside an adult: infants sleep in a cot for nothing, young children at half, older ones at
 * nearly all.
 */
const INFANT_AGE_MAX = 2;
const CHILD_AGE_MAX = 11;
const CHILD_WEIGHT = 0.5;
const YOUTH_WEIGHT = 0.85;
/** The first guest's share of the price of a room for two: a double for single use. */
const SINGLE_USE = 0.9;
/** What an adult beyond those the room's price covers adds to it. */
const EXTRA_GUEST = 0.24;

/** A guest under 18 as a share of an adult. */
function childWeight(age: number): number {
  if (age <= INFANT_AGE_MAX) return 0;
  return age <= CHILD_AGE_MAX ? CHILD_WEIGHT : YOUTH_WEIGHT;
}

/** Whether a party may sleep in a room. Everyone counts, infants too: the cot stands in the room. */
export function fitsRoom(kind: RoomKind, { adults, childrenAges }: RoomParty): boolean {
  return (
    adults <= kind.adultsMax &&
    childrenAges.length <= kind.childrenMax &&
    adults + childrenAges.length <= kind.occupancyMax
  );
}

/**
 * What a room costs for a party, as a share of its price. Guests are counted heaviest first against falling shares of
 * no fixed order, so one more guest never makes it cheaper and a child is never dearer than an adult.
 */
export function guestFactor(kind: RoomKind, { adults, childrenAges }: RoomParty): number {
  const first = kind.included > 1 ? SINGLE_USE : 1;
  const covered = kind.included > 1 ? (1 - SINGLE_USE) / (kind.included - 1) : 0;
  const weights = [...childrenAges].map(childWeight).sort((a, b) => b - a);
  let factor = 0;
  for (let at = 0; at < adults + weights.length; at += 1) {
    const weight = at < adults ? 1 : (weights[at - adults] ?? 0);
    factor += weight * (at === 0 ? first : at < kind.included ? covered : EXTRA_GUEST);
  }
  // A room for children alone still costs what one guest pays.
  return Math.max(first, factor);
}

/** How many adults' meals a party eats. */
export function mealsOf({ adults, childrenAges }: RoomParty): number {
  return childrenAges.reduce((meals, age) => meals + childWeight(age), adults);
}
