import type { FlightItem } from '../../trips/model/trip.ts';

/** Extras and seats of a flight, and what is offered of them. */
export type FlightExtras = Pick<FlightItem, 'ancillaries' | 'seats'> & {
  readonly offered: FlightItem['offer']['ancillaries'];
};

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
