import { epochDayToIsoDate } from '../../travel/dates.ts';
import type { Money } from '../../travel/money.ts';
import { amountEnd, quote } from './write-json.ts';

/**
 * What may stand in a template of `AnswerBytes.add`: texts become JSON strings, instants their ISO text, amounts
 * `{value, currency, decimal_places}`, nothing `null`, and so is what a supplier says is null. Bytes are JSON already.
 */
export type JsonPart =
  | string
  | number
  | boolean
  | undefined
  | null
  | Date
  | Uint8Array
  | Money
  | readonly (string | number)[];

/** No character takes more bytes. */
const BYTES_PER_CHARACTER = 3;
const SCRATCH_BYTES = 256 * 1024;
/** Scratch larger than this is not kept for the next answer. */
const SCRATCH_KEPT_MAX = 4 * 1024 * 1024;
let scratch: Buffer = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
/** The same memory. */
let words = new DataView(scratch.buffer);
/** Whose answer lies in it. */
let writer: AnswerBytes | undefined;

/** Texts up to this length are written letter by letter: a call into the system's own writing costs more than that. */
const LETTERS_MAX = 32;
/** Whole numbers up to here are divided as 32 bits. */
const DIGITS_MAX = 2 ** 31 - 1;
const ZERO = 0x30;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const ASCII_END = 0x80;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** In minutes. */
const FOUR_DIGIT_YEARS_END = Date.UTC(10_000, 0, 1) / MINUTE_MS;
const WORD_BYTES = 4;
/** No part takes more but long texts, lists and bytes, which make room for themselves. */
const PART_BYTES_MAX = 128;
const TEMPLATE_BYTES_MAX = 8 * 1024;
const NO_WORDS: Words = { length: 0, values: new Int32Array(0) };
const TRUE = wordsOf('true');
const FALSE = wordsOf('false');
const NULL = wordsOf('null');
const LIST_START = wordsOf('[');
const LIST_END = wordsOf(']');
const COMMA = wordsOf(',');
const COLON = wordsOf(':');
const VALUE = wordsOf('{"value":');
const WHOLE_MINUTE_END = wordsOf(':00.000Z"');

/**
 * Gathers an answer as bytes while it is written, leaving next to nothing for the garbage collector. Its memory is
 * shared: from the first `write` to `take` nothing may wait.
 */
export class AnswerBytes {
  #length = 0;

  /** How many bytes were written: a place for `repeat`. */
  get length(): number {
    return this.#length;
  }

  /**
   * JSON as it stands. Throws where another answer is being written in the same memory: that one waited between its
   * first `write` and its `take`.
   */
  write(text: string): void {
    this.#reserve(text.length * BYTES_PER_CHARACTER);
    this.#length += scratch.write(text, this.#length);
  }

  /**
   * A template of JSON: what stands in it is turned into bytes once, line breaks and the spaces behind them left out;
   * its parts are written as `JsonPart` says. Throws as `write` does.
   */
  add(texts: TemplateStringsArray, ...parts: readonly JsonPart[]): void {
    this.#reserve(0);
    const constants = constantsOf(texts);
    at = this.#length;
    putWords(constants[0] ?? NO_WORDS);
    for (let i = 0; i < parts.length; i += 1) {
      putPart(parts[i]);
      putWords(constants[i + 1] ?? NO_WORDS);
    }
    this.#length = at;
  }

