import * as z from 'zod';
import type { Conversion } from '../suppliers/ports/exchange-rates.ts';

/** Where the `conversion_rate` beside it comes from. */
export const ConversionShape = z
  .looseObject({
    as_of: z.iso.datetime().describe('When the rate was published.'),
    source: z.string(),
    spread_percent: z.number().describe('Added to the published rate, already inside conversion_rate.'),
  })
  .describe("Where the price is converted from the supplier's currency, outside the sandbox.");

/** `conversion`, where a price was converted by a published rate. */
export function presentConversion({ conversion }: { readonly conversion?: Conversion | undefined }): {
  conversion?: z.infer<typeof ConversionShape>;
} {
  if (conversion === undefined) return {};
  const { asOf, source, spreadPercent } = conversion;
  return { conversion: { as_of: asOf, source, spread_percent: spreadPercent } };
}
