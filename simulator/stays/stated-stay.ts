import type { CancellationSchedule } from '../../src/travel/cancellation.ts';
import type { IsoDate } from '../../src/travel/dates.ts';
import type { Money } from '../../src/travel/money.ts';
import type {
  BoardType,
  HotelContent,
  HotelOffer,
  Stay,
  StayHotel,
  StayRate,
  StayRoom,
  StayTax,
} from '../../src/travel/stay.ts';

/** The built-in world states everything a supplier may leave out: its types are those of the port, without a gap. */
export interface StatedHotel extends StayHotel {
  readonly zone: string;
  readonly starRating: number;
  readonly rating: number;
  readonly reviewCount: number;
  readonly hotelTypeId: number;
  readonly facilityIds: readonly number[];
  readonly checkInFrom: string;
  readonly checkOutUntil: string;
}

/** A kind of room of the built-in world. */
export interface StatedRoom extends StayRoom {
  readonly description: string;
  readonly maxOccupancy: number;
  readonly maxAdults: number;
  readonly maxChildren: number;
  readonly sizeSquareMetres: number;
  readonly beds: string;
  readonly amenities: readonly string[];
}

/** A tax of the built-in world, always in the currency of the total. */
export interface StatedTax extends StayTax {
  readonly amount: Money;
}

/** A rate of the built-in world. */
export interface StatedRate extends StayRate {
  readonly room: StatedRoom;
  readonly boardType: BoardType;
  readonly planName: string;
  readonly nights: readonly { readonly date: IsoDate; readonly amount: Money }[];
  readonly taxes: readonly StatedTax[];
  readonly isRefundable: boolean;
  readonly cancellation: CancellationSchedule;
  readonly roomsLeft: number;
}

/** A stay of the built-in world. */
export interface StatedStay extends Stay {
  readonly hotel: StatedHotel;
  readonly rates: readonly [StatedRate, ...StatedRate[]];
}

/** A hotel of the built-in world that has rooms. */
export interface StatedOffer extends HotelOffer {
  readonly hotel: StatedHotel;
  readonly ratesOfRooms: readonly (readonly StatedRate[])[];
}

/** Hotels of the built-in world with rooms, and how many more there were. */
export interface FoundStatedStays {
  readonly hotels: readonly StatedOffer[];
  readonly omitted: number;
}

/** Everything the built-in world says of a hotel. */
export interface StatedContent extends HotelContent {
  readonly hotel: StatedHotel;
  readonly description: string;
  readonly hotelTypeName: string;
  readonly facilities: readonly { readonly facilityId: number; readonly name: string }[];
  readonly rooms: readonly StatedRoom[];
}
