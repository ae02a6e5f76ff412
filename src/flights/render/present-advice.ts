import type { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import type { Locale } from '../../travel/locale.ts';
import { type AdviceLabel, type FareQuantiles, labelPrice } from '../model/advice.ts';
import { type DisplayOffer, lowestBeforeFee } from '../model/flight-search.ts';
import { adviceMessages } from './search-messages.ts';

/** `jinko_advice`: a label, its text in the caller's language, and the quantiles the price was judged by. */
export type PresentedAdvice = ReturnType<typeof presentAdvice>;

/** Presents the advice of an offer. */
export type Adviser = (shown: DisplayOffer) => PresentedAdvice | null;

/**
 * Makes a function that presents the advice of an offer. `markets` holds the quantiles of each query's market; null for
 * an offer whose market is not known: too few fares were observed, and its supplier publishes none. Fares are compared
 * with fares: service fees change no advice.
 */
export function adviser(
  markets: readonly (FareQuantiles | undefined)[],
  display: DisplayCurrency,
  locale: Locale,
): Adviser {
  return (shown) => {
    const quantiles = markets[shown.queryIndex];
    if (quantiles === undefined) return null;
    return presentAdvice(labelPrice(lowestBeforeFee(shown), quantiles), quantiles, { display, locale });
  };
}

function presentAdvice(
  label: AdviceLabel,
  quantiles: FareQuantiles,
  { display, locale }: { readonly display: DisplayCurrency; readonly locale: Locale },
) {
  const { title, description } = adviceMessages(locale)[label];
  return {
    title,
    description,
    label,
    quantiles: {
      min_fare: display.present(quantiles.minFare),
      percentile_25: display.present(quantiles.percentile25),
      percentile_50: display.present(quantiles.percentile50),
      percentile_75: display.present(quantiles.percentile75),
      max_fare: display.present(quantiles.maxFare),
      ...(quantiles.observed && {
        count: quantiles.observed.count,
        span: { start: quantiles.observed.first, end: quantiles.observed.last },
        as_of: quantiles.observed.asOf.toISOString(),
      }),
    },
  };
}
