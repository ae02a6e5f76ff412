import type { App } from '../../context.ts';
import type { DemandBaseline } from '../../suppliers/ports/demand.ts';
import { AUDIENCES } from '../model/demand-event.ts';
import type { RankedBy } from '../read/read-observed.ts';

/** The codes a ranking may have rows of, each with its place, so that volumes are stored by place. */
export interface CodeTable {
  readonly codes: readonly string[];
  readonly placeOf: ReadonlyMap<string, number>;
  /**
   * The places of what the baseline answers by, in its order, -1 without a code; undefined where that is the order of
   * the codes.
   */
  readonly ofBaseline: Int32Array | undefined;
}

type Known = Pick<App, 'demandBaseline' | 'places'>;

/** The codes of a baseline, none without one. Made at the first question: a baseline never changes. */
export function codeTable({ demandBaseline: baseline, places }: Known, by: RankedBy): CodeTable {
  if (baseline === undefined) return NO_CODES;
  const tables = tablesOf.get(baseline) ?? new Map<RankedBy, CodeTable>();
  tablesOf.set(baseline, tables);
  const known = tables.get(by) ?? makeTable(baseline, places, by);
  tables.set(by, known);
  return known;
}

const NO_CODES: CodeTable = { codes: [], placeOf: new Map(), ofBaseline: undefined };
const tablesOf = new WeakMap<DemandBaseline, Map<RankedBy, CodeTable>>();

function makeTable(baseline: DemandBaseline, places: Known['places'], by: RankedBy): CodeTable {
  if (by !== 'market_country') {
    const codes = by === 'audience' ? AUDIENCES : by === 'destination' ? baseline.destinations : baseline.markets;
    return { codes, placeOf: new Map(codes.map((code, place) => [code, place])), ofBaseline: undefined };
  }
  const placeOf = new Map<string, number>();
  const ofBaseline = Int32Array.from(baseline.markets, (city) => {
    const country = places.city(city)?.country;
    if (country === undefined) return -1;
    const place = placeOf.get(country) ?? placeOf.size;
    placeOf.set(country, place);
    return place;
  });
  return { codes: [...placeOf.keys()], placeOf, ofBaseline };
}
