import * as z from 'zod';
import type { TravelerRequirements } from '../../travel/traveler-requirements.ts';

/** `traveler_requirements` on the wire. */
export const TravelerRequirementsShape = z
  .looseObject({
    ages: z
      .looseObject({ adult_from: z.int(), others: z.array(z.int()) })
      .optional()
      .describe('The party as it was searched: the ages, at the last departure, of everybody below adult_from.'),
    documents: z
      .array(z.enum(['passport', 'tax_id', 'known_traveler_number', 'passenger_redress_number']))
      .optional()
      .describe('One of these of every traveler.'),
    titles: z.array(z.string()).optional().describe('Every traveler needs one of these.'),
    name_length_max: z.int().optional().describe('Characters of a first name, and of a last name.'),
    latin_names: z.boolean().optional().describe('Names in Latin letters only.'),
    distinct_names: z.boolean().optional().describe('No two travelers of one name.'),
  })
  .describe(
    'What the supplier must know of every traveler, beyond birth date and gender. Checkout asks for what is missing. Left out where it needs nothing more.',
  );

/** What a supplier must know of every traveler, as a field to spread; nothing where it needs nothing. */
export function presentRequirements(required: TravelerRequirements | undefined): {
  readonly traveler_requirements?: z.infer<typeof TravelerRequirementsShape>;
} {
  if (required === undefined) return {};
  const { ages, documents, titles, nameLengthMax, needsLatinNames, needsDistinctNames } = required;
  return {
    traveler_requirements: {
      ...(ages && { ages: { adult_from: ages.adultFrom, others: [...ages.others] } }),
      ...(documents && { documents: [...documents] }),
      ...(titles && { titles: [...titles] }),
      ...(nameLengthMax !== undefined && { name_length_max: nameLengthMax }),
      ...(needsLatinNames !== undefined && { latin_names: needsLatinNames }),
      ...(needsDistinctNames !== undefined && { distinct_names: needsDistinctNames }),
    },
  };
}
