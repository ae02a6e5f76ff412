import * as z from 'zod';

/**
 * What is read of LiteAPI's rates. Fields that are not read are let through whatever they are; what may be left out is
 * null or absent here. Sums over an offer are lists in plain answers and objects in others: both are taken.
 */
const Text = z.string().nullish();
const Amount = z.union([z.number(), z.string()]);
const Sum = z.object({ amount: Amount, currency: z.string() });
export type WireSum = z.infer<typeof Sum>;
const Sums = z.union([z.array(Sum), Sum]).nullish();
export type WireSums = z.infer<typeof Sums>;

const Policy = z.object({ cancelTime: z.string(), amount: Amount, currency: Text, type: Text, timezone: Text });
export type WirePolicy = z.infer<typeof Policy>;
export const WirePolicies = z.object({ cancelPolicyInfos: z.array(Policy).nullish(), refundableTag: Text });
export type WirePolicies = z.infer<typeof WirePolicies>;

const Tax = z.object({
  included: z.boolean().nullish(),
  description: Text,
  amount: Amount.nullish(),
  currency: Text,
});
export type WireTax = z.infer<typeof Tax>;

const Rate = z.object({
  occupancyNumber: z.number().int().nullish(),
  name: z.string().min(1),
  mappedRoomId: z.union([z.number(), z.string()]).nullish(),
  maxOccupancy: z.number().nullish(),
  boardType: Text,
  boardName: Text,
  retailRate: z.object({
    total: Sums,
    suggestedSellingPrice: Sums,
    taxesAndFees: z.array(Tax).nullish(),
  }),
  cancellationPolicies: WirePolicies.nullish(),
  paymentTypes: z.array(z.string()).nullish(),
});
export type WireRate = z.infer<typeof Rate>;

/** One offer: what all rooms of a stay cost together. */
export const WireOffer = z.object({
  offerId: z.string().min(1),
  rateType: Text,
  offerRetailRate: Sums,
  suggestedSellingPrice: Sums,
  rates: z.array(Rate).min(1),
});
export type WireOffer = z.infer<typeof WireOffer>;

/** A hotel with its offers, each still to be read by itself. */
export const WireRatedHotel = z.object({ hotelId: z.string().min(1), roomTypes: z.array(z.unknown()) });

/** A hotel as searches show it beside its rates. */
export const WireHotel = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  address: Text,
  country_code: Text,
  country: Text,
  city_name: Text,
  city: Text,
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  rating: z.number().nullish(),
  stars: z.number().nullish(),
  review_count: z.number().nullish(),
  main_photo: Text,
  thumbnail: Text,
});
export type WireHotel = z.infer<typeof WireHotel>;

/** A prebook: an offer as it can be booked now. */
export const WirePrebook = z.object({
  prebookId: z.string().min(1).max(300),
  hotelId: z.string(),
  checkin: z.string(),
  checkout: z.string(),
  currency: z.string(),
  price: Amount,
  suggestedSellingPrice: Sums,
  isPackageRate: z.boolean().nullish(),
  roomTypes: z.array(z.object({ rates: z.array(Rate).min(1) })).min(1),
  paymentTypes: z.array(z.string()).nullish(),
  priceDifferencePercent: z.number().nullish(),
  cancellationChanged: z.boolean().nullish(),
  boardChanged: z.boolean().nullish(),
});
export type WirePrebook = z.infer<typeof WirePrebook>;
