import * as z from 'zod';
import type { CheckedOffer } from '../../suppliers/calls/refused-offers.ts';
import { PENALTY_BASES } from '../../travel/cancellation.ts';
import { FUEL_POLICIES, PAID_AT, type RentalOffer, TRANSMISSIONS } from '../../travel/rental.ts';

const Text = z.string().min(1);
const Count = z.int().min(0);
const Instant = z.date();
const Charged = z.object({ value: z.int().min(0), currency: Text });
const Stop = z.object({
  branchId: Text,
  branchName: Text,
  cityCode: z.string().optional(),
  cityName: z.string(),
  country: z.string(),
  address: z.string(),
  airport: z.string().optional(),
  latitude: z.number(),
  longitude: z.number(),
  zone: Text.optional(),
  at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
  instant: Instant.optional(),
  opens: z.string().optional(),
  closes: z.string().optional(),
});
const Offer = z.object({
  offerKey: Text,
  vendorName: Text,
  vehicle: z.object({
    name: Text,
    category: z.string().optional(),
    acrissCode: z
      .string()
      .regex(/^[A-Z]{4}$/)
      .optional(),
    transmission: z.enum(TRANSMISSIONS).optional(),
    fuel: z.string().optional(),
    hasAirConditioning: z.boolean().optional(),
    seats: Count.optional(),
    doors: Count.optional(),
    bagsLarge: Count.optional(),
    bagsSmall: Count.optional(),
  }),
  pickUp: Stop,
  dropOff: Stop,
  days: z.int().min(1),
  driverAge: Count,
  residenceCountry: z.string().optional(),
  charges: z.array(z.object({ description: z.string(), amount: Charged, paidAt: z.enum(PAID_AT) })).min(1),
  deposit: Charged.optional(),
  isOnRequest: z.boolean(),
  mileage: z
    .object({ isUnlimited: z.boolean(), includedKm: Count.optional(), extraPerKm: Charged.optional() })
    .optional(),
  fuelPolicy: z.enum(FUEL_POLICIES).optional(),
  isRefundable: z.boolean().optional(),
  cancellation: z.union([
    z.literal('unknown'),
    z.array(z.object({ from: Instant, penalty: Charged, basis: z.enum(PENALTY_BASES) })),
  ]),
  extras: z.array(
    z.object({
      ancillaryKey: Text,
      type: z.string(),
      label: z.string(),
      description: z.string(),
      paidAt: z.enum(PAID_AT),
      price: Charged,
      quantityMax: z.int().min(1).optional(),
    }),
  ),
  carsLeft: Count.optional(),
});

/**
 * The check at the door: whether an offer has what an answer, a trip and a checkout read of it, all its money in one
 * currency that can be shown. Types end at a supplier's door: one offer with a field missing would otherwise take the
 * whole answer down. What a supplier may leave unstated is no fault, and nothing is mended. Reasons: `price`,
 * `currency`, `unreadable`.
 */
export function validateRental(offer: RentalOffer, supports: (currency: string) => boolean): CheckedOffer<RentalOffer> {
  const fault = findFault(offer, supports);
  return fault === undefined ? { offer, refused: [] } : { offer: undefined, refused: [fault] };
}

function findFault(offer: RentalOffer, supports: (currency: string) => boolean): string | undefined {
  const read = Offer.safeParse(offer);
  if (!read.success) return read.error.issues.every(({ path }) => path[0] === 'charges') ? 'price' : 'unreadable';
  const { charges, deposit, mileage, cancellation, extras } = read.data;
  const [first] = charges;
  const penalties = cancellation === 'unknown' ? [] : cancellation.map(({ penalty }) => penalty);
  const amounts = [
    ...charges.map(({ amount }) => amount),
    ...penalties,
    ...extras.map(({ price }) => price),
    ...[deposit, mileage?.extraPerKm].filter((amount) => amount !== undefined),
  ];
  const isOne = amounts.every(({ currency }) => currency === first?.amount.currency);
  return isOne && first !== undefined && supports(first.amount.currency) ? undefined : 'currency';
}