  /** The bytes of this answer between two places, once more. */
  repeat(start: number, end: number): void {
    if (start < 0 || end < start || end > this.#length)
      throw new RangeError(`Bytes ${start} to ${end} are not of this answer.`);
    this.#reserve(end - start);
    scratch.copyWithin(this.#length, start, end);
    this.#length += end - start;
  }

  /** Takes back what was written behind a place. */
  rewind(length: number): void {
    if (length < 0 || length > this.#length) throw new RangeError(`Byte ${length} is not of this answer.`);
    this.#length = length;
  }

  /** What was written, as a buffer of its own. */
  take(): Buffer {
    if (this.#length > 0 && writer !== this)
      throw new Error('An answer was written while another one waited: neither may be sent.');
    const bytes = Buffer.allocUnsafeSlow(this.#length);
    scratch.copy(bytes, 0, 0, this.#length);
    this.#length = 0;
    writer = undefined;
    if (scratch.length > SCRATCH_KEPT_MAX) {
      scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
      words = new DataView(scratch.buffer);
    }
    return bytes;
  }

  #reserve(count: number): void {
    if (this.#length === 0) writer = this;
    else if (writer !== this) throw new Error('An answer was written while another one waited: neither may be sent.');
    reserve(this.#length, count);
  }
}

/** Where the next byte of the template being written goes. */
let at = 0;

/** Makes room for so many bytes behind `used`, and for a whole template behind those. */
function reserve(used: number, count: number): void {
  const needed = used + count + TEMPLATE_BYTES_MAX;
  if (needed <= scratch.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, scratch.length * 2));
  scratch.copy(larger, 0, 0, used);
  scratch = larger;
  words = new DataView(scratch.buffer);
}

/** Four bytes at a time: the last ones may go beyond the piece, where the next one is written over them. */
function putWords(piece: Words): void {
  const { values } = piece;
  const view = words;
  for (let i = 0; i < values.length; i += 1) view.setInt32(at + i * WORD_BYTES, values[i] ?? 0, true);
  at += piece.length;
}

function putBytes(bytes: Uint8Array): void {
  reserve(at, bytes.length);
  scratch.set(bytes, at);
  at += bytes.length;
}

function putPart(part: JsonPart): void {
  if (typeof part === 'string') putText(part);
  else if (typeof part === 'number') putNumber(part);
  else if (typeof part === 'boolean') putWords(part ? TRUE : FALSE);
  else if (part === undefined || part === null) putWords(NULL);
  else if (part instanceof Uint8Array) putBytes(part);
  else if (part instanceof Date) putInstant(part);
  else if ('value' in part) putAmount(part);
  else putList(part);
}

function putText(text: string): void {
  if (text.length > LETTERS_MAX) {
    putLongText(text);
    return;
  }
  const bytes = scratch;
  let to = at + 1;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < SPACE || unit === QUOTE || unit === BACKSLASH || unit >= ASCII_END) {
      putLongText(text);
      return;
    }
    bytes[to] = unit;
    to += 1;
  }
  bytes[at] = QUOTE;
  bytes[to] = QUOTE;
  at = to + 1;
}

function putLongText(text: string): void {
  const quoted = quote(text);
  reserve(at, quoted.length * BYTES_PER_CHARACTER);
  at += scratch.write(quoted, at);
}

function putNumber(value: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= DIGITS_MAX) putDigits(value, digitCount(value));
  else {
    if (value !== longNumber.value) longNumber = { value, words: wordsOf(String(value)) };
    putWords(longNumber.words);
  }
}

function putDigits(value: number, count: number): void {
  const bytes = scratch;
  let rest = value;
  for (let to = at + count - 1; to >= at; to -= 1) {
    const tenth = Math.trunc(rest / 10);
    bytes[to] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  at += count;
}

/** Whole minutes, as all schedules are made of, need no text in between. */
function putInstant(instant: Date): void {
  const minutes = instant.getTime() / MINUTE_MS;
  if (!Number.isSafeInteger(minutes) || minutes < 0 || minutes >= FOUR_DIGIT_YEARS_END) {
    putText(instant.toISOString());
    return;
  }
  const day = Math.floor(minutes / DAY_MINUTES);
  if (day !== lastDay.day) lastDay = { day, words: wordsOf(`"${epochDayToIsoDate(day)}T`) };
  const minute = minutes - day * DAY_MINUTES;
  putWords(lastDay.words);
  putDigits(Math.trunc(minute / 60), 2);
  putWords(COLON);
  putDigits(minute % 60, 2);
  putWords(WHOLE_MINUTE_END);
}

function putAmount({ value, currency }: Money): void {
  putWords(VALUE);
  putNumber(value);
  if (currency !== lastAmountEnd.currency) lastAmountEnd = { currency, words: amountEndWords(currency) };
  putWords(lastAmountEnd.words);
}

function putList(elements: readonly (string | number)[]): void {
  putWords(LIST_START);
  for (let i = 0; i < elements.length; i += 1) {
    if (i > 0) putWords(COMMA);
    reserve(at, PART_BYTES_MAX);
    putPart(elements[i]);
  }
  putWords(LIST_END);
}

/** Written last: offers fly on the same day, their fares are converted at the same rate into the same currency. */
let lastDay = { day: Number.NaN, words: NO_WORDS };
let lastAmountEnd = { currency: '', words: NO_WORDS };
let longNumber = { value: Number.NaN, words: NO_WORDS };

function digitCount(value: number): number {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) count += 1;
  return count;
}

const LINE_BREAK = /\n */g;
/** The constant parts of each template, as many as are written in the code. */
const constantsKnown = new WeakMap<TemplateStringsArray, readonly Words[]>();

function constantsOf(texts: TemplateStringsArray): readonly Words[] {
  const known = constantsKnown.get(texts);
  if (known !== undefined) return known;
  const constants = texts.map((text) => wordsOf(text.replaceAll(LINE_BREAK, '')));
  const longest = constants.reduce((sum, { length }) => sum + length + PART_BYTES_MAX, 0);
  if (longest > TEMPLATE_BYTES_MAX) throw new RangeError(`A template of up to ${longest} bytes: write it in parts.`);
  constantsKnown.set(texts, constants);
  return constants;
}

/** Behind the value of an amount. As many as there are currencies. */
const amountEnds = new Map<string, Words>();

function amountEndWords(currency: string): Words {
  const known = amountEnds.get(currency);
  if (known !== undefined) return known;
  const end = wordsOf(amountEnd(currency));
  amountEnds.set(currency, end);
  return end;
}

/** A short text as bytes that are written four at a time. */
interface Words {
  readonly length: number;
  readonly values: Int32Array;
}

function wordsOf(text: string): Words {
  const bytes = Buffer.from(text);
  const values = new Int32Array(Math.ceil(bytes.length / WORD_BYTES));
  const padded = Buffer.alloc(values.length * WORD_BYTES);
  padded.set(bytes);
  for (let i = 0; i < values.length; i += 1) values[i] = padded.readInt32LE(i * WORD_BYTES);
  return { length: bytes.length, values };
}

const KEPT_BLOCK_BYTES = 64 * 1024;
const kept = { block: Buffer.alloc(0), used: 0 };

/**
 * The bytes of a text, for keeping: they lie beside others that are kept, so that none holds on to memory that was only
 * passing.
 */
export function keepBytes(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  if (kept.used + length > kept.block.length) {
    kept.block = Buffer.allocUnsafeSlow(Math.max(KEPT_BLOCK_BYTES, length));
    kept.used = 0;
  }
  kept.used += kept.block.write(text, kept.used);
  return kept.block.subarray(kept.used - length, kept.used);
}
