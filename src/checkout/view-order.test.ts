import { expect, test } from 'vitest';
import { fewPlaces } from '../../test/support/flights.ts';
import { aFare, anItem, anOffer, aSlice, aTrip } from '../../test/support/trips.ts';
import type { CabinClass } from '../travel/flight.ts';
import { viewOrder } from './view-order.ts';

test('a flight in another cabin than the fare\'s is shown with its own, and one whose cabin is not told with none', () => {
  const slice = aSlice();
  const shown = (flown: CabinClass | undefined) => {
    const segments = slice.segments.map((segment) => ({ ...segment, ...(flown === undefined ? {} : { cabinClass: flown }) }));
    const offer = anOffer({ slices: [{ ...slice, segments }], fares: [aFare({ cabinClass: 'first' })] });
    return viewOrder(aTrip({ items: [anItem({ offer })] }), fewPlaces).flights[0]?.slices[0]?.segments[0]?.otherCabin;
  };
  expect([shown('business'), shown('first'), shown(undefined)]).toEqual(['business', undefined, undefined]);
});
