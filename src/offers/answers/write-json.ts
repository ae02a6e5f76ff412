import { convertMoney, decimalPlaces, minorConverter, type Money } from '../../travel/money.ts';

/**
 * JSON already written in this answer, by what it says: the same carrier, flight or fare terms stand in it many times.
 */
export type Fragments = Map<string, string>;

/** What was written for a key before, or `write`'s text, kept for the next time. */
export function writeOnce(fragments: Fragments, key: string, write: () => string): string {
  const known = fragments.get(key);
  if (known !== undefined) return known;
  const written = write();
  fragments.set(key, written);
  return written;
}

/**
 * The same text, for keeping: one that was put together is a tree of its parts, which V8 walks again whenever a text
 * that holds it becomes bytes.
 */
export function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

/** A string as JSON. */
export function quote(text: string): string {
  return needsEscape(text) ? JSON.stringify(text) : `"${text}"`;
}

/**
 * Texts up to this length, codes and names, are read letter by letter: beginning a search by pattern costs more than
 * that.
 */
const READ_LENGTH_MAX = 32;

function needsEscape(text: string): boolean {
  if (text.length > READ_LENGTH_MAX) return NEEDS_ESCAPE.test(text);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff)) return true;
  }
  return false;
}
/**
 * Quotes, backslashes, control characters and (possibly lone) surrogates; most texts have none and need no stringify.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what JSON must escape.
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A string as JSON, or `null`. */
export function quoteOrNull(text: string | undefined): string {
  return text === undefined ? 'null' : quote(text);
}

/** A list of strings as JSON. */
export function quoteAll(texts: readonly string[]): string {
  let list = '[';
  for (let i = 0; i < texts.length; i += 1) list += i === 0 ? quote(texts[i] ?? '') : `,${quote(texts[i] ?? '')}`;
  return `${list}]`;
}

/** Writes amounts of one currency as JSON; the currency's part is made once. */
export class AmountWriter {
  readonly currency: string;
  readonly #end: string;
  readonly #rates = new Map<string, number>();
  readonly #rateTo: (from: string) => number;
  readonly #converters = new Map<string, (value: number) => number>();
  readonly #minorPerMajor: number;

  constructor(currency: string, rateTo: (from: string) => number) {
    this.currency = currency;
    this.#end = amountEnd(currency);
    this.#rateTo = rateTo;
    this.#minorPerMajor = 10 ** decimalPlaces(currency);
  }

  /** Minor units of the shown currency. */
  write(value: number): string {
    return `{"value":${value}${this.#end}`;
  }

  /** Minor units of the shown currency as an amount of it. */
  of(value: number): Money {
    return { value, currency: this.currency };
  }

  /** Minor units of the shown currency as a plain major-unit number: what `value / 100` prints as, quicker. */
  writeMajor(value: number): string {
    if (this.#minorPerMajor !== 100 || !(value >= 0)) return `${value / this.#minorPerMajor}`;
    const minor = value % 100;
    const major = (value - minor) / 100;
    if (minor === 0) return `${major}`;
    if (minor % 10 === 0) return `${major}.${minor / 10}`;
    return minor < 10 ? `${major}.0${minor}` : `${major}.${minor}`;
  }

  /** Minor units of a currency in those of the shown one. */
  convertMinor(value: number, from: string): number {
    if (from === this.currency) return value;
    const known = this.#converters.get(from) ?? minorConverter(from, this.currency, this.rate(from));
    this.#converters.set(from, known);
    return known(value);
  }

  /** An amount of any currency, converted. */
  convert(amount: Money): Money {
    if (amount.currency === this.currency) return amount;
    return convertMoney(amount, this.currency, this.rate(amount.currency));
  }

  /** An amount of any currency, converted and written. */
  writeConverted(amount: Money): string {
    return this.write(this.convert(amount).value);
  }

  /** The rate from a currency to the shown one. */
  rate(from: string): number {
    const known = this.#rates.get(from);
    if (known !== undefined) return known;
    const rate = this.#rateTo(from);
    this.#rates.set(from, rate);
    return rate;
  }
}

/** An amount in its own currency as JSON. */
export function writeMoney(amount: Money): string {
  return `{"value":${amount.value}${amountEnd(amount.currency)}`;
}

/** Behind the value. As many as there are currencies. */
const amountEnds = new Map<string, string>();

/** What stands behind the value of an amount: its currency, its decimal places and the closing brace. */
export function amountEnd(currency: string): string {
  const known = amountEnds.get(currency);
  if (known !== undefined) return known;
  const end = inOnePiece(`,"currency":"${currency}","decimal_places":${decimalPlaces(currency)}}`);
  amountEnds.set(currency, end);
  return end;
}
