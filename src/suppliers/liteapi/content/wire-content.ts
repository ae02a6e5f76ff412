import * as z from 'zod';

/** What is read of LiteAPI's content. Whatever it leaves out is null, absent or an empty text. */
const Text = z.string().nullish();
const Num = z.number().nullish();

/** A hotel in the list of a city. */
export const WireListed = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  address: Text,
  zip: Text,
  city: Text,
  country: Text,
  latitude: Num,
  longitude: Num,
  main_photo: Text,
  thumbnail: Text,
  hotelTypeId: Num,
  stars: Num,
  rating: Num,
  reviewCount: Num,
  chain: Text,
  facilityIds: z.array(z.number()).nullish(),
});
export type WireListed = z.infer<typeof WireListed>;

/** What of a listed hotel says that it was taken out. */
export const WireRemoved = z.object({ id: z.string().min(1), deletedAt: z.string().min(1) });

/** Lists of names by number. */
export const WireFacilities = z.array(z.object({ facility_id: z.number(), facility: z.string() }));
export const WireTypes = z.array(z.object({ id: z.number(), name: z.string() }));

const Photo = z.object({ url: Text, urlHd: Text, caption: Text, defaultImage: z.boolean().nullish() });
const RoomPhoto = z.object({ url: Text, hd_url: Text, imageDescription: Text, mainPhoto: z.boolean().nullish() });
export const WireRoom = z.object({
  id: z.union([z.number(), z.string()]),
  roomName: z.string().min(1),
  description: Text,
  roomSizeSquare: Num,
  roomSizeUnit: Text,
  maxAdults: Num,
  maxChildren: Num,
  maxOccupancy: Num,
  bedTypes: z.array(z.object({ quantity: Num, bedType: Text })).nullish(),
  roomAmenities: z.array(z.object({ name: Text })).nullish(),
  photos: z.array(RoomPhoto).nullish(),
});
export type WireRoom = z.infer<typeof WireRoom>;

/** A hotel with all that its own page has; parts that cannot be read are read one by one. */
export const WireContent = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  hotelDescription: Text,
  hotelImportantInformation: Text,
  checkinCheckoutTimes: z
    .object({ checkin_start: Text, checkout: Text, instructions: z.array(z.string()).nullish() })
    .nullish()
    .catch(undefined),
  address: Text,
  zip: Text,
  city: Text,
  country: Text,
  location: z.object({ latitude: Num, longitude: Num }).nullish(),
  main_photo: Text,
  thumbnail: Text,
  starRating: Num,
  rating: Num,
  reviewCount: Num,
  chain: Text,
  hotelType: Text,
  phone: Text,
  hotelFacilities: z.array(z.string()).nullish().catch(undefined),
  hotelImages: z.array(Photo).nullish().catch(undefined),
  policies: z
    .array(z.object({ name: Text, description: Text }))
    .nullish()
    .catch(undefined),
  sentiment_analysis: z
    .object({ categories: z.array(z.object({ name: z.string(), rating: z.number() })).nullish() })
    .nullish()
    .catch(undefined),
  rooms: z.array(z.unknown()).nullish(),
});
export type WireContent = z.infer<typeof WireContent>;
