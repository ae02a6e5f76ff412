import * as z from 'zod';
import type { HotelContent } from '../../../travel/stay.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type LiteapiAdapter } from '../adapter.ts';
import { mapHotel, readHotelId } from '../mapping/map-hotel.ts';
import { isNothing, toFailure } from '../replies.ts';

const Text = z.string().nullish();
const WireRoom = z.object({
  id: z.union([z.number(), z.string()]),
  roomName: z.string().min(1),
  description: Text,
  maxAdults: z.number().nullish(),
  maxChildren: z.number().nullish(),
  maxOccupancy: z.number().nullish(),
});
const WireContent = z.object({
  id: z.string(),
  name: z.string(),
  hotelDescription: Text,
  address: Text,
  city: Text,
  country: Text,
  location: z.object({ latitude: z.number().nullish(), longitude: z.number().nullish() }).nullish(),
  starRating: z.number().nullish(),
  rating: z.number().nullish(),
  reviewCount: z.number().nullish(),
  chain: Text,
  hotelType: Text,
  hotelImages: z.array(z.unknown()).nullish(),
  rooms: z.array(WireRoom).nullish(),
});
type WireContent = z.infer<typeof WireContent>;
/** The id is all that is asked: whichever is wrong with the request, it is none of a hotel. */
const UNKNOWN_HOTEL: readonly number[] = [4_000, 4_002];

/** What LiteAPI knows of a hotel; undefined for an id of none, or of one without a place. Throws SupplierFailure. */
export async function readHotel(
  adapter: LiteapiAdapter,
  hotelId: string,
  context: SupplierContext,
): Promise<HotelContent | undefined> {
  const id = readHotelId(hotelId);
  if (id === undefined) return undefined;
  const account = await accountForSale(adapter, context);
  const reply = await adapter.client.request(account, context, {
    host: 'read',
    method: 'GET',
    path: `/data/hotel?${new URLSearchParams({ hotelId: id })}`,
    read: (data) => WireContent.safeParse(data).data,
  });
  if (isNothing(reply) || (reply.kind === 'error' && UNKNOWN_HOTEL.includes(reply.code))) return undefined;
  if (reply.kind !== 'done') throw toFailure(reply);
  return mapContent(reply.value);
}

function mapContent(content: WireContent): HotelContent | undefined {
  const { id, name, address, city, country, location, starRating, rating, reviewCount } = content;
  const hotel = mapHotel({
    ...{ id, name, address, city, country, rating },
    country_code: undefined,
    city_name: undefined,
    latitude: location?.latitude,
    longitude: location?.longitude,
    stars: starRating,
    review_count: reviewCount,
  });
  return (
    hotel && {
      hotel,
      description: content.hotelDescription
        ?.replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      chainName: content.chain ?? undefined,
      hotelTypeName: content.hotelType ?? undefined,
      facilities: undefined,
      policies: [],
      reviewBreakdown: [],
      rooms: (content.rooms ?? []).map((room) => ({
        roomId: String(room.id),
        name: room.roomName,
        description: room.description ?? undefined,
        maxOccupancy: room.maxOccupancy ?? undefined,
        maxAdults: room.maxAdults ?? undefined,
        maxChildren: room.maxChildren ?? undefined,
        sizeSquareMetres: undefined,
        beds: undefined,
        amenities: undefined,
      })),
      photoCount: content.hotelImages?.length ?? 0,
    }
  );
}
