import * as z from 'zod';
import { PENALTY_BASES } from '../../travel/cancellation.ts';
import { PAID_AT, type RentalOffer, TRANSMISSIONS } from '../../travel/rental.ts';

const Text = z.string().min(1);
const Count = z.int().min(0);
const Instant = z.date();
const Charged = z.object({ value: z.int().min(0), currency: Text });
const Stop = z.object({
  branchId: Text,
  branchName: Text,
  cityCode: z.string(),
  cityName: z.string(),
  country: z.string(),
  address: z.string(),
  airport: z.string().optional(),
  latitude: z.number(),
  longitude: z.number(),
  zone: Text,
  at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
  instant: Instant,
  opens: z.string(),
  closes: z.string(),
});
const Offer = z.object({
  offerKey: Text,
  vendorName: Text,
  vehicle: z.object({
    name: Text,
    category: z.string(),
    acrissCode: z.string().regex(/^[A-Z]{4}$/),
    transmission: z.enum(TRANSMISSIONS),
    fuel: z.string(),
    hasAirConditioning: z.boolean(),
    seats: Count,
    doors: Count,
    bagsLarge: Count,
    bagsSmall: Count,
  }),
  pickUp: Stop,
  dropOff: Stop,
  days: z.int().min(1),
  driverAge: Count,
  residenceCountry: z.string().optional(),
  charges: z.array(z.object({ description: z.string(), amount: Charged, paidAt: z.enum(PAID_AT) })).min(1),
  deposit: Charged,
  isOnRequest: z.boolean(),
  mileage: z.object({ isUnlimited: z.boolean(), includedKm: Count.optional(), extraPerKm: Charged.optional() }),
  fuelPolicy: z.enum(['full_to_full', 'prepaid', 'same_to_same']),
  isRefundable: z.boolean(),
  cancellation: z.array(z.object({ from: Instant, penalty: Charged, basis: z.enum(PENALTY_BASES) })),
  extras: z.array(
    z.object({
      ancillaryKey: Text,
      type: z.string(),
      label: z.string(),
      description: z.string(),
      paidAt: z.enum(PAID_AT),
      price: Charged,
      quantityMax: z.int().min(1),
    }),
  ),
  carsLeft: Count,
});

/**
 * Whether an offer has what an answer, a trip and a checkout read of it, all its money in one currency that can be
 * shown. Types end at a supplier's door: one offer with a field missing would otherwise take the whole answer down.
 */
export function isValidRental(offer: RentalOffer, supports: (currency: string) => boolean): boolean {
  const read = Offer.safeParse(offer);
  if (!read.success) return false;
  const { charges, deposit, mileage, cancellation, extras } = read.data;
  const amounts = [
    deposit,
    ...charges.map(({ amount }) => amount),
    ...cancellation.map(({ penalty }) => penalty),
    ...extras.map(({ price }) => price),
  ];
  if (mileage.extraPerKm !== undefined) amounts.push(mileage.extraPerKm);
  return supports(deposit.currency) && amounts.every(({ currency }) => currency === deposit.currency);
}
