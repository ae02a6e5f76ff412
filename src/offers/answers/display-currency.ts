import {
  convertMoney,
  decimalPlaces,
  minorConverter,
  type Money,
  presentValue,
  type ValueAmount,
} from '../../travel/money.ts';
import { RateUnavailable } from '../../suppliers/ports/exchange-rates.ts';

/** The currency an answer shows: converts amounts into it and presents them. Rates are looked up once per answer. */
export class DisplayCurrency {
  readonly code: string;
  readonly #decimalPlaces: number;
  readonly #minorPerMajor: number;
  readonly #rateTo: (from: string) => number;
  readonly #rates = new Map<string, number>();
  readonly #converters = new Map<string, (value: number) => number>();

  /** `rateTo` answers how many units of this currency one unit of another buys. */
  constructor(code: string, rateTo: (from: string) => number) {
    this.code = code;
    this.#decimalPlaces = decimalPlaces(code);
    this.#minorPerMajor = 10 ** this.#decimalPlaces;
    this.#rateTo = rateTo;
  }

  /** The rate from a currency to this one. */
  rate(from: string): number {
    const known = this.#rates.get(from);
    if (known !== undefined) return known;
    const rate = this.#rateTo(from);
    this.#rates.set(from, rate);
    return rate;
  }

  /** An amount of any currency in this one. */
  convert(amount: Money): Money {
    if (amount.currency === this.code) return amount;
    return convertMoney(amount, this.code, this.rate(amount.currency));
  }

  /**
   * An amount of any currency in this one, or as it is where no rate converts it: for what a supplier would charge one
   * day, which must not keep an offer from being shown.
   */
  convertIfRated(amount: Money): Money {
    try {
      return this.convert(amount);
    } catch (error) {
      if (error instanceof RateUnavailable) return amount;
      throw error;
    }
  }

  /** Minor units of a currency as minor units of this one. */
  convertMinor(value: number, from: string): number {
    return this.converterFrom(from)(value);
  }

  /** What converts minor units of a currency to minor units of this one. */
  converterFrom(from: string): (value: number) => number {
    const known = this.#converters.get(from);
    if (known !== undefined) return known;
    const converter = from === this.code ? identity : minorConverter(from, this.code, this.rate(from));
    this.#converters.set(from, converter);
    return converter;
  }

  /** Minor units of this currency as `{value, currency, decimal_places}`. */
  present(value: number): ValueAmount {
    return { value, currency: this.code, decimal_places: this.#decimalPlaces };
  }

  /** An amount of any currency, converted: `{value, currency, decimal_places}`. */
  presentConverted(amount: Money): ValueAmount {
    return amount.currency === this.code ? presentValue(amount) : this.present(this.convert(amount).value);
  }

  /** Minor units of this currency as a plain number of major units. */
  majorUnits(value: number): number {
    return value / this.#minorPerMajor;
  }
}

function identity(value: number): number {
  return value;
}
