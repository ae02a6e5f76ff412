import * as z from 'zod';
import type { HotelContent, StayHotel, StayRoom } from '../../travel/stay.ts';

/** What is stored of a hotel, as an earlier release may have stored it: what cannot be read any more is not there. */
const Text = z.string().optional();
const Num = z.number().optional();
const Photo = z.object({ url: z.string(), thumbnailUrl: Text, caption: Text });
const Hotel = z.object({
  hotelId: z.string(),
  name: z.string(),
  address: z.string(),
  cityCode: Text,
  cityName: z.string(),
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  postCode: Text,
  phone: Text,
  zone: Text,
  starRating: Num,
  rating: Num,
  reviewCount: Num,
  hotelTypeId: Num,
  chainId: Num,
  facilityIds: z.array(z.number()).optional(),
  checkInFrom: Text,
  checkOutUntil: Text,
  photo: z.union([Photo, z.literal('none')]).optional(),
});
const Room = z.object({
  roomId: z.string(),
  name: z.string(),
  description: Text,
  maxOccupancy: Num,
  maxAdults: Num,
  maxChildren: Num,
  sizeSquareMetres: Num,
  beds: Text,
  amenities: z.array(z.string()).optional(),
  photo: Photo.optional(),
});
const Content = z.object({
  hotel: Hotel,
  description: Text,
  chainName: Text,
  hotelTypeName: Text,
  facilities: z.array(z.object({ facilityId: Num, name: z.string() })).optional(),
  policies: z.array(z.object({ title: z.string(), text: z.string() })),
  reviewBreakdown: z.array(z.object({ category: z.string(), rating: z.number() })),
  rooms: z.array(Room),
  pictures: z.union([z.object({ photos: z.array(Photo) }), z.object({ drawn: z.number() })]),
});

/** Reads a hotel as lists show it; undefined where another release stored it in another form. */
export function readStoredHotel(facts: unknown): StayHotel | undefined {
  const hotel = Hotel.safeParse(facts).data;
  return hotel && withAllFacts(hotel);
}

/** Reads all that was stored of a hotel. */
export function readStoredContent(detail: unknown): HotelContent | undefined {
  const content = Content.safeParse(detail).data;
  if (content === undefined) return undefined;
  const { description, chainName, hotelTypeName, facilities, rooms, hotel } = content;
  return {
    ...content,
    hotel: withAllFacts(hotel),
    description,
    chainName,
    hotelTypeName,
    facilities: facilities?.map(({ facilityId, name }) => ({ facilityId, name })),
    rooms: rooms.map((room) => ({ ...NO_ROOM_FACTS, ...room })),
  };
}

/** Reads one kind of room. */
export function readStoredRoom(room: unknown): StayRoom | undefined {
  const read = Room.safeParse(room).data;
  return read && { ...NO_ROOM_FACTS, ...read };
}

/** JSON leaves out what is not known; in a hotel it stands there as undefined. */
const NO_FACTS = {
  cityCode: undefined,
  zone: undefined,
  starRating: undefined,
  rating: undefined,
  reviewCount: undefined,
  hotelTypeId: undefined,
  chainId: undefined,
  facilityIds: undefined,
  checkInFrom: undefined,
  checkOutUntil: undefined,
} as const;
const NO_ROOM_FACTS = {
  description: undefined,
  maxOccupancy: undefined,
  maxAdults: undefined,
  maxChildren: undefined,
  sizeSquareMetres: undefined,
  beds: undefined,
  amenities: undefined,
} as const;

function withAllFacts(hotel: z.infer<typeof Hotel>): StayHotel {
  return { ...NO_FACTS, ...hotel };
}
