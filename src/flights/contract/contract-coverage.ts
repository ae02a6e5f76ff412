import * as z from 'zod';
import type { FareCoverage } from '../model/coverage.ts';

/** `coverage` of answers made of published and observed fares. */
export const FareCoverageShape = z
  .looseObject({
    observed: z.int().describe('Known from earlier searches of this installation.'),
    sampled: z.int().describe('Known from live searches made for this answer.'),
    missing: z
      .int()
      .nullable()
      .describe('Not known: it was not asked for, which does not mean that there is nothing. Null: not countable.'),
    as_of: z.string().optional().describe('When the oldest fare of observed and sampled was seen.'),
    suppliers_without_fares: z
      .array(z.string())
      .describe('They publish no fares, so this answer holds none of theirs.'),
    message: z.string(),
  })
  .describe(
    'There where a connected supplier publishes no fares. Counts date pairs (calendars, dates, destinations, itineraries) or fares (histories, advice).',
  );

/** What an answer does not know, as a field to spread; nothing where it knows all there is. */
export function presentCoverage(coverage: FareCoverage | undefined): {
  readonly coverage?: z.infer<typeof FareCoverageShape>;
} {
  if (coverage === undefined) return {};
  const { observed, sampled, missing, asOf, silentSuppliers } = coverage;
  return {
    coverage: {
      observed,
      sampled,
      missing: missing ?? null,
      ...(asOf && { as_of: asOf.toISOString() }),
      suppliers_without_fares: [...silentSuppliers],
      message: `Not every fare is known here: ${silentSuppliers.join(', ')} publish${silentSuppliers.length === 1 ? 'es' : ''} none in advance. Ask flight_search for a date to see what can be bought.`,
    },
  };
}
