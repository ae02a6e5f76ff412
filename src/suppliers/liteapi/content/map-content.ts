import { chainIdOf } from '../../../reference/chain-ids.ts';
import { facilityName } from '../../../reference/stay-features.ts';
import type { HotelContent, StayHotel, StayPhoto, StayRoom } from '../../../travel/stay.ts';
import { mapHotel, toPhoto } from '../mapping/map-hotel.ts';
import { facilityIdOf, facilityIdsOf, hotelTypeIdOf } from './feature-names.ts';
import { toPlainText } from './plain-text.ts';
import { type WireContent, type WireListed, WireRoom } from './wire-content.ts';

/** The names behind the numbers of lists. */
export interface FeatureNames {
  /** Undefined: LiteAPI did not say. */
  readonly facilities: ReadonlyMap<number, string>;
  readonly types: ReadonlyMap<number, string>;
}

const PHOTOS_MAX = 60;
const ROOMS_MAX = 100;
const SIZE_SQUARE_METRES_MAX = 5_000;
/** What LiteAPI writes for a house of no chain, or of one that it does not know. */
const NO_CHAIN = 'not available';

/** A hotel of the list of a city; undefined where it has no place. */
export function mapListed(listed: WireListed, names: FeatureNames): StayHotel | undefined {
  const { facilityIds } = listed;
  const hotel = mapHotel({
    ...listed,
    country_code: undefined,
    city_name: undefined,
    review_count: listed.reviewCount,
  });
  return (
    hotel && {
      ...hotel,
      postCode: listed.zip || undefined,
      chainId: readChain(listed.chain)?.chainId,
      hotelTypeId: hotelTypeIdOf(names.types.get(listed.hotelTypeId ?? 0) ?? ''),
      facilityIds:
        facilityIds == null ? undefined : facilityIdsOf(facilityIds.map((id) => names.facilities.get(id) ?? '')),
    }
  );
}

/** All that LiteAPI says of one hotel; undefined where it has no place. */
export function mapContent(content: WireContent): HotelContent | undefined {
  const { location, chain, hotelFacilities: facilities } = content;
  const hotel = mapHotel({
    ...content,
    country_code: undefined,
    city_name: undefined,
    latitude: location?.latitude,
    longitude: location?.longitude,
    stars: content.starRating,
    review_count: content.reviewCount,
  });
  if (hotel === undefined) return undefined;
  const photos = mapPhotos(content);
  return {
    hotel: {
      ...hotel,
      postCode: content.zip || undefined,
      phone: content.phone || undefined,
      chainId: readChain(chain)?.chainId,
      hotelTypeId: hotelTypeIdOf(content.hotelType ?? ''),
      facilityIds: facilities == null ? undefined : facilityIdsOf(facilities),
      checkInFrom: readTime(content.checkinCheckoutTimes?.checkin_start),
      checkOutUntil: readTime(content.checkinCheckoutTimes?.checkout),
      photo: hotel.photo === 'none' ? (photos[0] ?? 'none') : hotel.photo,
    },
    description: toPlainText(content.hotelDescription),
    chainName: readChain(chain)?.name,
    hotelTypeName: content.hotelType || undefined,
    facilities: facilities == null ? undefined : facilities.filter((name) => name !== '').map(mapFacility),
    policies: mapPolicies(content),
    reviewBreakdown: (content.sentiment_analysis?.categories ?? [])
      .filter(({ rating }) => rating > 0 && rating <= 10)
      .map(({ name, rating }) => ({ category: name, rating: Math.round(rating * 10) / 10 })),
    rooms: (content.rooms ?? []).slice(0, ROOMS_MAX).flatMap((entry) => {
      const room = WireRoom.safeParse(entry).data;
      return room === undefined ? [] : [mapRoom(room)];
    }),
    pictures: { photos },
  };
}

/** A chain by our number; undefined for a house of none. */
function readChain(name: string | null | undefined): { readonly chainId: number; readonly name: string } | undefined {
  const isNone = name == null || name === '' || name.toLowerCase() === NO_CHAIN;
  return isNone ? undefined : { chainId: chainIdOf(name), name };
}

/** The default one first. */
function mapPhotos({ hotelImages }: WireContent): readonly StayPhoto[] {
  const images = hotelImages ?? [];
  const ordered = [...images.filter((image) => image.defaultImage), ...images.filter((image) => !image.defaultImage)];
  const photos = ordered.flatMap(({ url, urlHd, caption }) => toPhoto(urlHd || url, caption) ?? []);
  return [...new Map(photos.map((photo) => [photo.url, photo])).values()].slice(0, PHOTOS_MAX);
}

/** Our own name where one of our facilities means the same, else LiteAPI's. */
function mapFacility(name: string): { readonly facilityId: number | undefined; readonly name: string } {
  const facilityId = facilityIdOf(name);
  return { facilityId, name: (facilityId === undefined ? undefined : facilityName(facilityId)) ?? name };
}

function mapPolicies(content: WireContent): HotelContent['policies'] {
  const important = toPlainText(content.hotelImportantInformation);
  const arrival = toPlainText(content.checkinCheckoutTimes?.instructions?.join('\n'));
  const stated = (content.policies ?? []).map(({ name, description }) => ({
    title: name ?? '',
    text: toPlainText(description),
  }));
  return [...stated, { title: 'Arrival', text: arrival }, { title: 'Important information', text: important }].flatMap(
    ({ title, text }) => (text === undefined ? [] : [{ title, text }]),
  );
}

function mapRoom(room: WireRoom): StayRoom {
  const { roomSizeSquare: size, roomSizeUnit: unit, roomAmenities: amenities } = room;
  const isKnownSize = size != null && size > 0 && size <= SIZE_SQUARE_METRES_MAX && unit?.toLowerCase() === 'm2';
  const beds = (room.bedTypes ?? []).flatMap(({ quantity, bedType }) =>
    bedType ? [`${quantity != null && quantity > 0 ? `${quantity} ` : ''}${bedType}`] : [],
  );
  const photos = room.photos ?? [];
  const main = photos.find(({ mainPhoto }) => mainPhoto) ?? photos[0];
  return {
    roomId: String(room.id),
    name: room.roomName,
    description: toPlainText(room.description),
    maxOccupancy: positive(room.maxOccupancy),
    maxAdults: positive(room.maxAdults),
    maxChildren: room.maxChildren != null && room.maxChildren >= 0 ? room.maxChildren : undefined,
    sizeSquareMetres: isKnownSize ? size : undefined,
    beds: beds.length === 0 ? undefined : beds.join(', '),
    amenities: amenities?.flatMap(({ name }) => name || []),
    photo: main && toPhoto(main.hd_url || main.url, main.imageDescription),
  };
}

function positive(value: number | null | undefined): number | undefined {
  return value != null && value > 0 ? value : undefined;
}

/** `03:00 PM` as `15:00`; undefined for anything that is no time of day. */
function readTime(text: string | null | undefined): string | undefined {
  const [, hours, minutes, half] = /^\s*(\d{1,2}):(\d{2})(?::\d{2})?\s*(am|pm)?\s*$/i.exec(text ?? '') ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const isTime =
    hour < 24 && Number(minutes) < 60 && (half === undefined || (Number(hours) >= 1 && Number(hours) <= 12));
  return isTime ? `${String(hour).padStart(2, '0')}:${minutes}` : undefined;
}
