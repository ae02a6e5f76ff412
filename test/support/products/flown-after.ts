import type { FlightOffer } from '../../../src/travel/flight.ts';
import type { FlownSlices, SegmentChange } from '../../../src/travel/schedule-change.ts';

/** The flights of each direction after a change; none where all of a direction's were cancelled. */
export function flownAfter({ slices }: Pick<FlightOffer, 'slices'>, changes: readonly SegmentChange[]): FlownSlices {
  return slices.map((_, index) =>
    changes.flatMap(({ sliceIndex, after }) => (sliceIndex === index && after !== undefined ? [after] : [])),
  );
}
