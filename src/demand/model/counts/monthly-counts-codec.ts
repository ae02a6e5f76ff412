import { endianness } from 'node:os';
import { LEAD_BOUNDS, STAY_BOUNDS } from '../demand-event.ts';

/** Bins of a cell: those of lead times, then those of stays. */
export const BIN_COUNT = LEAD_BOUNDS.length + STAY_BOUNDS.length;
/** Slots of a month: its days at their number, and what could be shown only for the month as a whole at 0. */
export const DAY_SLOTS = 32;
/**
 * A name in an index: a sign no name holds, then the name, filled up with blanks. So a search for it finds nothing
 * else.
 */
export const NAME_BYTES = 8;
/**
 * What an index has of a name besides: volume, and where its shape and its days end, at 4 bytes each, highest first.
 */
export const NUMBERS_BYTES = 12;
const NAME_SIGN = ';';
const FIRST_BYTES = 256;

/** What was counted of one name in a month. Written to while it is summed; whole numbers. */
export interface MonthCounts {
  volume: number;
  /** `BIN_COUNT` of them. */
  readonly bins: number[];
  /** Minor units of USD; 0 where no flight was seen. */
  lowestFare: number;
  /** `DAY_SLOTS` of them. */
  readonly days: number[];
}

/** What was counted of one name over some months. */
export interface CellSum {
  volume: number;
  readonly bins: number[];
  /** Minor units of USD; 0 where no flight was seen. */
  lowestFare: number;
}

/** Nothing counted yet. */
export function emptyMonthCounts(): MonthCounts {
  return {
    volume: 0,
    bins: new Array<number>(BIN_COUNT).fill(0),
    lowestFare: 0,
    days: new Array<number>(DAY_SLOTS).fill(0),
  };
}

/** Nothing counted yet. */
export function emptyCellSum(): CellSum {
  return { volume: 0, bins: new Array<number>(BIN_COUNT).fill(0), lowestFare: 0 };
}

/** The counts of many names, packed in parts that are read apart. */
export interface PackedCells {
  /** All names together: volume, then their shape. */
  readonly head: Uint8Array;
  /**
   * All names (`NAME_BYTES` each), then the numbers of each (`NUMBERS_BYTES`), those of nobody first: so every part
   * begins where the one before it ends.
   */
  readonly index: Uint8Array;
  /**
   * Of each name a mask of the bins that are not 0, those bins, and the fare; varints of 7 bits a byte, lowest first.
   */
  readonly shapes: Uint8Array;
  /** Of each name its days and their volumes, without what has no day of its own (slot 0); varints as well. */
  readonly daily: Uint8Array;
}

/** Packs what was counted of some names, in their order, and of all together. */
export function packCells(all: MonthCounts, names: readonly (readonly [string, MonthCounts])[]): PackedCells {
  const head = createOutput();
  writeNumber(head, all.volume);
  writeShape(head, all);
  const [shapes, daily] = [createOutput(), createOutput()];
  const index = new Uint8Array(names.length * (NAME_BYTES + NUMBERS_BYTES) + NUMBERS_BYTES);
  const numbers = new DataView(index.buffer, names.length * NAME_BYTES);
  for (const [place, [name, counts]] of names.entries()) {
    const text = indexName(name);
    for (let letter = 0; letter < NAME_BYTES; letter += 1) index[place * NAME_BYTES + letter] = text.charCodeAt(letter);
    writeShape(shapes, counts);
    writeDays(daily, counts.days);
    for (const [slot, number] of [counts.volume, shapes.length, daily.length].entries()) {
      if (number > UINT32_MAX) throw new RangeError(`${name} has ${number}, more than an index holds.`);
      numbers.setUint32((place + 1) * NUMBERS_BYTES + slot * 4, number);
    }
  }
  return { head: takeBytes(head), index, shapes: takeBytes(shapes), daily: takeBytes(daily) };
}

/** A name as it stands in an index. */
export function indexName(name: string): string {
  if (name.length >= NAME_BYTES || !/^[!-~]*$/.test(name))
    throw new RangeError(`${name} is not a name an index holds.`);
  return `${NAME_SIGN}${name}`.padEnd(NAME_BYTES);
}

/** Names that were met, each with its place, over many indexes. */
export interface NameTable {
  readonly names: string[];
  /** By the bytes of a name as one number. */
  readonly places: Map<number, number>;
  /** The bytes of each name as two numbers. */
  readonly int32s: number[];
}

/** No name yet. */
export function createNameTable(): NameTable {
  return { names: [], places: new Map(), int32s: [] };
}

/** An index, read: what it holds of each of its names. */
export interface ReadIndex {
  /** Places of its names in the table. */
  readonly places: Int32Array;
  /** Volume, end of shape and end of days, for nobody and then for each name. */
  readonly numbers: Uint32Array;
}

/**
 * Reads an index; names that are new are put into the table. Months have nearly the same names in the same order: few
 * are ever looked up. The index is taken over: its bytes are put the way this machine reads numbers of 4 bytes, which
 * is ten times a DataView.
 */
