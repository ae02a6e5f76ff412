import type { FlightItem, TripItem } from '../../trips/model/trip.ts';

type ExtrasBought = Pick<FlightItem, 'ancillaries' | 'seats'>;
/** Extras and seats of a flight, and what is offered of them. */
export type FlightExtras = ExtrasBought & {
  readonly offered: FlightItem['offer']['ancillaries'];
};

/** How much of a flight's extras and seats an exchange loses: they are neither carried over nor paid back. */
export type LostExtras = 'none' | 'some' | 'all';

/** What is lost where only `retained` of a flight's extras and seats goes on. */
export function lostExtrasOf(flight: ExtrasBought, retained: ExtrasBought): LostExtras {
  const left = retained.ancillaries.length + retained.seats.length;
  if (left >= flight.ancillaries.length + flight.seats.length) return 'none';
  return left > 0 ? 'some' : 'all';
}

/** What an exchange loses of the bags and seats of the item it replaces. A rental's extras are chosen anew: none. */
export function lostInExchange(old: TripItem, replacement: TripItem): LostExtras {
  return old.kind === 'flight' && replacement.kind === 'flight' ? lostExtrasOf(old, replacement) : 'none';
}

/**
 * What stays of the extras and seats of a flight whose other directions are exchanged: those that belong to one of
 * `directions` alone. An extra of several directions is lost with the first that changes.
 */
export function retainExtras(flight: FlightItem, directions: readonly number[]): FlightExtras {
  const { slices, ancillaries: offered } = flight.offer;
  const segments = new Set(
    directions.flatMap((index) => slices[index]?.segments.map(({ segmentId }) => segmentId) ?? []),
  );
  const retained = offered.filter(({ sliceIndex }) => sliceIndex !== undefined && directions.includes(sliceIndex));
  const keys = new Set(retained.map(({ ancillaryKey }) => ancillaryKey));
  return {
    ancillaries: flight.ancillaries.filter(({ ancillaryKey }) => keys.has(ancillaryKey)),
    seats: flight.seats.filter(({ segmentId }) => segments.has(segmentId)),
    offered: retained,
  };
}
