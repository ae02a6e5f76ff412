import type { CabinClass } from '../../src/travel/flight.ts';
import type { Aircraft } from '../../src/reference/atlas.ts';

/** How dear a seat is within its cabin. */
export type SeatTier = 'standard' | 'preferred' | 'extra_legroom';

/** A seat as it is bolted to the floor: where, and what is special about it. */
export interface LayoutSeat {
  readonly seatNumber: string;
  readonly column: string;
  readonly features: readonly string[];
  readonly tier: SeatTier;
  /** Not sold before everything else is: the crew rests there. */
  readonly isHeldBack: boolean;
}
export interface LayoutRow {
  readonly rowNumber: number;
  readonly seats: readonly LayoutSeat[];
}
/** Every cabin of an aircraft; one it does not have is empty. */
export type CabinLayouts = Readonly<Record<CabinClass, readonly LayoutRow[]>>;

/** What is laid out: a type as an airline has it, and how many seats each cabin has. */
export interface LayoutRequest {
  readonly aircraft: Pick<Aircraft, 'iata' | 'body' | 'seats'>;
  readonly carrierCode: string;
  readonly seats: Readonly<Record<CabinClass, number>>;
}

/** Seats of a row, one list of column letters between two aisles. */
type Blocks = readonly (readonly string[])[];

const FRONT_TO_BACK = ['first', 'business', 'premium_economy', 'economy'] as const satisfies readonly CabinClass[];
/** Airlines whose seat plans have no row 13, and those without a row 17, which is what is unlucky in Italy. */
const WITHOUT_ROW_13: ReadonlySet<string> = new Set(['AF', 'AZ', 'CX', 'FR', 'IB', 'KL', 'LH', 'LX', 'OS', 'SN', 'SQ']);
const WITHOUT_ROW_17: ReadonlySet<string> = new Set(['AZ', 'LH']);
/** Regional jets that are left through their doors alone. */
const WITHOUT_OVERWING_EXIT: ReadonlySet<string> = new Set(['E70', 'E75', 'E7W', 'AR8', 'SU9']);
/** The seats at the two walls of a row. */
const OUTER_SEATS = 2;
const PREFERRED_ROWS = 3;
const PREFERRED_CABIN_ROWS_MIN = 10;
const KEPT_BACK_CABIN_SEATS_MIN = 100;

/**
 * Lays out an aircraft's cabins from the nose to the tail, each with exactly as many seats as asked for. Seats abreast
 * and letters are those airlines fly the type with (I is never used; cabins with fewer seats abreast skip letters);
 * where the count is no multiple of a row, the rear rows are thinner, as they are where a fuselage narrows or a galley
 * stands.
 */
export function layOutCabins(request: LayoutRequest): CabinLayouts {
  const layouts: Record<CabinClass, readonly LayoutRow[]> = {
    first: [],
    business: [],
    premium_economy: [],
    economy: [],
  };
  let lastRow = 0;
  for (const cabin of FRONT_TO_BACK) {
    const rows = blocksOfRows(seatPlan(request.aircraft, cabin), request.seats[cabin]);
    const exits = cabin === 'economy' ? exitRows(request.aircraft, rows.length) : [];
    layouts[cabin] = rows.map((blocks, index) => {
      lastRow = rowAfter(lastRow, request.carrierCode);
      const isNose = lastRow === 1;
      return layOutRow({ request, cabin, blocks, rowNumber: lastRow, index, rows: rows.length, exits, isNose });
    });
  }
  return layouts;
}

/** Seats abreast of a cabin: letters, a space for each aisle. */
export function seatPlan({ iata, body }: Pick<Aircraft, 'iata' | 'body'>, cabin: CabinClass): string {
  const economy = economyPlan(iata, body);
  switch (cabin) {
    case 'economy':
      return economy;
    case 'premium_economy':
      if (body !== 'W') return economy;
      return economy.length > 11 ? 'AC DEFG HK' : economy.length > 9 ? 'AC DEF HK' : 'AC DF HK';
    case 'business':
      if (body === 'W') return 'A DG K';
      return body === 'R' && economy.length < 6 ? 'A DF' : 'AC DF';
    case 'first':
      return body === 'W' ? 'A DG K' : 'AC DF';
    default:
      return cabin satisfies never;
  }
}

