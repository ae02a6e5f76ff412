import { decimalPlaces } from '../../../src/travel/money.ts';
import type { BoardType } from '../../../src/travel/stay.ts';
import { greatCircleKm } from '../../../src/travel/geography/distance.ts';
import { mix } from '../../../src/reference/hash.ts';
import type { HotelRow } from './hotel-facts.ts';
import { pick } from './hotel-names.ts';
import { hotelTypeOf } from './hotel-types.ts';
import { NEMO_HOTELS, type NemoHotel } from './scenario-hotels.ts';
import type { RoomKind } from './stay-tables.ts';
import type { HotelLevies } from '../prices/stay-taxes.ts';
import type { StatedContent, StatedHotel } from '../stated-stay.ts';

/** What a description is written from. */
export interface DescriptionParts {
  readonly row: HotelRow;
  readonly hotel: StatedHotel;
  readonly chainName: string | undefined;
  readonly boards: readonly BoardType[];
}

/** What the scenario hotels do at checkout, for anyone who looks one up. */
const NEMO_TEXTS = {
  price_up: 'Its price has risen when you come to check out.',
  price_down: 'Its price has fallen when you come to check out.',
  sold_out: 'It is sold out when you come to check out.',
  refused: 'It takes the payment and then refuses the booking.',
  slow: 'It confirms only after hours.',
  unknown: 'It takes the booking and then does not answer: found again later.',
  non_refundable: 'It sells rooms that cannot be given back.',
  pay_at_property: 'It is paid at the property.',
  expired: 'Its rates have already expired when you use them.',
} as const satisfies Record<NemoHotel, string>;

