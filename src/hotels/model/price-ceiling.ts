/** A price a text says must not be passed. */
export interface Ceiling {
  /** Major units. */
  readonly amount: number;
  /**
   * What stands beside the number: an ISO code, or a sign that means one of several (`$`). Undefined: the search's
   * currency.
   */
  readonly currency: string | undefined;
  /** One room for a night, unless the text says it is for the whole stay. */
  readonly per: 'night' | 'stay';
}

const LEAD =
  "(?:for |at |pour |fur |zu |por |a )?(?:under|below|less than|cheaper than|lower than|up to|at most|not more than|no more than|max(?:imum|\\.)?(?: of)?|maximal|within|budget(?: (?:of|de|von))?|moins de|jusqu'a|pas plus de|au plus|sous|unter|weniger als|billiger als|bis zu|bis|hochstens|menos de|por debajo de|hasta|maximo(?: de)?|como mucho|no mas de)";
const TAIL =
  '(?:max(?:imum|\\.)?|maximal|maximo|or (?:less|under|below|cheaper)|and (?:under|below)|ou moins|oder (?:weniger|gunstiger)|o menos|at most)';
const SIGN =
  '(?:€|\\$|£|¥|euros?|dollars?|bucks|pounds?|livres?|pfund|libras?|yen|francs?|franken|francos?|[A-Z]{3}|eur|usd|gbp|chf|jpy)';
/** Thousands may be parted (`1,200`, `1.200`, `1 200`); two digits behind a point or a comma are decimals. */
const NUMBER = '(\\d{1,3}(?:[., ]\\d{3})+(?![\\d])|\\d+)(?:[.,](\\d{1,2})(?!\\d))?';
const PER_NIGHT =
  '(?: ?(?:/|per|a|each|every|par|la|pro|je|die|por) ?(?:night|nuit|nacht|noche)s?| ?p\\.?n\\.?(?![a-z])| nightly)';
const PER_STAY =
  '(?: (?:in total|total|altogether|all in|for the (?:whole |entire )?stay|(?:per|for \\d+) (?:stay|nights)|au total|pour (?:tout )?le sejour|insgesamt|gesamt|fur den aufenthalt|en total|por (?:toda )?la estancia))';
const PERIOD = `(${PER_NIGHT}|${PER_STAY})?`;

const LED = new RegExp(`(?<![\\w])${LEAD} ?(?:(${SIGN}) ?)?${NUMBER}(?: ?(${SIGN})(?![\\w]))?${PERIOD}`);
const TAILED = new RegExp(
  `(?<![\\w.,])(?:(${SIGN}) ?)?${NUMBER}(?: ?(${SIGN})(?![\\w]))?${PERIOD} ${TAIL}(?!\\w)${PERIOD}`,
);
/** Major units: the most that an amount of a request may be. */
const CEILING_MAX = 1e9;
const STAY_PERIOD = new RegExp(`^${PER_STAY}$`);

/**
 * Lower case, but for what may be a currency code: `90 per night` names none, `90 PEN` does. As long as the text,
 * letter by letter.
 */
function lowerCase(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => (/^(?!MAX$|BIS$)[A-Z]{3}$/.test(word) ? word : word.toLowerCase()));
}

/**
 * The ceiling a text (without accents) names, and the text without it; undefined where it names none. An amount beyond
 * CEILING_MAX keeps nothing out: its words go, and there is no ceiling.
 */
export function findCeiling(
  text: string,
): { readonly ceiling: Ceiling | undefined; readonly rest: string } | undefined {
  const lower = lowerCase(text);
  for (const pattern of [LED, TAILED]) {
    const found = pattern.exec(lower);
    if (found === null) continue;
    const [whole, signBefore, digits = '', decimals, signAfter, ...periods] = found;
    const amount = Number(`${digits.replace(/\D/g, '')}.${decimals ?? '0'}`);
    if (!(amount > 0)) continue;
    const isForStay = periods.some((period) => period !== undefined && STAY_PERIOD.test(period));
    const ceiling: Ceiling = {
      amount,
      currency: readSign(signBefore) ?? readSign(signAfter),
      per: isForStay ? 'stay' : 'night',
    };
    return {
      ceiling: amount > CEILING_MAX ? undefined : ceiling,
      rest: `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`,
    };
  }
  return undefined;
}

const CURRENCY_OF_SIGN: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  $: '$',
  dollar: '$',
  dollars: '$',
  bucks: '$',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  livre: 'GBP',
  livres: 'GBP',
  pfund: 'GBP',
  libra: 'GBP',
  libras: 'GBP',
  '¥': '¥',
  yen: 'JPY',
  franc: 'CHF',
  francs: 'CHF',
  franken: 'CHF',
  franco: 'CHF',
  francos: 'CHF',
  eur: 'EUR',
  usd: 'USD',
  gbp: 'GBP',
  chf: 'CHF',
  jpy: 'JPY',
};

/** A currency word, or a code as it stands. */
function readSign(sign: string | undefined): string | undefined {
  return sign === undefined ? undefined : (CURRENCY_OF_SIGN[sign] ?? sign);
}

const DOLLARS: readonly string[] = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD'];

/**
 * The ISO code a ceiling is in, for a search in `shown`: `$` is the search's own dollar where it has one, `¥` its own
 * yen or yuan.
 */
export function currencyOfCeiling({ currency }: Pick<Ceiling, 'currency'>, shown: string): string {
  if (currency === undefined) return shown;
  if (currency === '$') return DOLLARS.includes(shown) ? shown : 'USD';
  if (currency === '¥') return shown === 'CNY' ? 'CNY' : 'JPY';
  return currency;
}
