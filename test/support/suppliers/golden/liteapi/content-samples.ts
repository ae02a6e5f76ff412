// Samples in the shape of LiteAPI's OpenAPI document static.json, written by hand from its examples.

const photo = 'https://static.cupid.travel/hotels/524489007.jpg';

const listed = {
  id: 'lp42fec',
  name: 'Hotel Jadran',
  hotelDescription: 'Location : With a stay at Hotel Jadran in Sibenik, you are steps from the church.',
  currency: 'EUR',
  country: 'HR',
  city: 'Sibenik',
  address: 'Obala dr. Franje Tudmana 52',
  zip: '22000',
  main_photo: photo,
  thumbnail: photo,
  hotelTypeId: 204,
  chainId: 0,
  chain: 'Not Available',
  stars: 3,
  facilityIds: [1],
  rohId: 20712,
};

/** Answers of `/data/hotels`. */
export const hotelsSamples: readonly object[] = [
  {
    data: [
      { ...listed, latitude: 43.73464, longitude: 15.88974, rating: 8.1, reviewCount: 12 },
      { ...listed, main_photo: '', thumbnail: '', deletedAt: '2026-07-08T14:33:49.000Z' },
    ],
    hotelIds: ['lp42fec'],
    total: 1004,
  },
];

const room = {
  id: 2617264,
  roomName: 'Standard Room',
  description: 'The double room includes a private bathroom equipped with a hairdryer.',
  roomSizeSquare: 23,
  roomSizeUnit: 'm2',
  hotelId: '436827',
  maxAdults: 2,
  maxChildren: 1,
  maxOccupancy: 2,
  bedTypes: [{ quantity: 1, bedType: 'King bed', bedSize: '181-210 cm wide', id: 3 }],
  roomAmenities: [{ amenitiesId: 293, name: 'Safety deposit box', sort: 17 }],
  photos: [
    {
      url: photo,
      imageDescription: '',
      imageClass1: '',
      imageClass2: '',
      failoverPhoto: '',
      mainPhoto: false,
      score: 0,
      classId: 0,
      classOrder: 0,
      hd_url: photo,
    },
  ],
};
const hotel = {
  id: 'lp1897',
  name: 'The Manhattan at Times Square',
  hotelDescription: '<p><strong>Central Manhattan Location</strong><br>The heart of Manhattan.</p>',
  hotelImportantInformation: 'Guests are required to show a photo identification.',
  checkinCheckoutTimes: {
    checkout: '11:00 AM',
    checkin_start: '04:00 PM',
    checkin_end: '12:00 AM',
    instructions: ['Ring twice.'],
    special_instructions: '',
  },
  hotelImages: [{ url: photo, urlHd: photo, caption: '', order: 0, defaultImage: true }],
  main_photo: photo,
  thumbnail: photo,
  country: 'us',
  city: 'New York',
  starRating: 4,
  location: { latitude: 40.76217, longitude: -73.98306 },
  address: '790 7th Avenue',
  hotelFacilities: ['Fitness facilities (surcharge)'],
  chain: 'Not Available',
  chainId: 0,
  facilities: [{ facilityId: 6848, name: 'Fitness facilities (surcharge)' }],
  rooms: [room],
  phone: '',
  fax: '',
  email: '',
  hotelType: 'Hotels',
  hotelTypeId: 204,
  airportCode: 'LGA',
  rating: 5.6,
  reviewCount: 6536,
  rohId: 20712,
  parking: '',
  groupRoomMin: 0,
  childAllowed: false,
  petsAllowed: false,
  policies: [
    {
      policy_type: 'POLICY_HOTEL_GROUPS',
      name: 'Groups',
      description: 'When booking more than 5 rooms, different policies may apply.\n',
      child_allowed: '',
      pets_allowed: '',
      parking: '',
    },
  ],
  sentiment_analysis: {
    cons: ['Limited parking'],
    pros: ['Location'],
    categories: [{ name: 'Cleanliness', rating: 5.9, description: 'Mixed reviews on cleanliness.' }],
  },
};
const { location: _location, ...placeless } = hotel;

/** `data` of `/data/hotel`. */
export const hotelSamples: readonly object[] = [
  hotel,
  { ...placeless, main_photo: '', thumbnail: '', sentiment_analysis: null },
];

/** Answers of `/data/reviews`. */
export const reviewsSamples: readonly object[] = [
  {
    data: [
      {
        averageScore: 8,
        country: 'ps',
        type: 'solo traveller',
        name: 'Hala',
        date: '2026-07-16 07:52:57',
        headline: 'Very good',
        language: 'en',
        pros: '',
        cons: '',
        source: 'Nuitee',
      },
    ],
    total: 10,
  },
];

/** Answers of the lists and of places by path. */
export const listSamples: Readonly<Record<string, object>> = {
  'cities?countryCode=PT': { data: [{ city: 'Dubai' }] },
  countries: { data: [{ code: 'AD', name: 'Andorra' }] },
  currencies: { data: [{ code: 'AED', currency: 'UAE Dirham', countries: ['United Arab Emirates (The)'] }] },
  iataCodes: {
    data: [{ code: 'AAA', name: 'Anaa Airport', latitude: -17.3526, longitude: -145.51, countryCode: 'PF' }],
  },
  facilities: { data: [{ facility_id: 1, facility: 'Parking', sort: 1, translation: [] }] },
  hotelTypes: { data: [{ id: 204, name: 'Hotels' }] },
  chains: { data: [{ id: 0, name: 'Not Available' }] },
  languages: { data: [{ code: 'ar', name: 'Arabic' }] },
  'places?textQuery=Lis': {
    data: [
      {
        placeId: 'ChIJu1K2erNv5kcR6HyzBQieKJ0',
        displayName: 'Rome',
        formattedAddress: '75017 París, Francia',
        types: ['subway_station'],
      },
    ],
  },
};