/** A few sentences, each true of this hotel. */
export function describeHotel(described: DescriptionParts): string {
  const { row, hotel } = described;
  const scenario = row.stock.isScenario ? NEMO_HOTELS[row.at] : undefined;
  if (scenario) return `A hotel of the sandbox, nowhere near anything. ${NEMO_TEXTS[scenario]}`;
  return [
    opening(described),
    whereabouts(row),
    meals(described),
    comforts(hotel, mix(row.stock.hash[row.at] ?? 0, 521)),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const STARS = ['one', 'two', 'three', 'four', 'five'] as const;

function opening({ row, hotel, chainName }: DescriptionParts): string {
  const rooms = row.stock.rooms[row.at] ?? 1;
  const type = hotelTypeOf(hotel.hotelTypeId).name.toLowerCase();
  const what = type === 'apartments' ? 'apartment house' : type;
  const of = chainName === undefined ? '' : ` of ${chainName}`;
  return pick(
    [
      `${hotel.name} is a ${STARS[hotel.starRating - 1]}-star ${what}${of} with ${rooms} rooms in ${hotel.cityName}.`,
      `With ${rooms} rooms and ${STARS[hotel.starRating - 1]} ${hotel.starRating === 1 ? 'star' : 'stars'}, ${hotel.name} is ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}${of} in ${hotel.cityName}.`,
    ],
    mix(row.stock.hash[row.at] ?? 0, 520),
    '',
  );
}

const CENTRAL_KM = 1;

function whereabouts({ stock, at }: HotelRow): string {
  const { city } = stock;
  const km = greatCircleKm(city.latitude, city.longitude, stock.latitude[at] ?? 0, stock.longitude[at] ?? 0);
  if (/ Airport\b/.test(stock.names[at] ?? ''))
    return `It stands beside the airport, about ${Math.round(km)} km from the centre.`;
  if (km <= CENTRAL_KM) return 'The centre is a short walk away.';
  return `The centre is about ${km < 10 ? km.toFixed(1) : Math.round(km)} km away.`;
}

const BOARD_TEXTS = {
  RO: 'Rooms are sold without meals',
  BI: 'Breakfast is included',
  BB: 'Rooms are sold with breakfast',
  HB: 'Rooms are sold with breakfast and dinner',
  FB: 'Rooms are sold with three meals',
  AI: 'Meals and drinks are included',
} as const satisfies Record<BoardType, string>;
const BOARD_PHRASES = {
  RO: 'without meals',
  BI: 'with breakfast',
  BB: 'with breakfast',
  HB: 'with half board',
  FB: 'with full board',
  AI: 'all inclusive',
} as const satisfies Record<BoardType, string>;

function meals({ boards }: DescriptionParts): string {
  const [first, ...others] = boards;
  if (first === undefined) return '';
  return others.length === 0
    ? `${BOARD_TEXTS[first]}.`
    : `${BOARD_TEXTS[first]}, or ${others.map((board) => BOARD_PHRASES[board]).join(' or ')}.`;
}

/** Sentences for the facilities that guests choose a hotel by. */
const COMFORTS: readonly (readonly [number, string])[] = [
  [30, 'Guests bathe in its hot spring.'],
  [28, 'It has a beach of its own.'],
  [6, 'There is a swimming pool.'],
  [8, 'A spa is open to guests.'],
  [29, 'Children have a club of their own.'],
  [4, 'Its restaurant also serves guests from outside.'],
  [21, 'A garden lies behind the house.'],
  [22, 'The terrace is open in fine weather.'],
  [24, 'Electric cars can be charged.'],
  [13, 'A shuttle runs to the airport.'],
  [27, 'Guests share or have a kitchen.'],
  [7, 'A small gym is open all day.'],
  [5, 'The bar is open in the evening.'],
];
const COMFORTS_SHOWN = 3;

function comforts({ facilityIds }: StatedHotel, hash: number): string {
  const offered = COMFORTS.filter(([id]) => facilityIds.includes(id));
  const from = hash % Math.max(1, offered.length);
  return [...offered.slice(from), ...offered.slice(0, from)]
    .slice(0, COMFORTS_SHOWN)
    .map(([, sentence]) => sentence)
    .join(' ');
}

const FACILITY = { reception: 2, parking: 3, pets: 16, nonSmoking: 18 } as const;

/** The hotel's rules, from the facts that prices and rooms are made of. */
export function policiesOf({
  row,
  hotel,
  levies,
  rooms,
}: {
  readonly row: HotelRow;
  readonly hotel: StatedHotel;
  readonly levies: HotelLevies;
  readonly rooms: readonly RoomKind[];
}): StatedContent['policies'] {
  const hash = row.stock.hash[row.at] ?? 0;
  const has = (id: number): boolean => hotel.facilityIds.includes(id);
  const takesChildren = rooms.some(({ childrenMax }) => childrenMax > 0);
  return [
    {
      title: 'Arrival',
      text: `Check-in from ${hotel.checkInFrom}.${has(FACILITY.reception) ? ' The reception is open day and night.' : ' Please tell the house if you arrive after 21:00.'}`,
    },
    { title: 'Departure', text: `Check-out until ${hotel.checkOutUntil}.` },
    {
      title: 'Children',
      text: takesChildren
        ? 'Children of every age are welcome. Up to 2 years they sleep free in a cot; from 3 to 11 they pay about half, from 12 on nearly as much as adults.'
        : 'The rooms of this house do not take children.',
    },
    {
      title: 'Pets',
      text: has(FACILITY.pets)
        ? pick(
            ['Pets may stay for a charge.', 'Small dogs may stay for a charge.', 'Pets stay free of charge.'],
            mix(hash, 531),
            '',
          )
        : 'Pets may not stay.',
    },
    {
      title: 'Smoking',
      text: has(FACILITY.nonSmoking) ? 'Smoking is not allowed in rooms.' : 'Some rooms are for smokers.',
    },
    {
      title: 'Parking',
      text: has(FACILITY.parking)
        ? pick(
            ['Guests park at the house for a charge.', 'Guests park at the house free of charge.'],
            mix(hash, 532),
            '',
          )
        : 'The house has no parking of its own.',
    },
    ...taxPolicy(levies, row.stock.filing.currency),
  ];
}

function taxPolicy({ excluded }: HotelLevies, currency: string): StatedContent['policies'] {
  const owed = excluded.filter(({ share, minor }) => share > 0 || minor > 0);
  if (owed.length === 0) return [];
  const sentences = owed.map(({ description, kind, share, minor, ageMin, nightsMax }) => {
    if (kind === 'share') return `${description}: ${Math.round(share * 1000) / 10} % of the net price.`;
    const places = decimalPlaces(currency);
    const amount = `${currency} ${(minor / 10 ** places).toFixed(places)}`;
    const who = kind === 'room_night' ? 'a room' : ageMin > 0 ? `a guest from ${ageMin} years` : 'a guest';
    return `${description}: ${amount} ${who} and night${Number.isFinite(nightsMax) ? `, at most ${nightsMax} nights` : ''}.`;
  });
  return [
    { title: 'Charges at the property', text: `Collected by the house, not part of the price. ${sentences.join(' ')}` },
  ];
}
