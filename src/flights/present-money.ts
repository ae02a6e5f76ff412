import { convertMoney, decimalPlaces, type Money } from '../travel/money.ts';

/**
 * The same text, for keeping: one that was put together is a tree of its parts, which V8 walks again whenever a text that
 * holds it becomes bytes.
 */
export function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

/** A string as JSON. */
export function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
/** Quotes, backslashes, control characters and (possibly lone) surrogates; most texts have none and need no stringify. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what JSON must escape.
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A string as JSON, or `null`. */
export function quoteOrNull(text: string | undefined): string {
  return text === undefined ? 'null' : quote(text);
}

/** A list of strings as JSON. */
export function quoteAll(texts: readonly string[]): string {
  return `[${texts.map(quote).join()}]`;
}

/** Writes amounts of one currency as JSON; the currency's part is made once. */
export class AmountWriter {
  readonly currency: string;
  readonly #end: string;
  readonly #rates = new Map<string, number>();
  readonly #rateTo: (from: string) => number;

  constructor(currency: string, rateTo: (from: string) => number) {
    this.currency = currency;
    this.#end = amountEnd(currency);
    this.#rateTo = rateTo;
  }

  /** Minor units of the shown currency. */
  write(value: number): string {
    return `{"value":${value}${this.#end}`;
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

function amountEnd(currency: string): string {
  const known = amountEnds.get(currency);
  if (known !== undefined) return known;
  const end = inOnePiece(`,"currency":"${currency}","decimal_places":${decimalPlaces(currency)}}`);
  amountEnds.set(currency, end);
  return end;
}
