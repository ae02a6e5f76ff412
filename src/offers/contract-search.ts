import * as z from 'zod';
import { matchLocale } from '../travel/locale.ts';

const MAJOR_UNITS_MAX = 1e9;
const LOCALE_LENGTH_MAX = 64;

/** `{value, currency, decimal_places}`: display value = value / 10 ** decimal_places. */
export const Amount = z
  .looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() })
  .meta({ id: 'Amount' });
/**
 * An ISO 4217 code, any case; any other text is judged with the codes no price can be given in (CURRENCY_UNSUPPORTED).
 */
export const CurrencyCode = z.string().trim().toUpperCase().describe('ISO 4217 code of the currency to answer in.');
/** A language tag, read as the language to answer in. */
export const Locale = z
  .string()
  .max(LOCALE_LENGTH_MAX)
  .transform(matchLocale)
  .describe(
    'Language of names and texts: en, fr, de, es, zh, ja, ko, or any tag of theirs (fr-CA). Any other is answered in English.',
  );
/** A positive major-unit amount of the request's currency. */
export const MajorAmount = z.number().positive().max(MAJOR_UNITS_MAX);
export const PageLimit = z.int().min(1).max(100);
export const PageOffset = z.int().min(0).max(10_000);
export const PageToken = z
  .string()
  .min(1)
  .max(512)
  .describe('next_page_token of the previous page. Counts instead of offset, which is then ignored.');
/** How long a supplier is given. */
export const SupplierTimeout = z
  .int()
  .min(500)
  .max(30_000)
  .default(8_000)
  .describe('A supplier that has not answered by then is reported, not waited for.');
/** How one supplier's part of a search went. */
export const SupplierStatusShape = z.looseObject({
  provider: z.string(),
  status: z
    .string()
    .describe(
      'ok, partial (some of its offers could not be read), or how it failed: timeout, rate_limited, unavailable, rejected, error.',
    ),
  offer_count: z.int(),
  elapsed_ms: z.int(),
});