function economyPlan(iata: string, body: Aircraft['body']): string {
  switch (body) {
    case 'N':
      if (/^(717|M[89]0)$/.test(iata)) return 'AB CDE';
      return iata.startsWith('22') ? 'AC DEF' : 'ABC DEF';
    case 'W':
      if (/^(35|78)/.test(iata)) return 'ABC DEF HJK';
      if (/^(30|31|33|34)/.test(iata)) return 'AC DEFG HK';
      return iata.startsWith('76') ? 'AB DEF HJ' : 'ABC DEFG HJK';
    case 'R':
      if (iata.startsWith('ER')) return 'A BC';
      return ['100', 'F70', '146', 'AR1', 'AR8', 'SU9', '909'].includes(iata) ? 'AC DEF' : 'AC DF';
    case 'T':
    case 'P':
      if (['BEH', 'BE1', 'PL2'].includes(iata)) return 'A C';
      return body === 'P' || ['SF3', 'DHT', 'J31', 'J41', 'SWM'].includes(iata) ? 'A BC' : 'AC DF';
    default:
      return body satisfies never;
  }
}

/** Rows of a plan that hold exactly `seats`. */
function blocksOfRows(plan: string, seats: number): readonly Blocks[] {
  const full = plan.split(' ').map((block) => [...block]);
  const abreast = full.flat().length;
  const rows: Blocks[] = Array.from({ length: Math.ceil(seats / abreast) }, () => full);
  let missing = rows.length * abreast - seats;
  for (let index = rows.length - 1; missing > 0; index = index > 0 ? index - 1 : rows.length - 1) {
    const out = columnsToTakeOut(rows[index] ?? [], missing);
    missing -= out.length;
    rows[index] = (rows[index] ?? []).map((block) => block.filter((column) => !out.includes(column)));
  }
  return rows;
}

/** Which seats a rear row does without, at least one and at most `missing`. */
function columnsToTakeOut(blocks: Blocks, missing: number): readonly string[] {
  const left = blocks[0] ?? [];
  const right = blocks.at(-1) ?? [];
  const middle = (block: readonly string[]): readonly string[] =>
    block.slice((block.length - 1) >> 1, ((block.length - 1) >> 1) + 1);
  if (blocks.length === 2) {
    // On one side of a single aisle stands a galley or a lavatory; where the fuselage narrows, the outer seats go, on
    // both sides if two do.
    if (right.length > 0 && missing >= right.length && missing !== 2 * OUTER_SEATS) return right;
    if (missing === left.length) return left;
    if (missing >= OUTER_SEATS && left.length > 2 && right.length > 2) return [...left.slice(0, 1), ...right.slice(-1)];
    return (right.length > 0 ? right : left).slice(-1);
  }
  // A wide body narrows at its sides; where those are pairs already, something stands between the aisles.
  if (left.length > 2 && right.length > 2) return missing > 1 ? [...middle(left), ...middle(right)] : middle(right);
  const centre = blocks[1] ?? [];
  if (centre.length > 1 && missing >= centre.length) return centre;
  return centre.length > 0 ? middle(centre) : (right.length > 0 ? right : left).slice(-1);
}

/**
 * Indexes of economy rows at an exit: over the wing, at the front of a turboprop, at the doors of a wide body or a long
 * narrow one.
 */
function exitRows({ iata, body, seats }: LayoutRequest['aircraft'], rows: number): readonly number[] {
  const at = (share: number): number => Math.min(rows - 1, Math.max(1, Math.round(share * rows)));
  switch (body) {
    case 'W':
      return seats >= 290 ? [at(0.35), at(0.7)] : [at(0.5)];
    case 'N':
      return seats > 190 ? [at(0.28), at(0.68)] : seats > 150 ? [at(0.42), at(0.42) + 1] : [at(0.42)];
    case 'R':
      return WITHOUT_OVERWING_EXIT.has(iata) ? [] : [at(0.45)];
    case 'T':
      return [0];
    case 'P':
      return [];
    default:
      return body satisfies never;
  }
}

