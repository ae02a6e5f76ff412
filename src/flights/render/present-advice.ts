import type { Locale } from '../../travel/locale.ts';
import { type AdviceLabel, type FareQuantiles, labelPrice } from '../model/advice.ts';
import { lowestPrice, type DisplayOffer } from '../model/flight-search.ts';
import { type AmountWriter, quote } from '../../offers/answers/write-json.ts';
import { adviceWords } from './search-messages.ts';

/**
 * Writes `jinko_advice` of offers as JSON. Advice differs only by label within one market: each of the four texts is
 * written at most once. A market nothing is known of is judged by the offer's own price.
 */
export function adviceWriter(
  markets: readonly (FareQuantiles | undefined)[],
  amounts: AmountWriter,
  locale: Locale,
): (shown: DisplayOffer) => string {
  const written = new Map<string, string>();
  return (shown) => {
    const price = lowestPrice(shown);
    const quantiles = markets[shown.queryIndex] ?? {
      minFare: price,
      percentile25: price,
      percentile50: price,
      percentile75: price,
      maxFare: price,
    };
    const label = labelPrice(price, quantiles);
    const key = `${shown.queryIndex}:${label}`;
    const known = written.get(key);
    if (known !== undefined) return known;
    const json = renderAdvice(label, quantiles, { amounts, locale });
    written.set(key, json);
    return json;
  };
}

/** One advice as JSON: the label, its words in the language asked for, and the quantiles it was judged by. */
export function renderAdvice(
  label: AdviceLabel,
  quantiles: FareQuantiles,
  { amounts, locale }: { readonly amounts: AmountWriter; readonly locale: Locale },
): string {
  const { title, description } = adviceWords(locale)[label];
  return (
    `{"title":${quote(title)},"description":${quote(description)},"label":"${label}","quantiles":{"min_fare":${amounts.write(quantiles.minFare)}` +
    `,"percentile_25":${amounts.write(quantiles.percentile25)},"percentile_50":${amounts.write(quantiles.percentile50)}` +
    `,"percentile_75":${amounts.write(quantiles.percentile75)},"max_fare":${amounts.write(quantiles.maxFare)}}}`
  );
}
