/**
 * A hotel that the built-in simulator has, too, under the name LiteAPI would have for it; or one that only looks like
 * it. Mapping hotels of two suppliers to each other is tried out on these.
 */
export interface TwinHotel {
  /** The simulator's id. */
  readonly builtInId: string;
  /** Whether both are one hotel, or have no more than a name or a street in common. */
  readonly isSame: boolean;
  readonly city: string;
  readonly name: string;
  readonly address: string;
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly stars: number;
}

type Row = readonly [
  builtInId: string,
  city: string,
  name: string,
  address: string,
  zip: string,
  latitude: number,
  longitude: number,
  stars: number,
];

const SAME: readonly Row[] = [
  ['bhlis-269', 'Lisbon', 'Pensão Miradouro', 'Largo da Liberdade 127', '1100-622', 38.70411, -9.14802, 3],
  ['bhlis-37', 'Lisbon', 'Camelia Hotel', 'Travessa da Estrela, 123', '1100-691', 38.74203, -9.14412, 3],
  ['bhlis-119', 'Lisbon', 'Sol Poente Palace Hotel', 'Tv. Augusta 53', '1100-658', 38.7219, -9.15859, 3],
  ['bhlis-180', 'Lisbon', 'HOTEL PALACIO SANTA JUSTA', 'Av. do Comércio 1', '1100-632', 38.70955, -9.15301, 3],
  ['bhlis-187', 'Lisbon', 'Zuhause Lisbon Estação', 'Rua do Sol, 57', '1100-654', 38.72689, -9.1298, 4],
  [
    'bhlis-157',
    'Lisbon',
    'Hotel Palácio da Alfazema & Spa',
    'Largo da Liberdade 151',
    '1100-631',
    38.75225,
    -9.1423,
    5,
  ],
  ['bhlon-510', 'London', 'Keyhouse Apartments - London North', '113 Alder Street', 'W5 4MR', 51.4718, -0.1305, 3],
  ['bhlon-504', 'London', 'Quayside House Old Town', '173 Bridge Rd', 'W5 4TB', 51.56104, -0.1472, 4],
  ['bhlon-46', 'London', 'Beaumont Arms', '6 Grove Terrace', 'W5 4MJ', 51.4329, -0.1526, 3],
  ['bhlon-575', 'London', 'Langford B&B Riverside', '44 Abbey Road', 'W5 4GG', 51.47201, -0.04896, 4],
  ['bhpar-159', 'Paris', 'Grand Hotel Valmont Opera', '177 avenue Gambetta', '75004', 48.85555, 2.33791, 3],
  ['bhpar-81', 'Paris', 'Grand Hôtel Aurore', '128 Av. de la République', '75002', 48.85766, 2.32036, 4],
  ['bhpar-93', 'Paris', 'Altamaris Paris by Altamaris Hotels', '120 Quai de la Gare', '75007', 48.87809, 2.35719, 4],
  ['bhpar-63', 'Paris', "Maison d'hotes Mirabel", '1 quai du Marché', '75009', 48.7963, 2.3791, 3],
];

const OTHER: readonly Row[] = [
  // One name in two streets, kilometres apart.
  ['bhlis-37', 'Lisbon', 'Hotel Camélia', 'Rua da Palmeira 9', '1200-311', 38.7139, -9.1481, 3],
  // Next door, and another house of one family of names.
  ['bhlis-338', 'Lisbon', 'Hotel Sol Poente Marina', 'Praça da Liberdade 49', '1100-602', 38.7153, -9.1509, 3],
  // Two brands under one roof.
  [
    'bhlon-544',
    'London',
    'Keyhouse Apartments London Old Town',
    '143 Wellington Terrace',
    'W5 4BM',
    51.50366,
    -0.0806,
    3,
  ],
  ['bhlon-302', 'London', 'The Wren Arms Gatwick', '2 Perimeter Road', 'RH6 0AA', 51.1562, -0.1821, 3],
  ['bhpar-357', 'Paris', 'Maison Mirabel', '8 Avenue Victor Hugo', '75016', 48.87222, 2.29001, 3],
  ['bhpar-211', 'Paris', 'Keyhouse Apartments Paris Nord', '54 Avenue Jean Jaurès', '75002', 48.8943, 2.2764, 3],
];

const toTwin =
  (isSame: boolean) =>
  ([builtInId, city, name, address, zip, latitude, longitude, stars]: Row): TwinHotel => ({
    builtInId,
    isSame,
    city,
    name,
    address,
    zip,
    latitude,
    longitude,
    stars,
  });

/** Hotels that are the simulator's, and their doubles that are not. */
export const TWIN_HOTELS: readonly TwinHotel[] = [...SAME.map(toTwin(true)), ...OTHER.map(toTwin(false))];