function rowAfter(row: number, carrierCode: string): number {
  const next = row + 1;
  const isLeftOut =
    (next === 13 && WITHOUT_ROW_13.has(carrierCode)) || (next === 17 && WITHOUT_ROW_17.has(carrierCode));
  return isLeftOut ? next + 1 : next;
}

interface RowPlace {
  readonly request: LayoutRequest;
  readonly cabin: CabinClass;
  readonly blocks: Blocks;
  readonly rowNumber: number;
  readonly index: number;
  readonly rows: number;
  readonly exits: readonly number[];
  readonly isNose: boolean;
}

function layOutRow(place: RowPlace): LayoutRow {
  const { blocks, rowNumber } = place;
  const rowFeatures = featuresOfRow(place);
  const tier = tierOfRow(place, rowFeatures);
  const heldBack = heldBackColumns(place);
  const seats = blocks.flatMap((block, blockIndex) =>
    block.map((column, position): LayoutSeat => {
      const hasBassinet =
        rowFeatures.includes('bulkhead') && !rowFeatures.includes('exit_row') && place.request.aircraft.body === 'W';
      const isCentre = blockIndex > 0 && blockIndex < blocks.length - 1;
      return {
        seatNumber: `${rowNumber}${column}`,
        column,
        features: [
          ...positionOf(blocks, blockIndex, position),
          ...rowFeatures,
          ...(hasBassinet && isCentre ? ['bassinet'] : []),
        ],
        tier,
        isHeldBack: heldBack.includes(column),
      };
    }),
  );
  return { rowNumber, seats };
}

/**
 * Outermost seats are at a window, seats beside an aisle at the aisle (a lone one at both), all others in the middle.
 */
function positionOf(blocks: Blocks, blockIndex: number, position: number): readonly string[] {
  const size = blocks[blockIndex]?.length ?? 0;
  const isWindow = (blockIndex === 0 && position === 0) || (blockIndex === blocks.length - 1 && position === size - 1);
  const isAisle = (blockIndex > 0 && position === 0) || (blockIndex < blocks.length - 1 && position === size - 1);
  if (!isWindow && !isAisle) return ['middle'];
  return [...(isWindow ? ['window'] : []), ...(isAisle ? ['aisle'] : [])];
}

function featuresOfRow({ request, cabin, index, rows, exits, isNose }: RowPlace): readonly string[] {
  const isWide = request.aircraft.body === 'W';
  const isExit = exits.includes(index);
  const isBulkhead = index === 0 || (isWide && isExit);
  const isLast = index === rows - 1;
  const isBeforeExit = exits.includes(index + 1);
  const isEconomy = cabin === 'economy';
  return [
    ...(isExit ? ['exit_row'] : []),
    ...(isBulkhead ? ['bulkhead'] : []),
    ...(isEconomy && (isExit || isBulkhead) ? ['extra_legroom'] : []),
    ...(isEconomy && isFront(index, rows) ? ['front'] : []),
    // A seat back must not fall into an exit, and the last row has a wall behind it.
    ...(isEconomy && (isLast || (!isWide && isBeforeExit)) ? ['limited_recline'] : []),
    ...(isEconomy && (isLast || (isWide && isBeforeExit)) ? ['near_lavatory'] : []),
    ...(isNose || (isEconomy && isLast) ? ['near_galley'] : []),
  ];
}

function isFront(index: number, rows: number): boolean {
  return rows >= PREFERRED_CABIN_ROWS_MIN && index <= PREFERRED_ROWS;
}

function tierOfRow({ cabin }: RowPlace, features: readonly string[]): SeatTier {
  if (cabin !== 'economy') return 'standard';
  return features.includes('extra_legroom') ? 'extra_legroom' : features.includes('front') ? 'preferred' : 'standard';
}

/** The rearmost seats on the right of a large economy cabin. */
function heldBackColumns({ request, cabin, blocks, index, rows }: RowPlace): readonly string[] {
  if (cabin !== 'economy' || index !== rows - 1 || request.seats.economy < KEPT_BACK_CABIN_SEATS_MIN) return [];
  return blocks.filter((block) => block.length > 0).at(-1) ?? [];
}
