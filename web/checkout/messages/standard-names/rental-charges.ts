/** What the built-in rental companies call their charges, in English; the rental itself names its days (`RENTAL`). */
export const RENTAL_CHARGES = [
  'Airport surcharge',
  'Desk open out of hours',
  'Desk open out of hours, twice',
  'One-way fee',
  'One-way fee, handed back abroad',
  'Part of the rental paid with the booking',
  'Young driver surcharge',
] as const;
type RentalChargeName = (typeof RENTAL_CHARGES)[number];

/** Each of them in another language. */
export interface RentalChargeNames {
  readonly names: Readonly<Record<RentalChargeName, string>>;
  /** `Rental, 5 days, taxes included`. */
  readonly rental: (days: number) => string;
}

const RENTAL = /^Rental, (\d{1,3}) days?, taxes included$/;

/** A charge in another language; undefined: it is none of the closed list. */
export function nameRentalCharge(texts: RentalChargeNames, description: string): string | undefined {
  const [, days] = RENTAL.exec(description) ?? [];
  if (days !== undefined) return texts.rental(Number(days));
  const name = RENTAL_CHARGES.find((known) => known === description);
  return name && texts.names[name];
}