export function readIndex(index: Uint8Array, table: NameTable): ReadIndex {
  const own = index.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0 ? index : new Uint8Array(index);
  if (READS_LOWEST_FIRST) Buffer.from(own.buffer, own.byteOffset, own.byteLength).swap32();
  const int32s = new Uint32Array(own.buffer, own.byteOffset, own.byteLength / Uint32Array.BYTES_PER_ELEMENT);
  const count = Math.max(0, Math.floor((index.byteLength - NUMBERS_BYTES) / (NAME_BYTES + NUMBERS_BYTES)));
  const places = new Int32Array(count);
  let guess = 0;
  for (let name = 0; name < count; name += 1) {
    const [first, second] = [int32s[name * 2] ?? 0, int32s[name * 2 + 1] ?? 0];
    const end = guess + NAMES_AHEAD;
    while (guess < end && (table.int32s[guess * 2] !== first || table.int32s[guess * 2 + 1] !== second)) guess += 1;
    const place = guess < end ? guess : findPlace(table, first, second);
    places[name] = place;
    guess = place + 1;
  }
  return { places, numbers: int32s.subarray(count * 2) };
}

/** Adds what was packed of all names together. Not `isWhole`: all but the volume, which its days decide. */
export function addHead(head: Uint8Array, sum: CellSum, isWhole: boolean): void {
  const input: Input = { bytes: head, at: 0 };
  const volume = readNumber(input);
  if (isWhole) sum.volume += volume;
  readShape(input, sum);
}

/** Adds the bins and the fare of the name whose shape begins there. */
export function addShape(shapes: Uint8Array, from: number, sum: CellSum): void {
  readShape({ bytes: shapes, at: from }, sum);
}

/** Calls back for every day (1 to 31) and volume of the name whose days lie there. */
export function readDays(
  daily: Uint8Array,
  from: number,
  to: number,
  visit: (day: number, volume: number) => void,
): void {
  const input: Input = { bytes: daily, at: from };
  while (input.at < to) {
    const day = readNumber(input);
    visit(day, readNumber(input));
  }
}

/** The volume of a name on the days from `first` to `last`. */
export function sumDaysBetween(daily: Uint8Array, from: number, to: number, first: number, last: number): number {
  const input: Input = { bytes: daily, at: from };
  let sum = 0;
  while (input.at < to) {
    const day = readNumber(input);
    const volume = readNumber(input);
    if (day >= first && day <= last) sum += volume;
  }
  return sum;
}

/** The lower of two fares, where 0 means none. */
export function lowerFare(one: number, other: number): number {
  if (one === 0) return other;
  return other === 0 ? one : Math.min(one, other);
}

interface Output {
  bytes: Uint8Array;
  length: number;
}

interface Input {
  readonly bytes: Uint8Array;
  at: number;
}

const UINT32_MAX = 2 ** 32 - 1;
const READS_LOWEST_FIRST = endianness() === 'LE';

/** Names a month may lack of those before it, until it is quicker to look one up. */
const NAMES_AHEAD = 6;

function findPlace(table: NameTable, first: number, second: number): number {
  // Seven letters of 7 bits, the last four of them at 8: 53 bits, which a number holds.
  const key = ((((first >>> 16) & 127) << 14) | (((first >>> 8) & 127) << 7) | (first & 127)) * 2 ** 32 + second;
  const known = table.places.get(key);
  if (known !== undefined) return known;
  const place = table.names.length;
  const letter = (word: number, shift: number) => (word >>> shift) & 255;
  table.names.push(
    String.fromCharCode(
      letter(first, 16),
      letter(first, 8),
      letter(first, 0),
      letter(second, 24),
      letter(second, 16),
      letter(second, 8),
      letter(second, 0),
    ).trimEnd(),
  );
  table.int32s.push(first, second);
  table.places.set(key, place);
  return place;
}

function writeShape(out: Output, counts: MonthCounts): void {
  let mask = 0;
  for (let bin = 0; bin < BIN_COUNT; bin += 1) if ((counts.bins[bin] ?? 0) > 0) mask |= 1 << bin;
  writeNumber(out, mask);
  for (let bin = 0; bin < BIN_COUNT; bin += 1) if ((mask & (1 << bin)) !== 0) writeNumber(out, counts.bins[bin] ?? 0);
  writeNumber(out, counts.lowestFare);
}

function readShape(input: Input, sum: CellSum): void {
  const { bins } = sum;
  // The lowest bit that is set, one after the other: most cells have few bins.
  for (let mask = readNumber(input); mask !== 0; mask &= mask - 1) {
    const bin = 31 - Math.clz32(mask & -mask);
    bins[bin] = (bins[bin] ?? 0) + readNumber(input);
  }
  sum.lowestFare = lowerFare(sum.lowestFare, readNumber(input));
}

function writeDays(out: Output, days: readonly number[]): void {
  for (let day = 1; day < DAY_SLOTS; day += 1) {
    const volume = days[day] ?? 0;
    if (volume === 0) continue;
    writeNumber(out, day);
    writeNumber(out, volume);
  }
}

function createOutput(): Output {
  return { bytes: new Uint8Array(FIRST_BYTES), length: 0 };
}

function takeBytes({ bytes, length }: Output): Uint8Array {
  return bytes.slice(0, length);
}

function writeNumber(out: Output, value: number): void {
  let left = value;
  while (left >= 128) {
    writeByte(out, 128 + (left % 128));
    left = Math.floor(left / 128);
  }
  writeByte(out, left);
}

function readNumber(input: Input): number {
  const { bytes } = input;
  let byte = bytes[input.at++] ?? 0;
  if (byte < 128) return byte;
  let value = byte - 128;
  for (let scale = 128; ; scale *= 128) {
    byte = bytes[input.at++] ?? 0;
    if (byte < 128) return value + byte * scale;
    value += (byte - 128) * scale;
  }
}

function writeByte(out: Output, byte: number): void {
  if (out.length === out.bytes.length) {
    const longer = new Uint8Array(out.bytes.length * 2);
    longer.set(out.bytes);
    out.bytes = longer;
  }
  out.bytes[out.length] = byte;
  out.length += 1;
}
