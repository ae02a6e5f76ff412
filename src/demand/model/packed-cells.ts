import { LEAD_BOUNDS, STAY_BOUNDS } from './demand-event.ts';

/** Bins of a cell: those of lead times, then those of stays. */
export const BIN_COUNT = LEAD_BOUNDS.length + STAY_BOUNDS.length;
/** Slots of a month: its days at their number, and what could be shown only for the month as a whole at 0. */
export const DAY_SLOTS = 32;
/** A cell without a name is never longer: volume, bins present, bins and fare at 8 bytes each, which hold every safe integer. */
export const HEAD_BYTES_MAX = (BIN_COUNT + 3) * 8;

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
  return { volume: 0, bins: new Array<number>(BIN_COUNT).fill(0), lowestFare: 0, days: new Array<number>(DAY_SLOTS).fill(0) };
}

/** Nothing counted yet. */
export function emptyCellSum(): CellSum {
  return { volume: 0, bins: new Array<number>(BIN_COUNT).fill(0), lowestFare: 0 };
}

/**
 * Packs totals: first all names together, then each with its name. A cell is its volume, a mask of the bins that are not 0, those
 * bins, and the fare; all numbers are varints of 7 bits a byte, lowest first. Names are ASCII.
 */
export function packCells(all: MonthCounts, names: readonly (readonly [string, MonthCounts])[]): Uint8Array {
  const out: Output = { bytes: new Uint8Array(HEAD_BYTES_MAX * 2), length: 0 };
  writeCell(out, all);
  writeNumber(out, names.length);
  for (const [name, counts] of names) {
    writeName(out, name);
    writeCell(out, counts);
  }
  return out.bytes.slice(0, out.length);
}

/** Packs volumes by name and day: what has no day of its own (slot 0) is left out, and so are names without any. */
export function packDaily(names: readonly (readonly [string, MonthCounts])[]): Uint8Array {
  const dated = names.map(([name, { days }]) => ({ name, days, count: days.reduce((count, volume, day) => (day > 0 && volume > 0 ? count + 1 : count), 0) }))
    .filter(({ count }) => count > 0);
  const out: Output = { bytes: new Uint8Array(256), length: 0 };
  writeNumber(out, dated.length);
  for (const { name, days, count } of dated) {
    writeName(out, name);
    writeNumber(out, count);
    for (let day = 1; day < DAY_SLOTS; day += 1) {
      const volume = days[day] ?? 0;
      if (volume === 0) continue;
      writeNumber(out, day);
      writeNumber(out, volume);
    }
  }
  return out.bytes.slice(0, out.length);
}

/** Adds what `packCells` packed of all names together; the first `HEAD_BYTES_MAX` bytes are enough. */
export function addHead(bytes: Uint8Array, sum: CellSum, isWhole: boolean): void {
  addCell({ bytes, at: 0 }, sum, isWhole);
}

/** Adds each packed cell to the sum of its name, where there is one. Not `isWhole`: all but the volume, which its days decide. */
export function addCells(bytes: Uint8Array, sumOf: (name: string) => CellSum | undefined, isWhole: boolean): void {
  const input: Input = { bytes, at: 0 };
  const skipped = emptyCellSum();
  addCell(input, skipped, isWhole);
  for (let left = readNumber(input); left > 0; left -= 1) {
    addCell(input, sumOf(readName(input)) ?? skipped, isWhole);
  }
}

/** Calls back for every day (1 to 31) and volume of what `packDaily` packed, of the names that are wanted; undefined: of all. */
export function readDaily(bytes: Uint8Array, wants: ((name: string) => boolean) | undefined, visit: (name: string, day: number, volume: number) => void): void {
  const input: Input = { bytes, at: 0 };
  for (let names = readNumber(input); names > 0; names -= 1) {
    const name = readName(input);
    const isWanted = wants === undefined || wants(name);
    for (let days = readNumber(input); days > 0; days -= 1) {
      const day = readNumber(input);
      const volume = readNumber(input);
      if (isWanted) visit(name, day, volume);
    }
  }
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

function writeCell(out: Output, counts: MonthCounts): void {
  writeNumber(out, counts.volume);
  let mask = 0;
  for (let bin = 0; bin < BIN_COUNT; bin += 1) if ((counts.bins[bin] ?? 0) > 0) mask |= 1 << bin;
  writeNumber(out, mask);
  for (let bin = 0; bin < BIN_COUNT; bin += 1) if ((mask & (1 << bin)) !== 0) writeNumber(out, counts.bins[bin] ?? 0);
  writeNumber(out, counts.lowestFare);
}

function addCell(input: Input, sum: CellSum, isWhole: boolean): void {
  const { bytes } = input;
  const { bins } = sum;
  const volume = readNumber(input);
  if (isWhole) sum.volume += volume;
  // The lowest bit that is set, one after the other: most cells have few bins.
  for (let mask = readNumber(input); mask !== 0; mask &= mask - 1) {
    const bin = 31 - Math.clz32(mask & -mask);
    // Nearly all bins are one byte long; this is where the time of an answer goes.
    const byte = bytes[input.at] ?? 0;
    if (byte < 128) input.at += 1;
    bins[bin] = (bins[bin] ?? 0) + (byte < 128 ? byte : readNumber(input));
  }
  sum.lowestFare = lowerFare(sum.lowestFare, readNumber(input));
}

function writeName(out: Output, name: string): void {
  writeNumber(out, name.length);
  for (let index = 0; index < name.length; index += 1) writeByte(out, name.charCodeAt(index));
}

function readName(input: Input): string {
  const { bytes } = input;
  const length = readNumber(input);
  const at = input.at;
  input.at += length;
  // A city, and a city with its country: made at once instead of letter by letter.
  if (length === 3) return String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
  if (length === 6) return String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0, bytes[at + 4] ?? 0, bytes[at + 5] ?? 0);
  return String.fromCharCode(...bytes.subarray(at, at + length));
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
