import type { StayHotel, StayRate, StayRoom } from '../../travel/stay.ts';

/** A hotel as it was answered, with the stored facts that the answer leaves out. */
export function joinFacts(answered: StayHotel, stored: StayHotel | undefined): StayHotel {
  if (stored === undefined) return answered;
  const stated = Object.entries(answered).filter(([, fact]) => fact !== undefined && fact !== 'none' && fact !== '');
  return { ...answered, ...stored, ...Object.fromEntries(stated) };
}

/**
 * A rate whose room has the stored facts that the answer leaves out: those of the kind of room with its id, else of the
 * one that is called the same. Its name stays as it was answered, for that is what was bought.
 */
export function withRoomFacts(rate: StayRate, rooms: readonly StayRoom[]): StayRate {
  const { room } = rate;
  const stored =
    rooms.find(({ roomId }) => roomId === room.roomId) ?? rooms.find(({ name }) => fold(name) === fold(room.name));
  if (stored === undefined) return rate;
  const stated = Object.entries(room).filter(([, fact]) => fact !== undefined);
  return { ...rate, room: { ...room, ...stored, ...Object.fromEntries(stated) } };
}

function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
