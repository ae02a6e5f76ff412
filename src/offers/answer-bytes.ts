import { epochDayToIsoDate } from '../travel/dates.ts';
import type { Money } from '../travel/money.ts';
import { amountEnd, quote } from './write-json.ts';

/**
 * What may stand in a template of `AnswerBytes.add`: texts become JSON strings, instants their ISO text, amounts
 * `{value, currency, decimal_places}`, nothing `null`. Bytes are JSON already.
 */
export type JsonPart = string | number | boolean | undefined | Date | Uint8Array | Money | readonly (string | number)[];

/** No character takes more bytes. */
const BYTES_PER_CHARACTER = 3;
const SCRATCH_BYTES = 256 * 1024;
/** Scratch larger than this is not kept for the next answer. */
const SCRATCH_KEPT_MAX = 4 * 1024 * 1024;
let scratch: Buffer = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
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
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');
const LIST_START = Buffer.from('[');
const LIST_END = Buffer.from(']');
const COMMA = Buffer.from(',');
const COLON = Buffer.from(':');
const NOTHING: Uint8Array = new Uint8Array(0);
const VALUE = Buffer.from('{"value":');
const WHOLE_MINUTE_END = Buffer.from(':00.000Z"');

/**
 * Gathers an answer as bytes while it is written, leaving next to nothing for the garbage collector. Its memory is shared:
 * from the first `write` to `take` nothing may wait.
 */
export class AnswerBytes {
  #length = 0;

  /** How many bytes were written: a place for `repeat`. */
  get length(): number {
    return this.#length;
  }

  /** JSON as it stands. Throws where another answer is being written in the same memory: that one waited between its first `write` and its `take`. */
  write(text: string): void {
    this.#reserve(text.length * BYTES_PER_CHARACTER);
    this.#length += scratch.write(text, this.#length);
  }

  /**
   * A template of JSON: what stands in it is turned into bytes once, line breaks and the spaces behind them left out; its parts
   * are written as `JsonPart` says. Throws as `write` does.
   */
  add(texts: TemplateStringsArray, ...parts: readonly JsonPart[]): void {
    const constants = constantsOf(texts);
    this.#put(constants[0] ?? NOTHING);
    for (let i = 0; i < parts.length; i += 1) {
      this.#part(parts[i]);
      this.#put(constants[i + 1] ?? NOTHING);
    }
  }

  /** The bytes of this answer between two places, once more. */
  repeat(start: number, end: number): void {
    this.#reserve(end - start);
    scratch.copyWithin(this.#length, start, end);
    this.#length += end - start;
  }

  /** What was written, as a buffer of its own. */
  take(): Buffer {
    if (this.#length > 0 && writer !== this) throw new Error('An answer was written while another one waited: neither may be sent.');
    const bytes = Buffer.allocUnsafeSlow(this.#length);
    scratch.copy(bytes, 0, 0, this.#length);
    this.#length = 0;
    writer = undefined;
    if (scratch.length > SCRATCH_KEPT_MAX) scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
    return bytes;
  }

  #reserve(count: number): void {
    if (this.#length === 0) writer = this;
    else if (writer !== this) throw new Error('An answer was written while another one waited: neither may be sent.');
    const needed = this.#length + count;
    if (needed <= scratch.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, scratch.length * 2));
    scratch.copy(larger, 0, 0, this.#length);
    scratch = larger;
  }

  #put(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    scratch.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #part(part: JsonPart): void {
    if (typeof part === 'string') this.#text(part);
    else if (typeof part === 'number') this.#number(part);
    else if (typeof part === 'boolean') this.#put(part ? TRUE : FALSE);
    else if (part === undefined) this.#put(NULL);
    else if (part instanceof Uint8Array) this.#put(part);
    else if (part instanceof Date) this.#instant(part);
    else if ('value' in part) this.#amount(part);
    else this.#list(part);
  }

  #text(text: string): void {
    if (text.length > LETTERS_MAX) {
      this.write(quote(text));
      return;
    }
    this.#reserve(text.length + 2);
    const bytes = scratch;
    let at = this.#length;
    bytes[at] = QUOTE;
    at += 1;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit < SPACE || unit === QUOTE || unit === BACKSLASH || unit >= ASCII_END) {
        this.write(quote(text));
        return;
      }
      bytes[at] = unit;
      at += 1;
    }
    bytes[at] = QUOTE;
    this.#length = at + 1;
  }

