import type { Transmission } from '../../src/travel/rental.ts';

/** First letter of an ACRISS code: the category, as the published code matrix names it. */
export const ACRISS_CATEGORIES: Readonly<Record<string, string>> = {
  M: 'Mini',
  N: 'Mini Elite',
  E: 'Economy',
  H: 'Economy Elite',
  C: 'Compact',
  D: 'Compact Elite',
  I: 'Intermediate',
  J: 'Intermediate Elite',
  S: 'Standard',
  R: 'Standard Elite',
  F: 'Fullsize',
  G: 'Fullsize Elite',
  P: 'Premium',
  U: 'Premium Elite',
  L: 'Luxury',
  W: 'Luxury Elite',
  O: 'Oversize',
  X: 'Special',
};

/** Second letter: the body. */
export const ACRISS_TYPES: Readonly<Record<string, string>> = {
  B: '2-3 Door',
  C: '2/4 Door',
  D: '4-5 Door',
  W: 'Wagon/Estate',
  V: 'Passenger Van',
  L: 'Limousine/Sedan',
  S: 'Sport',
  T: 'Convertible',
  F: 'SUV',
  J: 'Open Air All Terrain',
  X: 'Special',
  P: 'Pickup (single/extended cab) 2 door',
  Q: 'Pickup (double cab) 4 door',
  Z: 'Special Offer Car',
  E: 'Coupe',
  M: 'Monospace',
  R: 'Recreational Vehicle',
  H: 'Motor Home',
  Y: '2 Wheel Vehicle',
  N: 'Roadster',
  G: 'Crossover',
  K: 'Commercial Van/Truck',
};

/** Third letter: how it is shifted (the driven wheels are not distinguished here). */
export const ACRISS_TRANSMISSIONS: Readonly<Record<string, Transmission>> = {
  M: 'manual',
  N: 'manual',
  C: 'manual',
  A: 'automatic',
  B: 'automatic',
  D: 'automatic',
};

/** Fourth letter: what it runs on and whether it has air conditioning. */
export const ACRISS_FUELS: Readonly<Record<string, { readonly fuel: string; readonly hasAirConditioning: boolean }>> = {
  R: { fuel: 'unspecified', hasAirConditioning: true },
  N: { fuel: 'unspecified', hasAirConditioning: false },
  D: { fuel: 'diesel', hasAirConditioning: true },
  Q: { fuel: 'diesel', hasAirConditioning: false },
  H: { fuel: 'hybrid', hasAirConditioning: true },
  I: { fuel: 'plug-in hybrid', hasAirConditioning: true },
  E: { fuel: 'electric', hasAirConditioning: true },
  C: { fuel: 'electric', hasAirConditioning: true },
  L: { fuel: 'gas', hasAirConditioning: true },
  S: { fuel: 'gas', hasAirConditioning: false },
  A: { fuel: 'hydrogen', hasAirConditioning: true },
  B: { fuel: 'hydrogen', hasAirConditioning: false },
  M: { fuel: 'multi-fuel', hasAirConditioning: true },
  F: { fuel: 'multi-fuel', hasAirConditioning: false },
  V: { fuel: 'petrol', hasAirConditioning: true },
  Z: { fuel: 'petrol', hasAirConditioning: false },
  U: { fuel: 'ethanol', hasAirConditioning: true },
  X: { fuel: 'ethanol', hasAirConditioning: false },
};

/** What the four letters of a code say. */
export interface AcrissMeaning {
  readonly category: string;
  readonly transmission: Transmission;
  readonly fuel: string;
  readonly hasAirConditioning: boolean;
}

/** Reads a code of the standard; undefined for anything else. */
export function readAcriss(code: string): AcrissMeaning | undefined {
  const [first = '', second = '', third = '', fourth = ''] = code;
  const category = ACRISS_CATEGORIES[first];
  const transmission = ACRISS_TRANSMISSIONS[third];
  const power = ACRISS_FUELS[fourth];
  if (code.length !== 4 || !category || !transmission || !power || !(second in ACRISS_TYPES)) return undefined;
  return { category, transmission, ...power };
}
