import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CountedUnit, createSliceBuilder, type DemandSlice, marketName, type SliceAxis } from './build-slices.ts';
import { addHead, createNameTable, emptyCellSum, readDays, readIndex } from './monthly-counts-codec.ts';

function unit(part: Partial<CountedUnit>): CountedUnit {
  const volume = (part.volumes ?? [1]).reduce((sum, one) => sum + one, 0);
  return {
    kind: 'search',
    destination: 'LIS',
    marketCountry: 'FR',
    marketCity: 'PAR',
    audience: 'couple',
    days: [3],
    volumes: [1],
    leadBins: [volume, ...new Array<number>(12).fill(0)],
    stayBins: new Array<number>(12).fill(0),
    lowestFare: undefined,
    ...part,
  };
}

function build(axis: SliceAxis, units: readonly CountedUnit[]): readonly DemandSlice[] {
  const key = ({ kind, marketCountry, marketCity, destination, audience }: CountedUnit) =>
    (axis === 'destination'
      ? [kind, marketCountry, marketCity, destination, audience]
      : [kind, destination, marketCountry, marketCity, audience]
    ).join(' ');
  const builder = createSliceBuilder(axis);
  return [
    ...units.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)).flatMap((one) => builder.add(one)),
    ...builder.end(),
  ];
}

function volumes(slices: readonly DemandSlice[]): Record<string, number> {
  return Object.fromEntries(
    slices.map(({ head, kind, place, audience }) => {
      const sum = emptyCellSum();
      addHead(head, sum, true);
      return [`${kind} ${place} ${audience}`, sum.volume];
    }),
  );
}

test('a city counts in its country and in all, a country only in all; a named audience holds only its own', () => {
  const units = [
    unit({ volumes: [5] }),
    unit({ marketCity: '*', volumes: [7] }),
    unit({ marketCity: '*', audience: '*', volumes: [11] }),
    unit({ marketCountry: '*', marketCity: '*', audience: '*', days: [0], volumes: [13] }),
    unit({ marketCountry: '??', marketCity: '??', volumes: [17] }),
    unit({ kind: 'booking', volumes: [2] }),
  ];
  expect(volumes(build('destination', units))).toEqual({
    'search * *': 53,
    'search * couple': 29,
    'search FR *': 23,
    'search FR couple': 12,
    'search PAR *': 5,
    'search PAR couple': 5,
    'booking * *': 2,
    'booking * couple': 2,
    'booking FR *': 2,
    'booking FR couple': 2,
    'booking PAR *': 2,
    'booking PAR couple': 2,
  });
  expect(volumes(build('market', units))).toEqual({
    'search * *': 53,
    'search * couple': 29,
    'search LIS *': 53,
    'search LIS couple': 29,
    'booking * *': 2,
    'booking * couple': 2,
    'booking LIS *': 2,
    'booking LIS couple': 2,
  });
});

test('days are kept by name, and what belongs to the month as a whole stands first in the totals', () => {
  const slices = build('market', [
    unit({ days: [1, 31], volumes: [2, 3] }),
    unit({ marketCity: '*', days: [0, 31], volumes: [4, 5] }),
  ]);
  const slice = slices.find(({ place, audience }) => place === 'LIS' && audience === '*');
  const read: string[] = [];
  const table = createNameTable();
  const { places, numbers } = readIndex(slice?.index ?? new Uint8Array(), table);
  for (const [name, place] of places.entries()) {
    readDays(slice?.daily ?? new Uint8Array(), numbers[name * 3 + 2] ?? 0, numbers[name * 3 + 5] ?? 0, (day, volume) =>
      read.push(`${table.names[place]} ${day} ${volume}`),
    );
  }
  expect(read).toEqual(['FR 31 5', 'FR/PAR 1 2', 'FR/PAR 31 3']);
  expect([slice?.dayTotals[0], slice?.dayTotals[1], slice?.dayTotals[31]]).toEqual([4, 2, 8]);
});

test('nothing is built of nothing', () => {
  expect(build('destination', [])).toEqual([]);
});

test('every slice is handed out once, and all of an axis are the units', () => {
  const some = fc
    .record({
      kind: fc.constantFrom('search' as const, 'trip' as const),
      destination: fc.constantFrom('LIS', 'NYC', 'OPO'),
      audience: fc.constantFrom('solo', 'couple', '*'),
      market: fc.constantFrom(['FR', 'PAR'], ['FR', 'LYS'], ['FR', '*'], ['DE', 'BER'], ['*', '*'], ['??', '??']),
      days: fc.constantFrom([0], [1], [1, 30]),
    })
    .map(({ market, ...rest }) =>
      unit({
        ...rest,
        marketCountry: market[0] ?? '',
        marketCity: market[1] ?? '',
        volumes: rest.days.map((day) => day + 1),
      }),
    );
  const key = (one: CountedUnit) =>
    [one.kind, one.destination, marketName(one.marketCountry, one.marketCity), one.audience].join(' ');
  fc.assert(
    fc.property(
      fc.uniqueArray(some, { selector: key, maxLength: 40 }),
      fc.constantFrom('destination' as const, 'market' as const),
      (units, axis) => {
        const slices = build(axis, units);
        expect(new Set(slices.map(({ kind, place, audience }) => `${kind} ${place} ${audience}`)).size).toBe(
          slices.length,
        );
        const all = volumes(slices);
        const counted = (all['search * *'] ?? 0) + (all['trip * *'] ?? 0);
        expect(counted).toBe(
          units.reduce((sum, one) => sum + one.volumes.reduce((total, volume) => total + volume, 0), 0),
        );
      },
    ),
  );
});
