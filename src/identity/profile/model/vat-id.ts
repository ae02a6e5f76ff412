/**
 * Countries whose VAT numbers are checked, form and check digits: the European Union, Great Britain, Switzerland and
 * Norway. The library knows more, but not with the prefix that is usual there.
 */
const CHECKED: ReadonlySet<string> = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' + // European Union
    'GB CH NO'
  ).split(' '),
);

/** What is known of a VAT number. `unchecked`: nobody here knows what one of that country looks like. */
export type VatIdJudgement =
  | { readonly kind: 'valid' | 'unchecked'; readonly vatId: string }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Whether VAT numbers of a country are checked at all. */
export function isVatIdChecked(country: string): boolean {
  return CHECKED.has(country);
}

/**
 * Judges a VAT number as it was typed, spaces, dots and hyphens left out. Whether it was ever issued only the country's
 * register knows: none is asked.
 */
export async function judgeVatId(text: string, country: string): Promise<VatIdJudgement> {
  const vatId = text.replaceAll(/[\s.-]/g, '').toUpperCase();
  if (!isVatIdChecked(country)) return { kind: 'unchecked', vatId };
  // The library knows Norwegian numbers by their letters behind (of its VAT register), not by those in front.
  const checked = country === 'NO' ? vatId.replace(/^NO/, '') : vatId;
  const { checkVAT, countries } = await import('jsvat-next');
  const known = countries.filter(({ codes }) => codes.includes(country));
  if (checkVAT(checked, known).isValid) return { kind: 'valid', vatId };
  return {
    kind: 'invalid',
    problem: `is no VAT number of ${country}: it begins with the country's prefix, and its check digits must agree`,
  };
}
