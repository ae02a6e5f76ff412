import type { Filing } from '../../fares/filing.ts';

import type { StayCity } from './stay-cities.ts';
import type { StatedHotel } from '../stated-stay.ts';

/** The hotels of a town in columns, which a search ranks by. A hotel takes under 60 bytes, its name apart. */
export interface CityStock {
  readonly city: StayCity;
  readonly count: number;
  readonly filing: Filing;
  /** True for Point Nemo: always rooms, no season. */
  readonly isScenario: boolean;
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  readonly typeId: Uint8Array;
  readonly stars: Uint8Array;
  /** Tenths. */
  readonly rating: Uint8Array;
  readonly reviews: Uint32Array;
  /** 0: independent. */
  readonly chainId: Uint8Array;
  /** A bit for each row of the table of facilities. */
  readonly facilities: Uint32Array;
  /** A usual night of a double room. */
  readonly usd: Float64Array;
  readonly rooms: Uint16Array;
  /** A bit for each row of the table of rooms. */
  readonly kinds: Uint32Array;
  readonly hash: Uint32Array;
  readonly names: string[];
  /** Hotels described before, cached by `stayHotelOf`. */
  readonly hotels: (StatedHotel | undefined)[];
}
