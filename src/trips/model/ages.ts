import type { PassengerType } from '../../travel/passengers.ts';

/**
 * Years of age on the last travel day at which a traveler is of a type: from, and below (contract, sections 5 and 6).
 */
export const AGES = {
  ADULT: { from: 12, below: 150 },
  CHILD: { from: 2, below: 12 },
  INFANT: { from: 0, below: 2 },
} as const satisfies Record<PassengerType, { from: number; below: number }>;

/** What somebody of an age travels as. */
export function typeOfAge(age: number): PassengerType {
  if (age < AGES.CHILD.from) return 'INFANT';
  return age < AGES.ADULT.from ? 'CHILD' : 'ADULT';
}

/** The ages of a type, as a sentence ends: `a CHILD is 2 to 11`. */
export function describeAges(type: PassengerType): string {
  if (type === 'ADULT') return 'an ADULT is 12 or older';
  return type === 'CHILD' ? 'a CHILD is 2 to 11' : 'an INFANT is under 2';
}
