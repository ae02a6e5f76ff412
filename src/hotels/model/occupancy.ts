import type { RoomParty } from '../../travel/stay.ts';

/** Rooms that can be wanted at once (contract, section 5). */
export const ROOMS_MAX = 8;
/** Guests of one room: beyond these nobody sells one. */
export const ADULTS_PER_ROOM_MAX = 9;
export const CHILDREN_PER_ROOM_MAX = 8;

/** Who comes, where the rooms are only counted. */
export interface PartyInput {
  readonly adults: number;
  readonly childrenAges: readonly number[];
  readonly rooms: number;
}

/**
 * Spreads a party over its rooms as cards are dealt: the adults one by one from the first room on, then the children in
 * the order given, going on where the adults stopped. So no room has more than one guest above another, and a room
 * without an adult appears only where there are fewer adults than rooms.
 */
export function spreadOverRooms({ adults, childrenAges, rooms }: PartyInput): readonly RoomParty[] {
  const parties = Array.from({ length: rooms }, (): { adults: number; childrenAges: number[] } => ({
    adults: 0,
    childrenAges: [],
  }));
  const guests: readonly (number | 'adult')[] = [
    ...Array.from({ length: adults }, () => 'adult' as const),
    ...childrenAges,
  ];
  guests.forEach((guest, seat) => {
    const room = parties[seat % rooms];
    if (room === undefined) return;
    if (guest === 'adult') room.adults += 1;
    else room.childrenAges.push(guest);
  });
  return parties;
}

/** Equal for parties that are sold the same rates, whatever order their children stand in. */
export function partyKey({ adults, childrenAges }: RoomParty): string {
  return `${adults}+${[...childrenAges].sort((a, b) => a - b).join()}`;
}
