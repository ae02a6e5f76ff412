import type { StubHotel } from './stub-hotels.ts';
import type { StubRoom } from './hotel-rooms.ts';

/** Texts of a hotel in one language. */
interface HotelTexts {
  readonly description: string;
  readonly important: string;
}

/** A hotel as lists have it. `isPlaced` false leaves a missing position out, true (JSON) makes it null. */
export function presentListed(hotel: StubHotel, origin: string, language: string): object {
  const { city, position, chain, type } = hotel;
  return {
    id: hotel.id,
    name: hotel.name,
    hotelDescription: textsOf(hotel, language).description,
    currency: city.currency,
    country: city.country,
    city: city.name,
    ...(position === null ? {} : { latitude: position.latitude, longitude: position.longitude }),
    address: hotel.address,
    zip: hotel.zip,
    ...photoFields(hotel, origin),
    hotelTypeId: type[0],
    chainId: chain[0],
    chain: chain[1],
    stars: hotel.stars,
    ...(hotel.rating === 0 ? {} : { rating: hotel.rating, reviewCount: hotel.reviewCount }),
    facilityIds: hotel.facilities.map(([id]) => id),
    rohId: 20_000 + hotel.number,
    ...(hotel.deletedAt === null ? {} : { deletedAt: hotel.deletedAt.toISOString() }),
  };
}

/** A hotel with all that its own page has. */
export function presentHotel(hotel: StubHotel, origin: string, language: string): object {
  const { city, position, chain, type } = hotel;
  const texts = textsOf(hotel, language);
  return {
    id: hotel.id,
    name: hotel.name,
    hotelDescription: texts.description,
    hotelImportantInformation: texts.important,
    checkinCheckoutTimes: {
      checkout: ['11:00 AM', '10:00 AM', '12:00 PM', ''][hotel.number % 4],
      checkin_start: ['03:00 PM', '02:00 PM', '04:00 PM', ''][hotel.number % 4],
      checkin_end: hotel.number % 3 === 0 ? '' : '12:00 AM',
      instructions: hotel.number % 5 === 0 ? ['Ring the bell twice.'] : [],
      special_instructions: '',
    },
    hotelImages: Array.from({ length: hotel.photoCount }, (_, order) => ({
      url: photoUrl(hotel, order, origin),
      urlHd: photoUrl(hotel, order, origin),
      caption: order === 0 ? 'Façade' : '',
      order,
      defaultImage: order === 0,
    })),
    ...photoFields(hotel, origin),
    country: city.country.toLowerCase(),
    city: city.name,
    starRating: hotel.stars,
    ...(position === null ? {} : { location: { latitude: position.latitude, longitude: position.longitude } }),
    address: hotel.address,
    hotelFacilities: hotel.facilities.map(([, name]) => name),
    chain: chain[1],
    chainId: chain[0],
    facilities: hotel.facilities.map(([facilityId, name]) => ({ facilityId, name })),
    rooms: hotel.rooms.map((room) => presentRoom(hotel, room, origin)),
    phone: hotel.phone,
    fax: '',
    email: hotel.email,
    hotelType: type[1],
    hotelTypeId: type[0],
    airportCode: city.iata,
    rating: hotel.rating,
    reviewCount: hotel.reviewCount,
    rohId: 20_000 + hotel.number,
    parking: '',
    groupRoomMin: 0,
    childAllowed: hotel.number % 9 !== 8,
    petsAllowed: hotel.facilities.some(([id]) => id === 4),
    policies: [
      {
        policy_type: 'POLICY_CHILDREN',
        name: 'Children and extra beds',
        description: hotel.number % 9 === 8 ? 'Guests are 18 or older.' : 'Children of any age are welcome.\n',
        child_allowed: hotel.number % 9 === 8 ? 'no' : 'yes',
        pets_allowed: '',
        parking: '',
      },
    ],
    sentiment_analysis: hotel.rating === 0 ? null : presentSentiment(hotel),
  };
}

function presentRoom(hotel: StubHotel, room: StubRoom, origin: string): object {
  return {
    id: room.id,
    roomName: room.name,
    description: room.description,
    roomSizeSquare: room.size,
    roomSizeUnit: 'm2',
    hotelId: String(400_000 + hotel.number),
    maxAdults: room.maxAdults,
    maxChildren: room.maxChildren,
    maxOccupancy: room.maxOccupancy,
    bedTypes: room.beds.map((bed, index) => ({ ...bed, id: index + 1 })),
    roomAmenities: room.amenities.map(([amenitiesId, name], sort) => ({ amenitiesId, name, sort })),
    photos:
      hotel.photoCount === 0
        ? []
        : [
            {
              url: photoUrl(hotel, room.id % 10, origin),
              hd_url: photoUrl(hotel, room.id % 10, origin),
              imageDescription: '',
              imageClass1: '',
              imageClass2: '',
              failoverPhoto: '',
              mainPhoto: true,
              score: 0,
              classId: 0,
              classOrder: 0,
            },
          ],
  };
}

function presentSentiment({ rating }: StubHotel): object {
  return {
    pros: ['Location', 'Staff'],
    cons: rating < 7 ? ['Noise at night'] : [],
    categories: [{ name: 'Cleanliness', rating, description: 'What guests wrote of it.' }],
  };
}

/** The address of a photo under the stub itself, which serves it. */
function photoUrl({ id }: StubHotel, order: number, origin: string): string {
  return `${origin}/photos/${id}/${order}.png`;
}

function photoFields(hotel: StubHotel, origin: string): object {
  const photo = hotel.photoCount === 0 ? '' : photoUrl(hotel, 0, origin);
  return { main_photo: photo, thumbnail: photo };
}

function textsOf({ name, city, address, rooms, facilities }: StubHotel, language: string): HotelTexts {
  const has = facilities.slice(0, 3).map(([, facility]) => facility);
  const sum = has.length === 0 ? '' : ` ${has.join(', ')}.`;
  switch (language) {
    case 'pt':
      return {
        description: `<p><strong>${name}</strong> fica em ${address}, ${city.name}.</p><p>${rooms.length} tipos de quarto.${sum}</p>`,
        important: 'À chegada é pedido um documento de identificação.',
      };
    case 'fr':
      return {
        description: `<p><strong>${name}</strong> se trouve ${address}, à ${city.name}.</p><p>${rooms.length} types de chambre.${sum}</p>`,
        important: 'Une pièce d’identité est demandée à l’arrivée.',
      };
    default:
      return {
        description: `<p><strong>${name}</strong><br>Stands at ${address} in ${city.name} &amp; is ten minutes from the centre.</p><p>It has ${rooms.length} kinds of rooms.${sum}</p><script>alert(1)</script>`,
        important: 'Guests are required to show a photo identification and credit card upon check-in.',
      };
  }
}
