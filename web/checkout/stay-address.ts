import type { StayView } from './view-item.ts';
import type { Messages } from './wording.ts';

/**
 * Where a hotel stands: its street, its town unless the street names it, and its country in the language of the page.
 *
 * Example: `Rua Augusta 24` in Lisbon, PT is `Rua Augusta 24, Lisbon, Portugal`.
 */
export function stayAddress(
  { formatLocale }: Pick<Messages, 'formatLocale'>,
  { address, town, country }: Pick<StayView, 'address' | 'town' | 'country'>,
): string {
  const countryName = countryNameOf(formatLocale, country);
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const names = (name: string) => parts.some((part) => endsWithName(part, name));
  const added = [town, countryName ?? ''].filter((name) => name !== '' && !names(name));
  return [...parts, ...added].join(', ');
}

/** `1100-670 Lisbon` names Lisbon; `Lisbon Street 4` does not. */
function endsWithName(part: string, name: string): boolean {
  const [one, other] = [part.toLowerCase(), name.toLowerCase()];
  return one === other || one.endsWith(` ${other}`);
}

/** What CLDR calls an unknown region. */
const UNKNOWN = 'ZZ';

/** Undefined for what is no code of a country. */
export function countryNameOf(locale: string, country: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(country) || country === UNKNOWN) return undefined;
  const name = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }).of(country);
  return name === undefined || name === country ? undefined : name;
}
