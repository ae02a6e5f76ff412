import type { PricingRule } from './pricing-rule.ts';

/** The names that rules may hold. */
export interface KnownNames {
  /** As `provider` names them. */
  readonly suppliers: readonly string[];
  isCarrier(code: string): boolean;
  isCountry(code: string): boolean;
}

/** What is wrong with a rule, and where: `rules[0].match.carrier`. */
export interface RuleProblem {
  readonly path: string;
  readonly problem: string;
}

/** The names in rules that nobody here knows, in the order of the rules. */
export function findUnknownNames(rules: readonly PricingRule[], known: KnownNames): readonly RuleProblem[] {
  return rules.flatMap((rule, index) =>
    unknownNamesOf(rule, known).map(({ path, problem }) => ({ path: `rules[${index}].match.${path}`, problem })),
  );
}

function unknownNamesOf({ match }: PricingRule, known: KnownNames): readonly RuleProblem[] {
  const { supplier, carrier, country } = match;
  const problems: RuleProblem[] = [];
  if (supplier !== undefined && !known.suppliers.includes(supplier))
    problems.push({ path: 'supplier', problem: `sells nothing here; ${describeSuppliers(known.suppliers)}` });
  if (carrier !== undefined && !known.isCarrier(carrier))
    problems.push({ path: 'carrier', problem: 'is no airline of the directory' });
  if (country !== undefined && !known.isCountry(country))
    problems.push({ path: 'country', problem: 'is no country of the directory' });
  return problems;
}

function describeSuppliers(suppliers: readonly string[]): string {
  return suppliers.length === 0 ? 'no supplier does' : `must be one of ${suppliers.join(', ')}`;
}
