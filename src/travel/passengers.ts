/** The spec's three traveler types: an infant is under 2, a child 2–11, everyone else an adult. */
export const PASSENGER_TYPES = ['ADULT', 'CHILD', 'INFANT'] as const;
export type PassengerType = (typeof PASSENGER_TYPES)[number];

/** The kinds of passenger a fare is filed for (spec.md, `passengers`). */
export const PASSENGER_KINDS = ['adt', 'chd', 'inf_lap', 'inf_seat', 'youth', 'student'] as const;
export type PassengerKind = (typeof PASSENGER_KINDS)[number];

/** How many of each kind travel. */
export type PassengerCounts = Readonly<Record<PassengerKind, number>>;

/** The traveler type each kind travels as (contract, section 5). */
export const TYPE_OF_KIND = {
  adt: 'ADULT',
  youth: 'ADULT',
  student: 'ADULT',
  chd: 'CHILD',
  inf_lap: 'INFANT',
  inf_seat: 'INFANT',
} as const satisfies Record<PassengerKind, PassengerType>;

/** Nobody: the base to spread known counts over. */
export const NO_PASSENGERS: PassengerCounts = { adt: 0, chd: 0, inf_lap: 0, inf_seat: 0, youth: 0, student: 0 };

/** Everyone who travels. */
export function passengerTotal(counts: PassengerCounts): number {
  return PASSENGER_KINDS.reduce((total, kind) => total + counts[kind], 0);
}

/** Everyone who needs a seat: all but infants on a lap. */
export function seatTotal(counts: PassengerCounts): number {
  return passengerTotal(counts) - counts.inf_lap;
}

/** How many travelers of each type the party holds: what the trip's travelers must match at checkout. */
export function countByType(counts: PassengerCounts): Record<PassengerType, number> {
  const totals: Record<PassengerType, number> = { ADULT: 0, CHILD: 0, INFANT: 0 };
  for (const kind of PASSENGER_KINDS) totals[TYPE_OF_KIND[kind]] += counts[kind];
  return totals;
}