  #number(value: number): void {
    if (isShortNumber(value)) this.#digits(value, digitCount(value));
    else if (value === longNumber.value) this.#put(longNumber.bytes);
    else {
      longNumber = { value, bytes: Buffer.from(String(value)) };
      this.#put(longNumber.bytes);
    }
  }

  #digits(value: number, count: number): void {
    this.#reserve(count);
    const bytes = scratch;
    const start = this.#length;
    let rest = value;
    for (let at = start + count - 1; at >= start; at -= 1) {
      const tenth = Math.trunc(rest / 10);
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length = start + count;
  }

  /** Whole minutes, as all schedules are made of, need no text in between. */
  #instant(instant: Date): void {
    const minutes = instant.getTime() / MINUTE_MS;
    if (!Number.isSafeInteger(minutes) || minutes < 0 || minutes >= FOUR_DIGIT_YEARS_END) {
      this.#text(instant.toISOString());
      return;
    }
    const day = Math.floor(minutes / DAY_MINUTES);
    if (day !== lastDay.day) lastDay = { day, bytes: Buffer.from(`"${epochDayToIsoDate(day)}T`) };
    const minute = minutes - day * DAY_MINUTES;
    this.#put(lastDay.bytes);
    this.#digits(Math.trunc(minute / 60), 2);
    this.#put(COLON);
    this.#digits(minute % 60, 2);
    this.#put(WHOLE_MINUTE_END);
  }

  #amount({ value, currency }: Money): void {
    if (currency !== lastAmountEnd.currency) lastAmountEnd = { currency, bytes: amountEndBytes(currency) };
    this.#put(VALUE);
    this.#number(value);
    this.#put(lastAmountEnd.bytes);
  }

  #list(elements: readonly (string | number)[]): void {
    this.#put(LIST_START);
    for (let i = 0; i < elements.length; i += 1) {
      if (i > 0) this.#put(COMMA);
      this.#part(elements[i]);
    }
    this.#put(LIST_END);
  }
}

const LINE_BREAK = /\n */g;
/** The constant parts of each template, as many as are written in the code. */
const constantsKnown = new WeakMap<TemplateStringsArray, readonly Uint8Array[]>();

function constantsOf(texts: TemplateStringsArray): readonly Uint8Array[] {
  const known = constantsKnown.get(texts);
  if (known !== undefined) return known;
  const constants = texts.map((text) => keepBytes(text.replaceAll(LINE_BREAK, '')));
  constantsKnown.set(texts, constants);
  return constants;
}

/** Behind the value of an amount. As many as there are currencies. */
const amountEnds = new Map<string, Uint8Array>();

function amountEndBytes(currency: string): Uint8Array {
  const known = amountEnds.get(currency);
  if (known !== undefined) return known;
  const end = keepBytes(amountEnd(currency));
  amountEnds.set(currency, end);
  return end;
}

/** Written last: offers fly on the same day, their fares are converted at the same rate into the same currency. */
let lastDay = { day: Number.NaN, bytes: NOTHING };
let lastAmountEnd = { currency: '', bytes: NOTHING };
let longNumber = { value: Number.NaN, bytes: NOTHING };

/** Whether its digits can be written one by one. */
function isShortNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= DIGITS_MAX;
}

function digitCount(value: number): number {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) count += 1;
  return count;
}

const KEPT_BLOCK_BYTES = 64 * 1024;
const kept = { block: Buffer.alloc(0), used: 0 };

/** The bytes of a text, for keeping: they lie beside others that are kept, so that none holds on to memory that was only passing. */
export function keepBytes(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  if (kept.used + length > kept.block.length) {
    kept.block = Buffer.allocUnsafeSlow(Math.max(KEPT_BLOCK_BYTES, length));
    kept.used = 0;
  }
  kept.used += kept.block.write(text, kept.used);
  return kept.block.subarray(kept.used - length, kept.used);
}
