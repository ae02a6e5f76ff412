import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Slice } from '../../../travel/flight.ts';
import type { WireFlight, WireSlice } from '../mapping/wire-offers.ts';
import { flightsNow, type ReadChange } from './flights-now.ts';

const place = (code: string) => ({ code, cityCode: undefined, zone: undefined });
const carrier = { code: 'BA', hasCode: true, name: undefined };

/** A direction with one flight, which nothing but its id and its ends are read of. */
function aSlice(id: string, ends: string): WireSlice {
  const [origin = '', destination = ''] = ends.split('-');
  const flight: WireFlight = {
    sent: id,
    origin: place(origin),
    destination: place(destination),
    originTerminal: undefined,
    destinationTerminal: undefined,
    departingAt: '',
    arrivingAt: '',
    distanceKm: undefined,
    aircraft: undefined,
    marketing: carrier,
    operating: carrier,
    flightNumber: '1',
  };
  return {
    id,
    brandName: undefined,
    hasSeatSelection: undefined,
    hasPriorityBoarding: undefined,
    segments: [{ id, flight, passengers: [] }],
  };
}
function held(...ends: readonly string[]): readonly Slice[] {
  return ends.map((one) => {
    const [origin = '', destination = ''] = one.split('-');
    return { origin, destination, departureDate: '2027-03-01', durationMinutes: 60, segments: [] };
  });
}
const open = (removed: readonly WireSlice[], added: readonly WireSlice[]): ReadChange => ({
  isOpen: true,
  removed,
  added,
});
const idsOf = (now: ReturnType<typeof flightsNow>) => (now === 'unmatched' ? now : now.map((slice) => slice?.id));

const OUT = aSlice('a', 'LHR-JFK');
const BACK = aSlice('b', 'JFK-LHR');
const HELD = held('LHR-JFK', 'JFK-LHR');

describe('how the directions of an order are flown now', () => {
  test('an open change is laid over what the order lists; one that is acted on is in the order already', () => {
    const later = aSlice('c', 'LHR-JFK');
    expect(idsOf(flightsNow(HELD, [OUT, BACK], [open([OUT], [later])]))).toEqual(['c', 'b']);
    expect(idsOf(flightsNow(HELD, [later, BACK], [{ ...open([OUT], [later]), isOpen: false }]))).toEqual(['c', 'b']);
    expect(idsOf(flightsNow(HELD, [later, BACK], [open([OUT], [later])]))).toEqual(['c', 'b']);
  });

  test('one that is taken away leaves its place empty, whether the order still lists it or not', () => {
    expect(idsOf(flightsNow(HELD, [OUT, BACK], [open([OUT], [])]))).toEqual([undefined, 'b']);
    expect(idsOf(flightsNow(HELD, [BACK], [open([OUT], [])]))).toEqual([undefined, 'b']);
    expect(idsOf(flightsNow(HELD, [OUT], [open([BACK], [])]))).toEqual(['a', undefined]);
    expect(idsOf(flightsNow(HELD, [], [open([OUT, BACK], [])]))).toEqual([undefined, undefined]);
  });

  test('a direction from another airport of the city keeps its place', () => {
    const gatwick = aSlice('c', 'LGW-JFK');
    expect(idsOf(flightsNow(HELD, [OUT, BACK], [open([OUT], [gatwick])]))).toEqual(['c', 'b']);
    const three = held('LHR-JFK', 'JFK-BOS', 'BOS-LHR');
    const rest = [aSlice('d', 'JFK-BOS'), aSlice('e', 'BOS-LHR')];
    const [middle] = rest;
    if (middle === undefined) throw new Error('two');
    expect(idsOf(flightsNow(three, [gatwick, ...rest.slice(1)], [open([OUT], [gatwick]), open([middle], [])]))).toEqual(
      ['c', undefined, 'e'],
    );
  });

  test('an order that lists fewer or more directions than its changes explain is no answer', () => {
    expect(flightsNow(HELD, [OUT], [])).toBe('unmatched');
    expect(flightsNow(HELD, [OUT], [open([BACK], [aSlice('c', 'JFK-LHR')])])).toBe('unmatched');
    expect(flightsNow(HELD, [], [])).toBe('unmatched');
    expect(flightsNow(HELD, [OUT, BACK, aSlice('c', 'LHR-EDI')], [])).toBe('unmatched');
  });

  test('whatever an airline does one after the other, and whenever the order shows it, each direction is as it is flown last', () => {
    const ends = ['LHR-JFK', 'JFK-BOS', 'BOS-LHR'];
    const step = fc.record({ place: fc.nat(2), isTakenAway: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.boolean(), (steps, isShownAtOnce) => {
        let flown: (WireSlice | undefined)[] = ends.map((one, index) => aSlice(`s${index}`, one));
        const sold = flown.flatMap((slice) => slice ?? []);
        const changes = steps.flatMap(({ place: at, isTakenAway }, index): ReadChange[] => {
          const removed = flown[at];
          if (removed === undefined) return [];
          const added = isTakenAway ? undefined : aSlice(`n${index}`, ends[at] ?? '');
          flown = flown.with(at, added);
          return [open([removed], added === undefined ? [] : [added])];
        });
        const order = isShownAtOnce ? flown.flatMap((slice) => slice ?? []) : sold;
        expect(idsOf(flightsNow(held(...ends), order, changes))).toEqual(flown.map((slice) => slice?.id));
      }),
    );
  });
});
